// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

class QAction;
class QLabel;

namespace hscope::app {

class TraceDocument;

/// `Iteration  <  158 / 2 570  >`: says which iteration the middle of the view lies in and steps to
/// its neighbours.
class IterationStepper : public QWidget
{
    Q_OBJECT

public:
    /// The actions are triggered by the buttons and enabled by this.
    IterationStepper(TraceDocument& document, QAction& previous, QAction& next,
                     QWidget* parent = nullptr);

    [[nodiscard]] QString text() const;

    /// False while the trace has no iterations.
    [[nodiscard]] bool isAvailable() const { return m_isAvailable; }

    void stepBack() { step(-1); }

    void stepForward() { step(1); }

Q_SIGNALS:
    void availabilityChanged();

private:
    [[nodiscard]] std::optional<std::size_t> current() const;
    void step(int direction);
    void refresh();

    TraceDocument& m_document;
    QAction& m_previous;
    QAction& m_next;
    QLabel* m_label;
    bool m_isAvailable = false;
};

} // namespace hscope::app
