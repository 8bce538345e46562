// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QHeaderView>
#include <QStringList>
#include <QWidget>

namespace hscope::app {

/// The header of all tables: quiet titles over one hairline, the sorted one with a chevron.
class TableHeader final : public QHeaderView
{
    Q_OBJECT

public:
    explicit TableHeader(const Theme& theme, QWidget* parent = nullptr);

    /// The width at which the title of `section` is not cut.
    [[nodiscard]] int neededWidth(int section) const;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override;

private:
    const Theme& m_theme;
};

/// A line of totals under a table, aligned with its columns.
class TableFooter final : public QWidget
{
    Q_OBJECT

public:
    TableFooter(const Theme& theme, QHeaderView& header, QWidget* parent = nullptr);

    /// One text per column; a text may run into empty columns to its right.
    void setTexts(const QStringList& texts);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QHeaderView& m_header;
    QStringList m_texts;
};

} // namespace hscope::app
