// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/what_if_panel.h"

#include "app/models/format.h"
#include "app/models/schedule_session.h"
#include "app/models/type_appearance.h"
#include "app/widgets/paint_helpers.h"
#include "app/widgets/theme.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kFieldWidth = 96;
constexpr int kMostHeight = 320;
constexpr double kMostValue = 1e9;
constexpr int kFirstRow = 1; ///< Below the titles.

QLabel* makeCaption(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setFont(fonts::small());
    label->setProperty("secondary", true);
    return label;
}

QPixmap glyphOf(const TypeAppearance& type, const Palette& palette, qreal ratio)
{
    constexpr int kSize = 12;
    QPixmap pixmap(QSize(kSize, kSize) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawGlyph(painter, QPointF(kSize, kSize) / 2, kSize - 3, type.glyph, type.color(palette));
    return pixmap;
}

} // namespace

WhatIfPanel::WhatIfPanel(ScheduleSession& session, const Theme& theme, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_session(session)
    , m_theme(theme)
    , m_table(new QWidget(this))
    , m_grid(new QGridLayout(m_table))
    , m_fixed(makeField(tr("Fixed cost, USD per hour"), 4))
    , m_reset(new QPushButton(tr("Back to the documents"), this))
{
    setObjectName(QStringLiteral("popover"));
    setAttribute(Qt::WA_StyledBackground);
    auto* title = new QLabel(tr("What if"), this);
    title->setFont(fonts::bold());
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(m_table);
    scroll->setWidgetResizable(true);
    m_table->setAutoFillBackground(false); // The scroll area has just asked for it.
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* last = new QHBoxLayout;
    last->setSpacing(8);
    last->addWidget(makeCaption(tr("Fixed cost, USD/h"), this));
    last->addWidget(m_fixed);
    last->addStretch();
    last->addWidget(m_reset);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(title);
    layout->addWidget(makeCaption(
        tr("Every change runs all schedulers anew. The documents stay as they are."), this));
    layout->addWidget(scroll, 1);
    layout->addLayout(last);
    m_fixed->setMinimum(0);
    connect(m_fixed, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        sim::Cluster cluster = *m_session.scenario().cluster;
        cluster.fixedCostUsdPerHour = value;
        m_session.setCluster(std::make_shared<const sim::Cluster>(std::move(cluster)));
    });
    connect(m_reset, &QPushButton::clicked, &session, &ScheduleSession::resetScenario);
    connect(&session, &ScheduleSession::scenarioChanged, this, &WhatIfPanel::refresh);
    connect(&theme, &Theme::changed, this, [this] {
        m_types.clear();
        refresh();
    });
    refresh();
}

QDoubleSpinBox* WhatIfPanel::makeField(const QString& name, int decimals)
{
    auto* field = new QDoubleSpinBox(this);
    field->setDecimals(decimals);
    field->setMaximum(kMostValue);
    field->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    field->setGroupSeparatorShown(false);
    field->setKeyboardTracking(false);
    field->setAlignment(Qt::AlignRight);
    field->setFixedWidth(kFieldWidth);
    field->setAccessibleName(name);
    return field;
}

void WhatIfPanel::makeRows()
{
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_rows.clear();
    m_types.clear();
    int column = 1;
    for (const QString& title : {tr("USD/h"), tr("Limit"), tr("NIC, GB/s")}) {
        m_grid->addWidget(makeCaption(title, m_table), 0, column++, Qt::AlignRight);
    }
    const sim::Cluster& cluster = *m_session.scenario().cluster;
    for (std::size_t type = 0; type < cluster.resourceTypes.size(); ++type) {
        const sim::ResourceType& source = cluster.resourceTypes[type];
        m_types.push_back(source.id);
        const QString id = toText(source.id);
        auto* name = new QWidget(m_table);
        auto* nameLayout = new QHBoxLayout(name);
        nameLayout->setContentsMargins(0, 0, 8, 0);
        nameLayout->setSpacing(6);
        auto* glyph = new QLabel(name);
        glyph->setPixmap(glyphOf(appearanceOf(source), m_theme.palette(), devicePixelRatioF()));
        auto* text = new QLabel(elideMiddle(id, 24), name);
        text->setTextFormat(Qt::PlainText);
        nameLayout->addWidget(glyph);
        nameLayout->addWidget(text, 1);
        const Row row{makeField(tr("Price of %1, USD per hour").arg(id), 4),
                      makeField(tr("Limit of %1, units").arg(id), 0),
                      makeField(tr("Network bandwidth of %1, GB per second").arg(id), 3)};
        row.price->setMinimum(1e-4);
        row.limit->setMinimum(-1);
        row.nic->setMinimum(0);
        for (QDoubleSpinBox* field : {row.limit, row.nic}) {
            field->setSpecialValueText(tr("none"));
        }
        const int line = kFirstRow + static_cast<int>(type);
        m_grid->addWidget(name, line, 0);
        column = 1;
        for (QDoubleSpinBox* field : {row.price, row.limit, row.nic}) {
            m_grid->addWidget(field, line, column++);
        }
        connectField(*row.price, type, [](sim::ResourceType& target, double value) {
            target.priceUsdPerHour = value;
        });
        connectField(*row.limit, type, [](sim::ResourceType& target, double value) {
            target.limit =
                value < 0 ? std::nullopt : std::optional(static_cast<std::int64_t>(value));
        });
        connectField(*row.nic, type, [](sim::ResourceType& target, double value) {
            target.nicGbPerSecond = value > 0 ? std::optional(value) : std::nullopt;
        });
        m_rows.push_back(row);
    }
    m_grid->setColumnStretch(0, 1);
}

void WhatIfPanel::refresh()
{
    const ScheduleScenario& scenario = m_session.scenario();
    setEnabled(!scenario.isEmpty());
    if (scenario.isEmpty()) {
        return;
    }
    const auto& types = scenario.cluster->resourceTypes;
    if (!std::ranges::equal(types, m_types, {}, &sim::ResourceType::id)) {
        makeRows();
    }
    for (std::size_t type = 0; type < types.size(); ++type) {
        const Row& row = m_rows[type];
        const auto show = [](QDoubleSpinBox* field, double value) {
            const QSignalBlocker blocker(field);
            field->setValue(value);
        };
        // Without a limit of its own there is as much of a type as is drawn.
        row.limit->setSpecialValueText(scenario.cluster->nodes.empty() ? tr("none")
                                                                       : tr("as drawn"));
        show(row.price, types[type].priceUsdPerHour);
        show(row.limit, static_cast<double>(types[type].limit.value_or(-1)));
        show(row.nic, types[type].nicGbPerSecond.value_or(0));
    }
    const QSignalBlocker blocker(m_fixed);
    m_fixed->setValue(scenario.cluster->fixedCostUsdPerHour);
    m_reset->setEnabled(m_session.isEdited());
}

void WhatIfPanel::connectField(QDoubleSpinBox& field, std::size_t type, Change change)
{
    // Only what was changed: the other fields may show rounded numbers.
    connect(&field, &QDoubleSpinBox::valueChanged, this,
            [this, type, change = std::move(change)](double value) {
                sim::Cluster cluster = *m_session.scenario().cluster;
                change(cluster.resourceTypes[type], value);
                m_session.setCluster(std::make_shared<const sim::Cluster>(std::move(cluster)));
            });
}

void WhatIfPanel::popupBelow(const QWidget& anchor)
{
    const int rows = m_table->sizeHint().height();
    const QSize size(std::max(sizeHint().width(), m_table->sizeHint().width() + 44),
                     std::min(rows, kMostHeight) + sizeHint().height() -
                         findChild<QScrollArea*>()->sizeHint().height());
    resize(size);
    const QRect screen = anchor.screen()->availableGeometry();
    const QPoint below = anchor.mapToGlobal(QPoint(0, anchor.height() + 4));
    move(std::clamp(below.x(), screen.left(), std::max(screen.left(), screen.right() - width())),
         below.y());
    show();
    if (!m_rows.empty()) {
        m_rows.front().price->setFocus();
    }
}

} // namespace hscope::app
