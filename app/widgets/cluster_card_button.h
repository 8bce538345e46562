// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/cluster_cards.h"
#include "app/models/type_appearance.h"
#include "app/widgets/theme.h"

#include <QAbstractButton>

#include <optional>

namespace hscope::app {

/// What a card says.
struct CardText
{
    QString title;
    QString detail;
    QString price; ///< Of types only: makes a high card with the type's glyph.
    QString icon;  ///< Of structure.
    std::optional<TypeAppearance> look;

    bool operator==(const CardText&) const = default;
};

/// A card of the palette: Enter and double click add it, dragging carries it to the canvas.
class ClusterCardButton final : public QAbstractButton
{
    Q_OBJECT

public:
    ClusterCardButton(ClusterCard card, CardText text, const Theme& theme,
                      QWidget* parent = nullptr);

    [[nodiscard]] const ClusterCard& card() const { return m_card; }

    /// Whether a filter text finds it.
    [[nodiscard]] bool matches(const QString& filter) const;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void addRequested(const hscope::app::ClusterCard& card);
    void editRequested(const hscope::app::ClusterCard& card); ///< F2 or the menu key.

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void paintTypeCard(QPainter& painter, const QRect& inner) const;
    void paintRow(QPainter& painter, const QRect& inner) const;

    ClusterCard m_card;
    CardText m_text;
    const Theme& m_theme;
    QPoint m_pressed;
};

} // namespace hscope::app
