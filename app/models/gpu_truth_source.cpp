// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/gpu_truth_source.h"

#include "app/models/trace_document.h"

namespace hscope::app {

GpuTruthSource::GpuTruthSource(TraceDocument& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    m_pool.setMaxThreadCount(1);
    connect(&document, &TraceDocument::traceChanged, this, &GpuTruthSource::refresh);
    connect(&document, &TraceDocument::stateChanged, this, &GpuTruthSource::refresh);
    refresh();
}

void GpuTruthSource::setOptions(const core::GpuTruthOptions& options)
{
    if (m_options == options) {
        return;
    }
    m_options = options;
    if (m_store) {
        start();
    }
}

void GpuTruthSource::refresh()
{
    const auto store = m_document.isPreview() ? nullptr : m_document.analysedStore();
    if (store == m_store) {
        return;
    }
    m_store = store;
    m_devices.reset();
    m_task.cancel();
    if (m_store) {
        start();
    }
    Q_EMIT changed();
}

void GpuTruthSource::start()
{
    m_task.start(
        [store = m_store, options = m_options](const BackgroundTask<Devices>::Job&) {
            return core::deviceTruth(*store, options);
        },
        [this](Devices devices) {
            m_devices = std::make_shared<const Devices>(std::move(devices));
            Q_EMIT changed();
        });
}

} // namespace hscope::app
