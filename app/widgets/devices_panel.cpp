// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/devices_panel.h"

#include "app/models/table_text.h"
#include "app/widgets/device_legend.h"
#include "app/widgets/devices_view.h"
#include "app/widgets/export_button.h"
#include "app/widgets/playback_bar.h"
#include "app/widgets/table_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kBarHeight = 36;
constexpr int kDrawingWidth = 580;
constexpr int kTableWidth = 430;

} // namespace

DevicesPanel::DevicesPanel(DeviceReplay& replay, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_replay(replay)
    , m_model(replay)
    , m_view(new DevicesView(replay, theme, this))
    , m_table(new TablePanel(m_model, theme, QStringLiteral("devices"), this))
    , m_playback(new PlaybackBar(replay, theme, this))
    , m_colors(new QComboBox(this))
{
    m_table->setObjectName(QStringLiteral("panel"));
    m_table->setAttribute(Qt::WA_StyledBackground);
    m_table->setStretchColumn(DeviceTableModel::State);
    m_table->setColumnShown(DeviceTableModel::Replica, false); // Exports and tool tips have it.
    m_table->sortBy(DeviceTableModel::Device, Qt::AscendingOrder);
    m_table->view()->setAccessibleName(tr("Devices of the selected schedule"));
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_view);
    splitter->addWidget(m_table);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({kDrawingWidth, kTableWidth});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(splitter, 1);
    layout->addWidget(makeBar(theme));
    connect(m_table, &TablePanel::exportFailed, this, &DevicesPanel::exportFailed);
    connect(m_table, &TablePanel::rowSelected, this, [this](int row) {
        if (row >= 0) {
            m_replay.select(static_cast<std::size_t>(row));
        }
    });
    connect(&replay, &DeviceReplay::lightsChanged, m_table, &TablePanel::fitColumns);
    connect(&replay, &DeviceReplay::selectionChanged, this, &DevicesPanel::refreshSelection);
}

QWidget* DevicesPanel::makeBar(const Theme& theme)
{
    auto* bar = new QWidget(this);
    bar->setObjectName(QStringLiteral("titleBar"));
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setFixedHeight(kBarHeight);
    m_colors->addItem(tr("Stages"), QVariant::fromValue(DeviceReplay::Colors::Stages));
    m_colors->addItem(tr("Utilisation"), QVariant::fromValue(DeviceReplay::Colors::Utilization));
    m_colors->setAccessibleName(tr("Colours of the devices"));
    m_colors->setToolTip(tr("What the colours of the devices show"));
    connect(m_colors, &QComboBox::currentIndexChanged, this,
            [this] { m_replay.setColors(m_colors->currentData().value<DeviceReplay::Colors>()); });
    connect(&m_replay, &DeviceReplay::colorsChanged, this, [this] {
        const QSignalBlocker blocker(m_colors);
        m_colors->setCurrentIndex(m_replay.colors() == DeviceReplay::Colors::Utilization ? 1 : 0);
    });
    auto* exports = new ExportButton(theme, tr("devices on the drawing"), bar);
    exports->addPictures(*m_view, QStringLiteral("devices"));
    exports->addText(tr("CSV…"), QStringLiteral("devices.csv"), tr("CSV files (*.csv)"),
                     [this] { return tableText(m_model, TableTextFormat::Csv); });
    connect(exports, &ExportButton::failed, this, &DevicesPanel::exportFailed);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(m_playback, 1);
    layout->addSpacing(8);
    layout->addWidget(m_colors);
    layout->addWidget(new DeviceLegend(m_replay, theme, bar));
    layout->addWidget(exports);
    return bar;
}

void DevicesPanel::refreshSelection()
{
    // A stage that was selected elsewhere has no device that is looked at.
    m_table->selectRow(m_replay.current() ? static_cast<int>(*m_replay.current()) : -1);
}

void DevicesPanel::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain =
        !(event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier));
    if (!isPlain || !m_playback->handleKey(event->key())) {
        QWidget::keyPressEvent(event);
    }
}

} // namespace hscope::app
