// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QAbstractButton>

namespace hscope::app {

/// One recent file as a button: its name over its folder. A file that is gone says so and cannot be
/// pressed.
class RecentRow final : public QAbstractButton
{
    Q_OBJECT

public:
    RecentRow(const QString& path, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] const QString& path() const { return m_path; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QString m_path;
    QString m_folder;
};

} // namespace hscope::app
