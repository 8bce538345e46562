// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <QStatusBar>

#include <optional>

class QLabel;
class QToolButton;

namespace hscope::app {

class TraceDocument;

/// `cursor 1.234 567 890 s | selection 61.84 µs | view 1.740 ms of 12.84 s | 1 284 096 slices | 3
/// diagnostics`
class StatusLine : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusLine(TraceDocument& document, QWidget* parent = nullptr);

    void setCursor(std::optional<core::TraceTime> time);

    /// Says something for a while, in place of nothing else.
    void tell(const QString& sentence);

Q_SIGNALS:
    void diagnosticsClicked();

private:
    QLabel* addField(bool isFirst);
    void refresh();
    void refreshDiagnostics();

    TraceDocument& m_document;
    QLabel* m_cursor;
    QLabel* m_selection;
    QLabel* m_view;
    QLabel* m_slices;
    QToolButton* m_diagnostics;
    QLabel* m_message;
};

} // namespace hscope::app
