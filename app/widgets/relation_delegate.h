// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/theme.h"

#include <QStyledItemDelegate>

namespace hscope::app {

/// Paints one link of a slice on two lines: direction, swatch, name and offset; below it what the
/// link means.
class RelationDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit RelationDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;

private:
    const Theme& m_theme;
};

} // namespace hscope::app
