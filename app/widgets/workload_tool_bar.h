// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/workload_actions.h"

#include <QStringList>
#include <QToolBar>

class QMenu;
class QToolButton;

namespace hscope::app {

struct WindowActions;

/// The tools of the Workload workspace.
class WorkloadToolBar final : public QToolBar
{
    Q_OBJECT

public:
    WorkloadToolBar(const WorkloadActions& actions, const WindowActions& window,
                    QWidget* parent = nullptr);

    /// Names of the workloads that come with the program.
    void setExamples(const QStringList& names);

    [[nodiscard]] QMenu* examples() const { return m_examples; }

Q_SIGNALS:
    void exampleRequested(const QString& name);

private:
    QMenu* m_examples;
    QToolButton* m_exampleButton;
};

} // namespace hscope::app
