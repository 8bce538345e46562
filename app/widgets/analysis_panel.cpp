// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/analysis_panel.h"

#include "app/widgets/bar_list_chart.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/export_button.h"
#include "app/widgets/panel_parts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace hscope::app {

AnalysisPanel::AnalysisPanel(const Theme& theme, const QString& subject, const QString& name,
                             QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_stack(new QStackedWidget(this))
    , m_message(new QLabel(this))
    , m_title(new ElidedLabel(this))
    , m_remark(new ElidedLabel(this))
    , m_remarkLine(new QHBoxLayout)
    , m_chart(new BarListChart(theme, this))
{
    makePanel(*this);
    m_message->setAlignment(Qt::AlignCenter);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setProperty("secondary", true);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeChartSide(subject, name));
    m_stack->addWidget(m_message);
    m_stack->addWidget(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
}

QWidget* AnalysisPanel::makeChartSide(const QString& subject, const QString& name)
{
    auto* side = new QWidget(this);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(0);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setFont(fonts::bold());
    m_title->installEventFilter(this);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->setFont(fonts::small());
    m_remark->setProperty("secondary", true);
    auto* button = new ExportButton(m_theme, subject, side);
    button->addPictures(*m_chart, name);
    connect(button, &ExportButton::failed, this, &AnalysisPanel::exportFailed);
    auto* titleLine = new QHBoxLayout;
    titleLine->setContentsMargins(12, 0, 8, 0);
    titleLine->addWidget(m_title, 1);
    titleLine->addWidget(button);
    m_remarkLine->setContentsMargins(12, 0, 12, 0);
    m_remarkLine->setSpacing(8);
    m_remarkLine->addWidget(m_remark, 1);
    m_chart->setAccessibleName(subject);
    auto* scroll = new QScrollArea(side);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_chart);
    layout->addLayout(titleLine);
    layout->addLayout(m_remarkLine);
    layout->addSpacing(4);
    layout->addWidget(scroll, 1);
    return side;
}

void AnalysisPanel::setTable(QWidget* table, int percent)
{
    auto* splitter = qobject_cast<QSplitter*>(m_stack->widget(1));
    splitter->addWidget(table);
    splitter->setStretchFactor(0, percent);
    splitter->setStretchFactor(1, 100 - percent);
    splitter->setSizes({10 * percent, 1000 - 10 * percent});
}

QString AnalysisPanel::message() const
{
    return m_stack->currentIndex() == 0 ? m_message->text() : QString();
}

void AnalysisPanel::showMessage(const QString& sentence)
{
    m_message->setText(sentence);
    m_stack->setCurrentIndex(0);
}

void AnalysisPanel::showContent()
{
    m_stack->setCurrentIndex(1);
}

void AnalysisPanel::setTitle(std::function<QString(int)> title)
{
    m_makeTitle = std::move(title);
    fitTitle();
}

void AnalysisPanel::fitTitle()
{
    // The name gives way, not the number behind it.
    for (const int limit : {60, 40, 30, 24, 20, 16, 13, 10, 8}) {
        m_title->setText(m_makeTitle ? m_makeTitle(limit) : QString());
        if (m_title->sizeHint().width() <= m_title->width()) {
            break;
        }
    }
}

bool AnalysisPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_title && event->type() == QEvent::Resize) {
        fitTitle();
    }
    return QWidget::eventFilter(watched, event);
}

void AnalysisPanel::setRemark(const QString& remark)
{
    m_remark->setText(remark);
}

} // namespace hscope::app
