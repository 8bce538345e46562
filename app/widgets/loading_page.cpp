// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/loading_page.h"

#include "app/models/format.h"
#include "app/widgets/elided_label.h"
#include "app/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace hscope::app {

namespace {

constexpr int kColumnWidth = 400;
constexpr int kSteps = 1000;

} // namespace

LoadingPage::LoadingPage(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(this))
    , m_step(new ElidedLabel(this))
    , m_bar(new QProgressBar(this))
{
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QWidget(this);
    column->setFixedWidth(kColumnWidth);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    m_title->setFont(fonts::bold());
    m_step->setProperty("secondary", true);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress"));
    auto* cancel = new QPushButton(tr("Cancel"), column);
    connect(cancel, &QPushButton::clicked, this, &LoadingPage::cancelRequested);
    layout->addWidget(m_title);
    layout->addWidget(m_bar);
    auto* row = new QHBoxLayout;
    row->addWidget(m_step, 1);
    row->addWidget(cancel);
    layout->addLayout(row);
    auto* outer = new QVBoxLayout(this);
    outer->addStretch(2);
    outer->addWidget(column, 0, Qt::AlignHCenter);
    outer->addStretch(3);
}

void LoadingPage::begin(const QString& fileName)
{
    m_title->setText(tr("Loading %1").arg(fileName));
    setProgress(tr("opening the file"), -1);
}

void LoadingPage::setProgress(const QString& step, double ratio)
{
    if (ratio < 0) {
        m_bar->setRange(0, 0);
        m_step->setText(step);
        return;
    }
    m_bar->setRange(0, kSteps);
    m_bar->setValue(static_cast<int>(ratio * kSteps));
    m_step->setText(tr("%1, %2").arg(step, formatPercent(ratio)));
}

} // namespace hscope::app
