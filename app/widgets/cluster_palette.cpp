// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/cluster_palette.h"

#include "app/models/cluster_text.h"
#include "app/models/format.h"
#include "app/widgets/icons.h"
#include "app/widgets/panel_parts.h"
#include "simulator/model/cluster_templates.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace hscope::app {

namespace {

constexpr int kWidth = 216;
constexpr std::size_t kFewTypes = 5; ///< That leave room for the other cards.

} // namespace

ClusterPalette::ClusterPalette(ClusterDocument& document, const sim::TypeLibrary& library,
                               const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_library(library)
    , m_theme(theme)
    , m_filter(new QLineEdit(this))
    , m_add(new QToolButton(this))
    , m_priceDate(makeRemark(QString(), this))
    , m_all(new QToolButton(this))
    , m_types(new QVBoxLayout)
{
    makePanel(*this);
    setFixedWidth(kWidth);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 4, 4, 0);
    head->addWidget(makeHeading(tr("Resource types"), this), 1);
    head->addWidget(m_add);
    m_add->setToolTip(tr("New resource type"));
    m_add->setAccessibleName(tr("New resource type"));
    m_add->setIconSize(QSize(18, 18));
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter cards"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAcceptDrops(false);
    auto* filterRow = new QHBoxLayout;
    filterRow->setContentsMargins(12, 4, 12, 4);
    filterRow->addWidget(m_filter);

    auto* content = new QWidget(this);
    makePanel(*content);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 4, 12, 12);
    column->setSpacing(8);
    m_types->setSpacing(8);
    column->addLayout(m_types);
    auto* note = new QHBoxLayout;
    note->setSpacing(4);
    note->addWidget(m_priceDate, 1);
    note->addWidget(m_all);
    column->addLayout(note);
    m_all->setObjectName(QStringLiteral("link"));
    m_all->setFont(fonts::small());
    connect(m_all, &QToolButton::clicked, this, &ClusterPalette::toggleAll);
    makeStructure(*column);
    makeTemplates(*column);
    column->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addLayout(filterRow);
    layout->addWidget(scroll, 1);
    connect(m_filter, &QLineEdit::textChanged, this, &ClusterPalette::applyFilter);
    connect(m_add, &QToolButton::clicked, this, &ClusterPalette::typeRequested);
    connect(&document, &ClusterDocument::changed, this, &ClusterPalette::refresh);
    connect(&theme, &Theme::changed, this, &ClusterPalette::refreshIcons);
    refreshIcons();
    refresh();
}

ClusterCardButton* ClusterPalette::addButton(const ClusterCard& card, const CardText& text)
{
    auto* button = new ClusterCardButton(card, text, m_theme, this);
    connect(button, &ClusterCardButton::addRequested, this, &ClusterPalette::addRequested);
    connect(button, &ClusterCardButton::editRequested, this, &ClusterPalette::editRequested);
    return button;
}

void ClusterPalette::makeStructure(QVBoxLayout& column)
{
    column.addSpacing(4);
    column.addWidget(makeRule(Qt::Horizontal, this));
    column.addWidget(makeHeading(tr("Structure"), this));
    const auto add = [&](ClusterCard::Kind kind, const QString& title, const QString& detail,
                         const QString& icon) {
        m_otherButtons.push_back(addButton({kind, {}}, {title, detail, {}, icon, std::nullopt}));
        column.addWidget(m_otherButtons.back());
    };
    add(ClusterCard::Kind::Switch, tr("Switch"), tr("joins links"), QStringLiteral("switch"));
    add(ClusterCard::Kind::Rack, tr("Rack"), tr("groups servers"), QStringLiteral("rack"));
    add(ClusterCard::Kind::Link, tr("Link"), tr("Ethernet, NVLink"), QStringLiteral("link"));
    add(ClusterCard::Kind::Storage, tr("Storage"), tr("GB/s"), QStringLiteral("storage"));
}

void ClusterPalette::makeTemplates(QVBoxLayout& column)
{
    column.addSpacing(4);
    column.addWidget(makeRule(Qt::Horizontal, this));
    column.addWidget(makeHeading(tr("Templates"), this));
    auto* rows = new QVBoxLayout;
    rows->setSpacing(0);
    column.addLayout(rows);
    const auto add = [&](const ClusterCard& card, const QString& title, const QString& detail) {
        m_otherButtons.push_back(addButton(card, {title, detail, {}, {}, std::nullopt}));
        rows->addWidget(m_otherButtons.back());
    };
    for (const sim::ClusterTemplate& entry : sim::clusterTemplates()) {
        add({ClusterCard::Kind::Template, std::string(entry.id)}, toText(entry.title),
            toText(entry.detail));
    }
    add({ClusterCard::Kind::Machine, {}}, tr("This machine"), tr("as it is"));
}

ClusterCardButton* ClusterPalette::button(const ClusterCard& card) const
{
    for (const auto* buttons : {&m_typeButtons, &m_otherButtons}) {
        const auto found = std::ranges::find(*buttons, card, &ClusterCardButton::card);
        if (found != buttons->end()) {
            return *found;
        }
    }
    return nullptr;
}

void ClusterPalette::refresh()
{
    m_priceDate->setText(
        tr("USD per unit, as of %1").arg(elideMiddle(toText(m_document.cluster().pricesAsOf), 20)));
    std::vector<sim::ResourceType> types = drawableTypes(m_document.cluster(), m_library);
    if (types == m_shown) {
        return;
    }
    m_shown = std::move(types);
    for (ClusterCardButton* button : std::exchange(m_typeButtons, {})) {
        m_types->removeWidget(button);
        button->hide();
        button->deleteLater(); // It may be the one that was pressed.
    }
    for (const sim::ResourceType& type : m_shown) {
        m_typeButtons.push_back(
            addButton({ClusterCard::Kind::Type, type.id},
                      {typeName(type), typeDetail(type), formatPrice(type.priceUsdPerHour),
                       QString(), appearanceOf(type)}));
        m_types->addWidget(m_typeButtons.back());
    }
    for (std::size_t i = 0; i < m_typeButtons.size(); ++i) { // Before structure and templates.
        setTabOrder(i == 0 ? static_cast<QWidget*>(m_add) : m_typeButtons[i - 1], m_typeButtons[i]);
    }
    if (!m_typeButtons.empty()) {
        setTabOrder(m_typeButtons.back(), m_all);
        setTabOrder(m_all, m_otherButtons.front());
    }
    applyFilter();
}

void ClusterPalette::toggleAll()
{
    m_showsAll = !m_showsAll;
    applyFilter();
}

void ClusterPalette::applyFilter()
{
    const QString filter = m_filter->text().trimmed();
    // The cluster's own types always show, others as far as there is room.
    const std::size_t few = std::max(kFewTypes, m_document.cluster().resourceTypes.size());
    for (std::size_t i = 0; i < m_typeButtons.size(); ++i) {
        const bool hasRoom = m_showsAll || !filter.isEmpty() || i < few;
        m_typeButtons[i]->setVisible(hasRoom && m_typeButtons[i]->matches(filter));
    }
    for (ClusterCardButton* button : m_otherButtons) {
        button->setVisible(button->matches(filter));
    }
    m_all->setVisible(filter.isEmpty() && m_typeButtons.size() > few);
    m_all->setText(m_showsAll ? tr("fewer")
                              : tr("all %1").arg(formatCount(std::ssize(m_typeButtons))));
    m_all->setAccessibleName(m_showsAll ? tr("Show fewer resource types")
                                        : tr("Show all resource types"));
}

void ClusterPalette::refreshIcons()
{
    m_add->setIcon(lineIcon(QStringLiteral("plus"), m_theme.palette()));
}

} // namespace hscope::app
