// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/start_page.h"

#include "app/widgets/recent_row.h"
#include "app/widgets/two_line_button.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kColumnWidth = 640;
constexpr const char* kRecordCommand = "hscope record -o run.hscope -- ";

} // namespace

StartPage::StartPage(const RecentFiles& recent, const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_recent(recent)
    , m_theme(theme)
    , m_example(makeAction(QStringLiteral("trace"), tr("Open example trace"),
                           tr("A small training run that was recorded")))
    , m_guide(makeAction(QStringLiteral("forward"), tr("Guided example"),
                         tr("A model on CPUs and V100s, step by step")))
    , m_scenario(makeAction(QStringLiteral("schedules"), tr("Open example scenario"),
                            tr("16 layers, placed by every scheduler")))
    , m_grid(new QGridLayout)
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
    connect(m_example, &QAbstractButton::clicked, this, &StartPage::exampleRequested);
    connect(m_guide, &QAbstractButton::clicked, this, &StartPage::guideRequested);
    connect(m_scenario, &QAbstractButton::clicked, this, &StartPage::scenarioRequested);
    connect(&recent, &RecentFiles::changed, this, &StartPage::refreshRecent);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    refreshRecent();
}

TwoLineButton* StartPage::makeAction(const QString& icon, const QString& title,
                                     const QString& detail)
{
    TwoLineButton::Content content;
    content.icon = icon;
    content.title = title;
    content.detail = detail;
    return new TwoLineButton(std::move(content), m_theme, this);
}

QLayout* StartPage::makeHead(QWidget* column) const
{
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
    return head;
}

QLayout* StartPage::makeActions(QWidget* column)
{
    auto* cluster = makeAction(QStringLiteral("cluster"), tr("Draw a cluster"),
                               tr("Servers, switches and links to schedule on"));
    auto* workload = makeAction(QStringLiteral("workload"), tr("Edit a workload"),
                                tr("Layers, their times and the throughput floor"));
    auto* open = makeAction(QStringLiteral("open"), tr("Open file…"),
                            tr("A trace, a workload, a cluster or a placement"));
    auto* record = makeAction(QStringLiteral("copy"), tr("Record a program"),
                              tr("Copies: %1").arg(QLatin1String(kRecordCommand)));
    record->setToolTip(tr("Copies the command to run in a terminal; --torch records PyTorch's "
                          "operators as well"));
    connect(cluster, &QAbstractButton::clicked, this, &StartPage::clusterRequested);
    connect(workload, &QAbstractButton::clicked, this, &StartPage::workloadRequested);
    connect(open, &QAbstractButton::clicked, this, &StartPage::openRequested);
    connect(record, &QAbstractButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(QLatin1String(kRecordCommand));
        Q_EMIT told(tr("The command is on the clipboard: put your program at its end, run it in a "
                       "terminal, then open run.hscope."));
    });
    for (TwoLineButton* button :
         {m_example, m_guide, m_scenario, cluster, workload, open, record}) {
        button->setParent(column);
        m_actions.push_back(button);
    }
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(4);
    layoutActions();
    return m_grid;
}

void StartPage::layoutActions()
{
    int cell = 0;
    for (TwoLineButton* button : m_actions) {
        m_grid->removeWidget(button);
        if (!button->isHidden()) {
            m_grid->addWidget(button, cell / 2, cell % 2);
            ++cell;
        }
    }
}

QWidget* StartPage::makeColumn()
{
    auto* column = new QWidget(this);
    column->setFixedWidth(kColumnWidth);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addStretch(2);
    layout->addLayout(makeHead(column));
    layout->addSpacing(16);
    layout->addLayout(makeActions(column));
    layout->addSpacing(4);
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
    layoutActions();
}

void StartPage::setScenariosAvailable(bool available)
{
    m_guide->setVisible(available);
    m_scenario->setVisible(available);
    layoutActions();
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
