// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_connect_panel.h"

#include "app/commands/cluster_cards.h"
#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/panel_parts.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr QSize kSize(280, 260);
constexpr int kMostRows = 200; ///< Of ten thousand: letters find the others.

} // namespace

ClusterConnectPanel::ClusterConnectPanel(ClusterDocument& document, const Theme& theme,
                                         QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(theme)
    , m_title(makeHeading(QString(), this))
    , m_filter(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setFixedSize(kSize);
    m_filter->setPlaceholderText(tr("Server or switch"));
    m_filter->setAccessibleName(tr("Connect to"));
    m_filter->setAcceptDrops(false);
    m_filter->installEventFilter(this);
    m_list->setAccessibleName(tr("Servers and switches"));
    m_list->setFocusPolicy(Qt::NoFocus); // The field keeps the keyboard; arrows go to the list.
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
    layout->addWidget(makeRemark(tr("Enter connects, Esc closes"), this));
    hide();
    connect(m_filter, &QLineEdit::textChanged, this, &ClusterConnectPanel::fill);
    connect(m_filter, &QLineEdit::returnPressed, this, &ClusterConnectPanel::connectChosen);
    connect(m_list, &QListWidget::itemClicked, this, &ClusterConnectPanel::connectChosen);
}

bool ClusterConnectPanel::begin()
{
    m_sources.clear();
    for (const sim::ClusterElement& element : m_document.selection()) {
        if (element.kind == sim::ClusterElement::Kind::Node ||
            element.kind == sim::ClusterElement::Kind::Switch) {
            m_sources.insert(element);
        }
    }
    if (m_sources.empty()) {
        return false;
    }
    m_title->setText(
        m_sources.size() == 1
            ? tr("Connect %1 to…").arg(elementName(m_document.cluster(), *m_sources.begin()))
            : tr("Connect %1 elements to…").arg(formatCount(std::ssize(m_sources))));
    m_filter->clear();
    fill();
    show();
    raise();
    m_filter->setFocus(Qt::PopupFocusReason);
    return true;
}

void ClusterConnectPanel::fill()
{
    m_list->clear();
    const QString filter = m_filter->text().trimmed();
    const auto add = [&](const auto& places, auto element) {
        for (const auto& place : places) {
            const QString id = toText(place.id);
            if (m_list->count() < kMostRows && id.contains(filter, Qt::CaseInsensitive) &&
                !(m_sources.size() == 1 && m_sources.contains(element(place.id)))) {
                auto* item = new QListWidgetItem(elideMiddle(id, 40), m_list);
                item->setData(Qt::UserRole, id);
            }
        }
    };
    add(m_document.cluster().switches, switchElement); // What one mostly connects with.
    add(m_document.cluster().nodes, nodeElement);
    m_list->setCurrentRow(0);
}

void ClusterConnectPanel::connectChosen()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (item == nullptr) {
        return;
    }
    const std::string target = item->data(Qt::UserRole).toString().toStdString();
    ClusterEdit after{m_document.cluster(), {}};
    for (const sim::ClusterElement& source : m_sources) {
        ClusterEdit one = addLink(after.cluster, defaultLink(after.cluster, source.id, target));
        after.cluster = std::move(one.cluster);
        after.elements.merge(one.elements);
    }
    hide();
    m_document.edit(std::move(after), tr("connect with %1").arg(toText(target)));
    Q_EMIT finished();
}

void ClusterConnectPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        hide();
        Q_EMIT finished();
        return;
    }
    QWidget::keyPressEvent(event);
}

bool ClusterConnectPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (step != 0 && m_list->count() > 0) {
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, m_list->count() - 1));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ClusterConnectPanel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme.palette().outline);
    painter.setBrush(m_theme.palette().surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace hscope::app
