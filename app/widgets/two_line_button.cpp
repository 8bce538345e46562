// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/two_line_button.h"

#include "app/widgets/icons.h"
#include "app/widgets/paint_helpers.h"

#include <QKeyEvent>
#include <QPainter>

namespace hscope::app {

namespace {

constexpr int kHeight = 40;
constexpr int kIcon = 16;
constexpr int kGlyph = 11;

} // namespace

TwoLineButton::TwoLineButton(Content content, const Theme& theme, QWidget* parent)
    : QAbstractButton(parent)
    , m_content(std::move(content))
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    QStringList words{m_content.title, m_content.value, m_content.detail, m_content.detailValue};
    words.removeAll(QString());
    setAccessibleName(words.join(QStringLiteral(", ")));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize TwoLineButton::sizeHint() const
{
    return {160, kHeight};
}

void TwoLineButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void TwoLineButton::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(palette.accent, 1) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? palette.selection : QColor(Qt::transparent));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    const QRect lead(4, 4, kIcon, kHeight / 2 - 2);
    if (m_content.look) {
        drawGlyph(painter, QRectF(lead).center(), kGlyph, m_content.look->glyph,
                  m_content.look->color(palette));
    } else {
        painter.drawPixmap(
            lead.left(), lead.center().y() - kIcon / 2 + 1,
            linePixmap(m_content.icon, palette.secondaryText, kIcon, devicePixelRatioF()));
    }
    const auto line = [&](int top, const QFont& left, const QFont& right, const QColor& color,
                          const QString& text, const QString& value) {
        QRect words(lead.right() + 8, top, width() - lead.right() - 14, kHeight / 2 - 2);
        painter.setPen(color);
        painter.setFont(right);
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, value);
        words.setRight(words.right() - painter.fontMetrics().horizontalAdvance(value) - 8);
        painter.setFont(left);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideMiddle, words.width()));
    };
    line(3, fonts::normal(), fonts::number(), palette.text, m_content.title, m_content.value);
    line(kHeight / 2, fonts::small(), fonts::small(), palette.secondaryText, m_content.detail,
         m_content.detailValue);
}

} // namespace hscope::app
