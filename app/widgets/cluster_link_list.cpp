// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_link_list.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/panel_parts.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr std::size_t kMostRows = 24; ///< A switch of a thousand nodes has the rest in the table.

} // namespace

ClusterLinkList::ClusterLinkList(ClusterDocument& document, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_theme(theme)
    , m_rows(new QVBoxLayout)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->addWidget(makeHeading(tr("Links"), this), 1);
    auto* add = new QPushButton(tr("Connect to…"), this);
    head->addWidget(add);
    layout->addLayout(head);
    m_rows->setSpacing(0);
    layout->addLayout(m_rows);
    connect(add, &QPushButton::clicked, this, &ClusterLinkList::linkRequested);
}

void ClusterLinkList::show(const std::string& place)
{
    const sim::Cluster& cluster = m_document.cluster();
    std::vector<TwoLineButton::Content> contents;
    std::vector<std::size_t> links;
    std::size_t more = 0;
    for (std::size_t i = 0; i < cluster.links.size(); ++i) {
        const sim::Link& link = cluster.links[i];
        if (link.from != place && link.to != place) {
            continue;
        }
        if (contents.size() == kMostRows) {
            ++more;
            continue;
        }
        const std::string& other = link.from == place ? link.to : link.from;
        contents.push_back({QStringLiteral("link"), std::nullopt, elideMiddle(toText(other), 40),
                            formatBandwidth(link.gbPerSecond),
                            link.fullDuplex ? tr("%1, full duplex").arg(linkTitle(cluster, link))
                                            : tr("%1, half duplex").arg(linkTitle(cluster, link)),
                            tr("%1 µs").arg(formatShort(link.latencyUs))});
        links.push_back(i);
    }
    if (contents == m_shown && links == m_links && m_rows->count() > 0 && more == 0) {
        return;
    }
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < contents.size(); ++i) {
        auto* row = new TwoLineButton(contents[i], m_theme, this);
        connect(row, &QAbstractButton::clicked, this,
                [this, link = links[i]] { m_document.select({linkElement(link)}); });
        m_rows->addWidget(row);
    }
    if (contents.empty() || more > 0) {
        m_rows->addWidget(makeRemark(
            contents.empty()
                ? tr("not connected")
                : tr("and %1 more, in the table").arg(formatCount(static_cast<std::int64_t>(more))),
            this));
    }
    m_shown = std::move(contents);
    m_links = std::move(links);
}

} // namespace hscope::app
