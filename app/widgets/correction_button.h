// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

class QSettings;

namespace hscope::app {

class CorrectionPanel;
class TraceDocument;

/// Says how overhead is taken out of the trace, and opens the panel to change that. The
/// calibrations that were used stay in the settings.
class CorrectionButton final : public QPushButton
{
    Q_OBJECT

public:
    /// `settings` must outlive the button.
    CorrectionButton(TraceDocument& document, QSettings& settings, QWidget* parent = nullptr);

    [[nodiscard]] CorrectionPanel* panel() const { return m_panel; }

    /// Opens a calibration and shows the panel, which says how good it is or why it is refused.
    void openCalibration(const QString& file);

private:
    void popup();
    void chooseCalibration();
    void refresh();

    TraceDocument& m_document;
    QSettings& m_settings;
    CorrectionPanel* m_panel;
    bool m_hasReadSettings = false;
};

} // namespace hscope::app
