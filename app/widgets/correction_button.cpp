// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/correction_button.h"

#include "app/models/correction_text.h"
#include "app/models/trace_document.h"
#include "app/widgets/correction_panel.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

#include <utility>

namespace hscope::app {

namespace {

QString filesKey()
{
    return QStringLiteral("calibrations");
}

QString folderKey()
{
    return QStringLiteral("lastCalibrationFolder");
}

} // namespace

CorrectionButton::CorrectionButton(TraceDocument& document, QSettings& settings, QWidget* parent)
    : QPushButton(parent)
    , m_document(document)
    , m_settings(settings)
    , m_panel(new CorrectionPanel(document, this))
{
    setObjectName(QStringLiteral("choice"));
    setAccessibleName(tr("Correction"));
    setToolTip(tr("Take out the time that recording itself took"));
    setMinimumWidth(fontMetrics().horizontalAdvance(tr("breakdown, %1").arg(u"±10.0%")) + 34);
    connect(this, &QPushButton::clicked, this, &CorrectionButton::popup);
    connect(m_panel->openButton(), &QPushButton::clicked, this,
            &CorrectionButton::chooseCalibration);
    connect(&document.correction(), &TraceCorrection::changed, this, &CorrectionButton::refresh);
    connect(&document, &TraceDocument::breakdownChanged, this, &CorrectionButton::refresh);
    refresh();
}

void CorrectionButton::popup()
{
    if (!std::exchange(m_hasReadSettings, true)) {
        m_document.correction().addCalibrations(m_settings.value(filesKey()).toStringList());
    }
    m_panel->popupBelow(*this);
}

void CorrectionButton::chooseCalibration()
{
    m_panel->hide(); // A popup would be in the way of the dialog.
    const QString file = QFileDialog::getOpenFileName(this, tr("Open calibration"),
                                                      m_settings.value(folderKey()).toString(),
                                                      tr("Calibrations (*.json);;All files (*)"));
    if (!file.isEmpty()) {
        m_settings.setValue(folderKey(), QFileInfo(file).absolutePath());
        openCalibration(file);
    }
}

void CorrectionButton::openCalibration(const QString& file)
{
    TraceCorrection& correction = m_document.correction();
    if (!std::exchange(m_hasReadSettings, true)) {
        correction.addCalibrations(m_settings.value(filesKey()).toStringList());
    }
    m_panel->tell(correction.openCalibration(QFileInfo(file).absoluteFilePath()));
    m_settings.setValue(filesKey(), correction.calibrations());
    m_panel->popupBelow(*this);
}

void CorrectionButton::refresh()
{
    const TraceCorrection& correction = m_document.correction();
    const auto corrected = correction.breakdown();
    const QString interval = corrected ? intervalText(*corrected) : QString();
    const auto with = [&](const QString& mode) {
        return !corrected           ? mode + u'…'
               : interval.isEmpty() ? mode
                                    : tr("%1, %2").arg(mode, interval);
    };
    switch (correction.mode()) {
    case CorrectionMode::Off:
        setText(tr("off"));
        break;
    case CorrectionMode::Breakdown:
        setText(with(tr("breakdown")));
        break;
    case CorrectionMode::Timeline:
        setText(with(tr("timeline")));
        break;
    }
    setAccessibleDescription(text());
}

} // namespace hscope::app
