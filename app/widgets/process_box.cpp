// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/process_box.h"

#include "app/models/format.h"

#include <QSignalBlocker>

#include <utility>

namespace hscope::app {

ProcessBox::ProcessBox(QWidget* parent)
    : QComboBox(parent)
{
    setAccessibleName(tr("Process"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMaximumWidth(240);
    connect(this, &QComboBox::currentIndexChanged, this, &ProcessBox::processChanged);
}

void ProcessBox::setProcesses(std::vector<BreakdownProcess> processes)
{
    const BreakdownProcess* chosen = process();
    const std::optional before = chosen == nullptr ? std::nullopt : std::optional(chosen->process);
    m_processes = std::move(processes);
    const QSignalBlocker blocker(this);
    clear();
    int current = 0;
    for (const BreakdownProcess& entry : m_processes) {
        if (entry.process == before) {
            current = count();
        }
        addItem(elideMiddle(entry.title, 40));
    }
    setCurrentIndex(m_processes.empty() ? -1 : current);
    setVisible(m_processes.size() > 1);
}

const BreakdownProcess* ProcessBox::process() const
{
    const int index = currentIndex();
    return index < 0 || index >= static_cast<int>(m_processes.size())
               ? nullptr
               : &m_processes[static_cast<std::size_t>(index)];
}

} // namespace hscope::app
