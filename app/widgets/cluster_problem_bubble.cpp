// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_problem_bubble.h"

#include "app/commands/cluster_document.h"
#include "app/models/format.h"
#include "app/widgets/cluster_canvas.h"
#include "app/widgets/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kTip = 7;
constexpr int kMargin = 8;
constexpr int kTextLength = 80;

} // namespace

ClusterProblemBubble::ClusterProblemBubble(ClusterDocument& document, ClusterCanvas& canvas,
                                           const Theme& theme)
    : QWidget(&canvas)
    , m_document(document)
    , m_canvas(canvas)
    , m_theme(theme)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_fix(new QPushButton(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, kTip + 5, 6, kTip + 5);
    layout->setSpacing(8);
    layout->addWidget(m_icon);
    layout->addWidget(m_text);
    layout->addWidget(m_fix);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setProperty("warning", true);
    QFont font = fonts::normal();
    font.setPixelSize(12);
    font.setWeight(QFont::DemiBold);
    m_text->setFont(font);
    hide();
    connect(m_fix, &QPushButton::clicked, this, [this] {
        const sim::ClusterProblem problem = *m_problem;
        m_document.edit(sim::applyFix(m_document.cluster(), problem),
                        toText(problem.fixText).toLower());
        m_canvas.setFocus(); // The button goes with the problem.
    });
    connect(&theme, &Theme::changed, this, &ClusterProblemBubble::refreshIcon);
    refreshIcon();
}

void ClusterProblemBubble::refreshIcon()
{
    m_icon->setPixmap(
        linePixmap(QStringLiteral("warning"), m_theme.palette().warning, 16, devicePixelRatioF()));
    update();
}

void ClusterProblemBubble::refresh()
{
    const auto& problems = m_document.problems();
    const auto isSelected = [this](const sim::ClusterProblem& problem) {
        return m_document.selection().contains(problem.element);
    };
    const auto isDrawn = [this](const sim::ClusterProblem& problem) {
        return m_canvas.drawing().rectOf(problem.element).has_value();
    };
    auto shown = std::ranges::find_if(problems, isSelected);
    if (shown == problems.end()) {
        shown = std::ranges::find_if(problems, isDrawn);
    }
    m_problem = shown == problems.end() ? std::nullopt : std::optional(*shown);
    if (m_problem) {
        m_text->setText(elideMiddle(toText(m_problem->text), kTextLength));
        m_fix->setText(elideMiddle(toText(m_problem->fixText), kTextLength));
        m_fix->setVisible(!m_problem->fixText.empty());
        layout()->activate();
        adjustSize();
    }
    place();
}

QRect ClusterProblemBubble::rackRect() const
{
    const sim::Node* node = findNode(m_document.cluster(), m_problem->element.id);
    const sim::ClusterElement element =
        node != nullptr && node->group ? groupElement(*node->group) : m_problem->element;
    const auto rect = m_canvas.drawing().rectOf(element);
    return rect ? m_canvas.mapFromScene(*rect).boundingRect() : QRect();
}

bool ClusterProblemBubble::isFree(const QRect& place) const
{
    if (!m_canvas.rect().adjusted(0, kMargin, 0, -kMargin).contains(place) ||
        place.intersects(m_canvas.minimapRect())) {
        return false;
    }
    const ClusterElements covered = m_canvas.drawing().elementsIn(
        m_canvas.mapToScene(place.adjusted(0, kTip, 0, -kTip)).boundingRect());
    return std::ranges::none_of(covered, [this](const sim::ClusterElement& element) {
        return element.kind != sim::ClusterElement::Kind::Link && element != m_problem->element;
    });
}

void ClusterProblemBubble::place()
{
    const auto rect = m_problem ? m_canvas.drawing().rectOf(m_problem->element) : std::nullopt;
    const QRect seen = rect ? m_canvas.mapFromScene(*rect).boundingRect() : QRect();
    if (!rect || !m_canvas.rect().intersects(seen)) {
        hide();
        return;
    }
    const int x = std::clamp(seen.center().x() - width() / 2, kMargin,
                             std::max(kMargin, m_canvas.width() - width() - kMargin));
    const QRect rack = rackRect();
    const int below = seen.bottom() + 2;
    int y = below;
    for (const int candidate :
         {below, rack.bottom() + 2, seen.top() - height() - 2, rack.top() - height() - 2}) {
        if (isFree(QRect(x, candidate, width(), height()))) {
            y = candidate;
            break;
        }
    }
    m_isBelow = y > seen.top();
    m_tip = std::clamp(seen.center().x() - x, 2 * kTip, width() - 2 * kTip);
    move(x, y);
    show();
    update();
}

void ClusterProblemBubble::paintEvent(QPaintEvent* /*event*/)
{
    const Palette& palette = m_theme.palette();
    const QRectF body = QRectF(rect()).adjusted(0.5, kTip + 0.5, -0.5, -kTip - 0.5);
    QPainterPath path;
    path.addRoundedRect(body, 6, 6);
    QPainterPath tip;
    const double base = m_isBelow ? body.top() : body.bottom();
    const double point = m_isBelow ? base - kTip + 1 : base + kTip - 1;
    tip.addPolygon(QPolygonF(
        {QPointF(m_tip - kTip, base), QPointF(m_tip, point), QPointF(m_tip + kTip, base)}));
    tip.closeSubpath();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette.warning);
    painter.setBrush(blended(palette.warning, palette.canvas, 0.9));
    painter.drawPath(path.united(tip));
}

} // namespace hscope::app
