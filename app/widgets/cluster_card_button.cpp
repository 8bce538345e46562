// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_card_button.h"

#include "app/models/format.h"
#include "app/widgets/icons.h"
#include "app/widgets/paint_helpers.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDrag>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kTypeHeight = 54;
constexpr int kIconHeight = 34;
constexpr int kPlainHeight = 28;
constexpr int kTile = 32;
constexpr int kGlyph = 13;

} // namespace

ClusterCardButton::ClusterCardButton(ClusterCard card, CardText text, const Theme& theme,
                                     QWidget* parent)
    : QAbstractButton(parent)
    , m_card(std::move(card))
    , m_text(std::move(text))
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    setAttribute(Qt::WA_Hover);
    QStringList words{m_text.title, m_text.price, m_text.detail};
    words.removeAll(QString());
    setAccessibleName(words.join(QStringLiteral(", ")));
    setAccessibleDescription(tr("Enter adds it to the drawing"));
    setToolTip(toolTipText(m_text.title + u'\n' +
                           (m_card.kind == ClusterCard::Kind::Type
                                ? tr("Drag onto the canvas, or Enter. F2 edits it.")
                                : tr("Drag onto the canvas, or Enter."))));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

bool ClusterCardButton::matches(const QString& filter) const
{
    return m_text.title.contains(filter, Qt::CaseInsensitive) ||
           m_text.detail.contains(filter, Qt::CaseInsensitive) ||
           toText(m_card.id).contains(filter, Qt::CaseInsensitive);
}

QSize ClusterCardButton::sizeHint() const
{
    return {176, m_text.look ? kTypeHeight : m_text.icon.isEmpty() ? kPlainHeight : kIconHeight};
}

void ClusterCardButton::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isPlain = !m_text.look && m_text.icon.isEmpty();
    const QColor line = hasFocus()     ? palette.accent
                        : isPlain      ? QColor(Qt::transparent)
                        : underMouse() ? palette.outline
                                       : palette.hairline;
    painter.setPen(QPen(line, hasFocus() ? 2 : 1));
    painter.setBrush(underMouse() && isPlain ? palette.selection
                     : isPlain               ? QColor(Qt::transparent)
                                             : palette.field);
    const double inset = hasFocus() ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 6, 6);
    const QRect inner = rect().adjusted(isPlain ? 2 : 8, 0, isPlain ? -4 : -8, 0);
    if (m_text.look) {
        paintTypeCard(painter, inner);
    } else {
        paintRow(painter, inner);
    }
}

void ClusterCardButton::paintTypeCard(QPainter& painter, const QRect& inner) const
{
    const Palette& palette = m_theme.palette();
    const QRect tile(inner.left(), inner.center().y() - kTile / 2 + 1, kTile, kTile);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tinted(*m_text.look, palette, 0.88));
    painter.drawRoundedRect(tile, 4, 4);
    drawGlyph(painter, QRectF(tile).center(), kGlyph, m_text.look->glyph,
              m_text.look->color(palette));
    const QRect words(tile.right() + 9, inner.top() + 8, inner.right() - tile.right() - 9, 18);
    painter.setFont(fonts::number());
    painter.setPen(palette.text);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, m_text.price);
    const int price = painter.fontMetrics().horizontalAdvance(m_text.price) + 6;
    painter.setFont(fonts::bold());
    painter.drawText(
        words, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_text.title, Qt::ElideRight, words.width() - price));
    painter.setFont(fonts::small());
    painter.setPen(palette.secondaryText);
    painter.drawText(
        words.translated(0, 19), Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_text.detail, Qt::ElideRight, words.width()));
}

void ClusterCardButton::paintRow(QPainter& painter, const QRect& inner) const
{
    const Palette& palette = m_theme.palette();
    QRect words = inner;
    if (!m_text.icon.isEmpty()) {
        painter.drawPixmap(inner.left() + 2, inner.center().y() - 8,
                           linePixmap(m_text.icon, palette.text, 18, devicePixelRatioF()));
        words.setLeft(inner.left() + 30);
    }
    painter.setFont(fonts::normal());
    painter.setPen(palette.text);
    const QString title =
        painter.fontMetrics().elidedText(m_text.title, Qt::ElideRight, words.width());
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, title);
    words.setLeft(words.left() + painter.fontMetrics().horizontalAdvance(title) + 8);
    painter.setFont(fonts::small());
    painter.setPen(palette.secondaryText);
    painter.drawText(
        words, Qt::AlignRight | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_text.detail, Qt::ElideRight, words.width()));
}

void ClusterCardButton::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->pos();
    setFocus(Qt::MouseFocusReason);
}

void ClusterCardButton::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) ||
        (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance()) {
        return;
    }
    auto* mime = new QMimeData;
    mime->setData(QLatin1String(kCardMime), encoded(m_card));
    auto* drag = new QDrag(this);
    drag->setMimeData(mime);
    drag->setPixmap(linePixmap(m_text.icon.isEmpty() ? QStringLiteral("server") : m_text.icon,
                               m_theme.palette().accent, 20, devicePixelRatioF()));
    drag->exec(Qt::CopyAction);
}

void ClusterCardButton::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        Q_EMIT addRequested(m_card);
    }
}

void ClusterCardButton::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        Q_EMIT addRequested(m_card);
        return;
    case Qt::Key_F2:
        Q_EMIT editRequested(m_card);
        return;
    case Qt::Key_Down:
        focusNextChild();
        return;
    case Qt::Key_Up:
        focusPreviousChild();
        return;
    default:
        QAbstractButton::keyPressEvent(event);
    }
}

void ClusterCardButton::contextMenuEvent(QContextMenuEvent* event)
{
    event->accept();
    Q_EMIT editRequested(m_card);
}

} // namespace hscope::app
