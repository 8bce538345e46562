// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/type_appearance.h"
#include "app/widgets/theme.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace hscope::app {

/// On top of an inspector: what is selected, with a tile of its type or its kind.
class InspectorHead final : public QWidget
{
    Q_OBJECT

public:
    InspectorHead(const Theme& theme, QWidget* parent = nullptr);

    /// `icon` is a line icon, for what has no type.
    void show(const std::optional<TypeAppearance>& look, const QString& icon, const QString& title,
              const QString& subtitle);

private:
    void refreshTile();

    const Theme& m_theme;
    std::optional<TypeAppearance> m_look;
    QString m_icon;
    QLabel* m_tile;
    QLabel* m_title;
    QLabel* m_subtitle;
};

} // namespace hscope::app
