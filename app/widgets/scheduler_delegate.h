// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QStyledItemDelegate>

namespace hscope::app {

/// Paints one scheduler of the list: its check box where the model has one, its name, what it does,
/// and a mark for how far it is.
class SchedulerDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 24;

    explicit SchedulerDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    /// A click on the box, or the space key, checks the row.
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

    /// Where the check box of a row lies.
    [[nodiscard]] static QRect boxRect(const QRect& row);

private:
    const Theme& m_theme;
};

} // namespace hscope::app
