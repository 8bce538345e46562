// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QStyledItemDelegate>

namespace hscope::app {

/// Paints the cells of all tables: right-aligned numbers with even digits, categories with their
/// swatches, operations with a bar in their colour, bars, icons and glyphs as the roles of
/// TableModel say. Text is plain, always, and edited as text.
class CellDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit CellDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    /// A line in the place of the cell.
    [[nodiscard]] QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

    static constexpr int kPadding = 8;

private:
    const Theme& m_theme;
};

} // namespace hscope::app
