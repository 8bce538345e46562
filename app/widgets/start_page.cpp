// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/start_page.h"

#include "app/widgets/recent_row.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kColumnWidth = 560;

} // namespace

StartPage::StartPage(const RecentFiles& recent, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_recent(recent)
    , m_theme(theme)
    , m_example(new QPushButton(tr("Open example trace"), this))
    , m_scenario(new QPushButton(tr("Open example scenario"), this))
    , m_cluster(new QPushButton(tr("Draw a cluster"), this))
    , m_open(new QPushButton(tr("Open file…"), this))
    , m_recentTitle(new QLabel(tr("Recent files"), this))
    , m_recentRows(new QVBoxLayout)
{
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch(1);
    layout->addWidget(makeColumn());
    layout->addStretch(1);
    connect(m_example, &QPushButton::clicked, this, &StartPage::exampleRequested);
    connect(m_scenario, &QPushButton::clicked, this, &StartPage::scenarioRequested);
    connect(m_cluster, &QPushButton::clicked, this, &StartPage::clusterRequested);
    connect(m_open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(&recent, &RecentFiles::changed, this, &StartPage::refreshRecent);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    refreshRecent();
}

QWidget* StartPage::makeColumn()
{
    auto* column = new QWidget(this);
    column->setFixedWidth(kColumnWidth);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addStretch(2);

    auto* head = new QHBoxLayout;
    head->setSpacing(16);
    auto* logo = new QLabel(column);
    logo->setPixmap(QIcon(QStringLiteral(":/icons/heteroscope.svg")).pixmap(QSize(56, 56)));
    head->addWidget(logo);
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    auto* name = new QLabel(tr("Heteroscope"), column);
    QFont font = fonts::title();
    font.setPixelSize(20);
    name->setFont(font);
    auto* claim =
        new QLabel(tr("See where training time goes, and where each layer should run."), column);
    claim->setProperty("secondary", true);
    words->addStretch();
    words->addWidget(name);
    words->addWidget(claim);
    words->addStretch();
    head->addLayout(words, 1);
    layout->addLayout(head);
    layout->addSpacing(16);

    m_example->setObjectName(QStringLiteral("primary"));
    m_example->setToolTip(tr("A small recorded training run that comes with Heteroscope"));
    m_scenario->setToolTip(tr("Schedulers place a model of 16 layers on CPU cores and GPUs"));
    m_cluster->setToolTip(tr("Servers, switches and links to schedule on"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_example);
    buttons->addWidget(m_scenario);
    buttons->addWidget(m_cluster);
    buttons->addWidget(m_open);
    buttons->addStretch();
    layout->addLayout(buttons);
    auto* hint = new QLabel(tr("Or drop a file anywhere in this window: a trace (PyTorch or Chrome "
                               "JSON, also gzipped), a Heteroscope database, or a workload, "
                               "cluster or placement."),
                            column);
    hint->setProperty("secondary", true);
    hint->setWordWrap(true);
    layout->addWidget(hint);
    layout->addSpacing(24);

    m_recentTitle->setFont(fonts::bold());
    layout->addWidget(m_recentTitle);
    m_recentRows->setSpacing(0);
    layout->addLayout(m_recentRows);
    layout->addStretch(3);
    return column;
}

void StartPage::setExampleAvailable(bool available)
{
    m_example->setVisible(available);
}

void StartPage::setScenarioAvailable(bool available)
{
    m_scenario->setVisible(available);
}

void StartPage::refreshRecent()
{
    while (QLayoutItem* item = m_recentRows->takeAt(0)) {
        // The row may be the sender of the click that led here.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    constexpr qsizetype kShown = 6;
    for (const QString& path : m_recent.files().mid(0, kShown)) {
        auto* row = new RecentRow(path, m_recent.thumbnails(path), m_theme, this);
        connect(row, &RecentRow::clicked, this, [this, path] { Q_EMIT fileRequested(path); });
        m_recentRows->addWidget(row);
    }
    m_recentTitle->setVisible(!m_recent.files().isEmpty());
}

} // namespace hscope::app
