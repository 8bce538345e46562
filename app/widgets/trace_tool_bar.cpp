// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/trace_tool_bar.h"

#include "app/models/trace_document.h"
#include "app/widgets/correction_button.h"
#include "app/widgets/iteration_stepper.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>

namespace hscope::app {

TraceToolBar::TraceToolBar(TraceDocument& document, const WindowActions& actions,
                           QSettings& settings, QWidget* parent)
    : QToolBar(tr("Tools"), parent)
    , m_document(document)
    , m_attribution(new QComboBox(this))
    , m_correction(new CorrectionButton(document, settings, this))
    , m_stepper(
          new IterationStepper(document, *actions.previousIteration, *actions.nextIteration, this))
{
    setObjectName(QStringLiteral("mainToolBar"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setIconSize(QSize(20, 20));
    addAction(actions.back);
    addAction(actions.forward);
    addAction(actions.fitTrace);
    // A tool bar shows and hides its widgets through their actions.
    m_stepperAction = addWidget(m_stepper);
    connect(m_stepper, &IterationStepper::availabilityChanged, this, &TraceToolBar::refreshStepper);
    auto* stretch = new QWidget(this);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(stretch);
    makeAttributionBox();
    addCaptioned(tr("Attribution"), *m_attribution);
    addCaptioned(tr("Correction"), *m_correction);
    addAction(actions.exportImage);
    addAction(actions.toggleTheme);
    setTraceShown(false);
}

void TraceToolBar::addCaptioned(const QString& caption, QWidget& control)
{
    auto* label = new QLabel(caption, this);
    label->setProperty("secondary", true);
    label->setBuddy(&control);
    label->setContentsMargins(0, 0, 8, 0);
    addWidget(label);
    addWidget(&control);
    auto* gap = new QWidget(this);
    gap->setFixedWidth(8);
    addWidget(gap);
}

void TraceToolBar::setTraceShown(bool shown)
{
    m_traceShown = shown;
    m_attribution->setEnabled(shown);
    m_correction->setEnabled(shown);
    refreshStepper();
}

void TraceToolBar::refreshStepper()
{
    m_stepperAction->setVisible(m_traceShown && m_stepper->isAvailable());
}

void TraceToolBar::makeAttributionBox()
{
    m_attribution->setAccessibleName(tr("Attribution"));
    m_attribution->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_attribution->setMinimumContentsLength(8);
    m_attribution->addItem(tr("launch"), static_cast<int>(core::Attribution::Launch));
    m_attribution->addItem(tr("time"), static_cast<int>(core::Attribution::Time));
    m_attribution->setItemData(0, tr("GPU time belongs to the operation that launched it"),
                               Qt::ToolTipRole);
    m_attribution->setItemData(1, tr("GPU time belongs to what the CPU does at that time"),
                               Qt::ToolTipRole);
    m_attribution->setToolTip(tr("To which operation GPU time belongs"));
    connect(m_attribution, &QComboBox::currentIndexChanged, this, [this] {
        m_document.setAttribution(
            static_cast<core::Attribution>(m_attribution->currentData().toInt()));
    });
    connect(&m_document, &TraceDocument::attributionChanged, this, [this] {
        m_attribution->setCurrentIndex(
            m_attribution->findData(static_cast<int>(m_document.attribution())));
    });
}

} // namespace hscope::app
