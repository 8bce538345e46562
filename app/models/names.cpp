// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/names.h"

#include "app/models/format.h"

#include <QCoreApplication>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Names", text);
}

} // namespace

QString processTitle(const core::TraceStore& store, core::ProcessId process)
{
    const core::Process& row = store.process(process);
    const QString name = toText(store.text(row.name)).simplified();
    if (!name.isEmpty()) {
        return name;
    }
    return row.pid ? tr("process %1").arg(*row.pid) : tr("process");
}

QString trackTitle(const core::TraceStore& store, core::TrackId track)
{
    const core::Track& row = store.track(track);
    if (row.kind == core::TrackKind::GpuStream && row.device && row.stream) {
        return tr("GPU %1 stream %2").arg(*row.device).arg(*row.stream);
    }
    if (row.kind == core::TrackKind::Operations) {
        return tr("Operations");
    }
    if (row.kind == core::TrackKind::Iterations) {
        return tr("Iterations");
    }
    const QString name = toText(store.text(row.name)).simplified();
    if (!name.isEmpty()) {
        return name;
    }
    return row.tid ? tr("thread %1").arg(*row.tid) : tr("track");
}

} // namespace hscope::app
