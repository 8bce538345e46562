// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/models/background_task.h"
#include "core/analysis/gpu_truth.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <vector>

namespace hscope::app {

class TraceDocument;

/// What the devices of the open trace did, computed in the background.
///
/// Thread: the GUI thread.
class GpuTruthSource final : public QObject
{
    Q_OBJECT

public:
    using Devices = std::vector<core::DeviceTruth>;

    /// `document` must outlive this object.
    explicit GpuTruthSource(TraceDocument& document, QObject* parent = nullptr);

    [[nodiscard]] const core::GpuTruthOptions& options() const { return m_options; }

    /// What was computed stays until the new numbers are there. Silent if nothing changes.
    void setOptions(const core::GpuTruthOptions& options);

    /// The trace that devices() belongs to; null while none is loaded.
    [[nodiscard]] std::shared_ptr<const core::TraceStore> store() const { return m_store; }

    /// Null until they are computed for the open trace.
    [[nodiscard]] std::shared_ptr<const Devices> devices() const { return m_devices; }

Q_SIGNALS:
    void changed();

private:
    void refresh();
    void start();

    TraceDocument& m_document;
    core::GpuTruthOptions m_options;
    std::shared_ptr<const core::TraceStore> m_store;
    std::shared_ptr<const Devices> m_devices;
    QThreadPool m_pool; ///< Outlives the task.
    BackgroundTask<Devices> m_task{m_pool};
};

} // namespace hscope::app
