// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <QStatusBar>

#include <optional>
#include <vector>

class QLabel;
class QToolButton;

namespace hscope::app {

class TraceDocument;

/// `cursor 1.234 567 890 s | selection 61.84 µs | view 1.740 ms of 12.84 s | corrected ±1.2% |
/// 1 284 096 slices | 3 diagnostics`
class StatusLine : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusLine(TraceDocument& document, QWidget* parent = nullptr);

    void setCursor(std::optional<core::TraceTime> time);

    /// Adds what another workspace shows in place of the trace's fields.
    void addWorkspace(QWidget* fields);
    /// Shows those fields; null: the trace's.
    void showWorkspace(const QWidget* fields);

    /// Says something for a while, in place of nothing else.
    void tell(const QString& sentence);

Q_SIGNALS:
    void diagnosticsClicked();

private:
    QWidget* addRule();
    QLabel* addField();
    void refresh();
    void refreshCorrection();
    void refreshDiagnostics();

    TraceDocument& m_document;
    std::vector<QWidget*> m_workspaces;
    bool m_showsTrace = true;
    QLabel* m_cursor;
    QLabel* m_selection;
    QLabel* m_view;
    QWidget* m_correctionRule; ///< Before m_correction; both are hidden without a correction.
    QLabel* m_correction;
    QLabel* m_slices;
    QToolButton* m_diagnostics;
    QLabel* m_message;
};

} // namespace hscope::app
