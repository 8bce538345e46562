// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/window_actions.h"

#include <QToolBar>

class QComboBox;
class QSettings;

namespace hscope::app {

class CorrectionButton;
class IterationStepper;
class TraceDocument;

/// Moving about in the trace at the left, how it is analysed and shown at the right.
class TraceToolBar : public QToolBar
{
    Q_OBJECT

public:
    /// `settings` must outlive the bar.
    TraceToolBar(TraceDocument& document, const WindowActions& actions, QSettings& settings,
                 QWidget* parent = nullptr);

    /// Without a trace in sight there is nothing to step through or to attribute.
    void setTraceShown(bool shown);

    [[nodiscard]] QComboBox* attributionBox() const { return m_attribution; }

    [[nodiscard]] CorrectionButton* correctionButton() const { return m_correction; }

    [[nodiscard]] IterationStepper* iterationStepper() const { return m_stepper; }

private:
    void makeAttributionBox();
    void addCaptioned(const QString& caption, QWidget& control);
    void refreshStepper();

    TraceDocument& m_document;
    QComboBox* m_attribution;
    CorrectionButton* m_correction;
    IterationStepper* m_stepper;
    QAction* m_stepperAction;
    bool m_traceShown = false;
};

} // namespace hscope::app
