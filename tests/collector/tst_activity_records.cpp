// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/activity_records.h"
#include "hscope/hooks.h"

#include <QTest>

#include <cstddef>
#include <cstring>
#include <vector>

using namespace hscope::cupti;

// The fields that are read lie at the same place in every layout that the headers have: those of
// older versions are in cupti_activity_deprecated.h. (With the headers of 11.8 there is one each.)
#define SAME(Old, New, field)                                                                      \
    static_assert(offsetof(Old, field) == offsetof(New, field) &&                                  \
                  sizeof(Old::field) == sizeof(New::field))
#define SAME_WORK(Old, New)                                                                        \
    SAME(Old, New, start);                                                                         \
    SAME(Old, New, end);                                                                           \
    SAME(Old, New, deviceId);                                                                      \
    SAME(Old, New, streamId);                                                                      \
    SAME(Old, New, correlationId);                                                                 \
    SAME(Old, New, graphId)
#define SAME_KERNEL(New)                                                                           \
    SAME_WORK(CUpti_ActivityKernel8, New);                                                         \
    SAME(CUpti_ActivityKernel8, New, registersPerThread);                                          \
    SAME(CUpti_ActivityKernel8, New, gridX);                                                       \
    SAME(CUpti_ActivityKernel8, New, gridY);                                                       \
    SAME(CUpti_ActivityKernel8, New, gridZ);                                                       \
    SAME(CUpti_ActivityKernel8, New, blockX);                                                      \
    SAME(CUpti_ActivityKernel8, New, blockY);                                                      \
    SAME(CUpti_ActivityKernel8, New, blockZ);                                                      \
    SAME(CUpti_ActivityKernel8, New, staticSharedMemory);                                          \
    SAME(CUpti_ActivityKernel8, New, dynamicSharedMemory);                                         \
    SAME(CUpti_ActivityKernel8, New, localMemoryPerThread);                                        \
    SAME(CUpti_ActivityKernel8, New, name);                                                        \
    SAME(CUpti_ActivityKernel8, New, graphNodeId)

#if CUPTI_API_VERSION >= 20
SAME_KERNEL(CUpti_ActivityKernel9);
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice5, id);
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice5, name);
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice5, uuid);
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice5, computeCapabilityMajor);
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice5, computeCapabilityMinor);
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice5, numMultiprocessors);
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice5, globalMemorySize);
#endif
#if CUPTI_API_VERSION >= 21
SAME_WORK(CUpti_ActivityGraphTrace, CUpti_ActivityGraphTrace2);
#endif
#if CUPTI_API_VERSION >= 22
SAME(CUpti_ActivityOverhead, CUpti_ActivityOverhead3, overheadKind);
SAME(CUpti_ActivityOverhead, CUpti_ActivityOverhead3, objectKind);
SAME(CUpti_ActivityOverhead, CUpti_ActivityOverhead3, objectId);
SAME(CUpti_ActivityOverhead, CUpti_ActivityOverhead3, start);
SAME(CUpti_ActivityOverhead, CUpti_ActivityOverhead3, end);
#endif
#if CUPTI_API_VERSION >= 24
SAME(CUpti_ActivityContext, CUpti_ActivityContext3, contextId);
SAME(CUpti_ActivityContext, CUpti_ActivityContext3, deviceId);
SAME(CUpti_ActivityContext, CUpti_ActivityContext3, nullStreamId);
#endif
#if CUPTI_API_VERSION >= 26
SAME_WORK(CUpti_ActivityMemcpy5, CUpti_ActivityMemcpy6);
SAME(CUpti_ActivityMemcpy5, CUpti_ActivityMemcpy6, copyKind);
SAME(CUpti_ActivityMemcpy5, CUpti_ActivityMemcpy6, srcKind);
SAME(CUpti_ActivityMemcpy5, CUpti_ActivityMemcpy6, dstKind);
SAME(CUpti_ActivityMemcpy5, CUpti_ActivityMemcpy6, bytes);
SAME(CUpti_ActivityMemcpy5, CUpti_ActivityMemcpy6, graphNodeId);
SAME(CUpti_ActivitySynchronization, CUpti_ActivitySynchronization2, type);
SAME(CUpti_ActivitySynchronization, CUpti_ActivitySynchronization2, correlationId);
SAME(CUpti_ActivitySynchronization, CUpti_ActivitySynchronization2, streamId);
SAME(CUpti_ActivitySynchronization, CUpti_ActivitySynchronization2, cudaEventId);
#endif
#if CUPTI_API_VERSION >= 130000
SAME_KERNEL(CUpti_ActivityKernel10);
#endif
#if CUPTI_API_VERSION >= 130100
SAME_KERNEL(CUpti_ActivityKernel11);
SAME(CUpti_ActivityContext, CUpti_ActivityContext4, contextId);
SAME(CUpti_ActivityContext, CUpti_ActivityContext4, deviceId);
SAME(CUpti_ActivityContext, CUpti_ActivityContext4, nullStreamId);
#endif
#if CUPTI_API_VERSION >= 130200
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice6, id);
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice6, name);
SAME(CUpti_ActivityDevice4, CUpti_ActivityDevice6, uuid);
#endif
#if CUPTI_API_VERSION >= 130300
SAME_KERNEL(CUpti_ActivityKernel12);
#endif
#if CUPTI_API_VERSION >= 130400
SAME_KERNEL(CUpti_ActivityKernel13);
SAME_WORK(CUpti_ActivityMemcpy5, CUpti_ActivityMemcpy7);
SAME_WORK(CUpti_ActivityMemset4, CUpti_ActivityMemset5);
SAME(CUpti_ActivityMemset4, CUpti_ActivityMemset5, value);
SAME(CUpti_ActivityMemset4, CUpti_ActivityMemset5, bytes);
SAME(CUpti_ActivityMemset4, CUpti_ActivityMemset5, memoryKind);
#endif

namespace {

/// A record with ones in all its bits, but for its kind: whoever reads more than he set shows it.
template <typename Record>
Record blank(CUpti_ActivityKind kind)
{
    Record record;
    std::memset(static_cast<void*>(&record), 0xff, sizeof record);
    record.kind = kind;
    return record;
}

template <typename Record>
Activity read(const Record& record)
{
    // At an odd address, as records may lie in a buffer of other kinds.
    std::vector<std::byte> bytes(sizeof record + 8);
    std::memcpy(bytes.data() + 8, &record, sizeof record);
    return readActivity(*reinterpret_cast<const CUpti_Activity*>(bytes.data() + 8));
}

std::string argument(const Arguments& arguments, std::string_view name)
{
    for (const auto& [key, value] : arguments) {
        if (key == name) {
            return value;
        }
    }
    return "missing";
}

} // namespace

class tst_ActivityRecords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsItsVersions_data();
    void knowsItsVersions();
    void readsAKernel();
    void readsCopies_data();
    void readsCopies();
    void readsWhatACallWaitsFor();
    void readsOverheadOfOthersThanThreads();
    void readsADevice();
    void passesOverWhatItDoesNotKnow();
};

void tst_ActivityRecords::knowsItsVersions_data()
{
    QTest::addColumn<unsigned>("version");
    QTest::addColumn<bool>("isKnown");
    // What cupti_version.h of each release says.
    for (const unsigned version : {18U, 20U, 21U, 22U, 23U, 24U, 26U, 28U, 130000U, 130001U,
                                   130101U, 130202U, 130301U, 130401U, 130500U}) {
        QTest::addRow("%u", version) << version << true;
    }
    for (const unsigned version : {0U, 14U, 17U, 29U, 120000U, 130600U, 140000U}) {
        QTest::addRow("%u", version) << version << false;
    }
}

void tst_ActivityRecords::knowsItsVersions()
{
    QFETCH(const unsigned, version);
    QFETCH(const bool, isKnown);
    QCOMPARE(isSupported(version), isKnown);
}

void tst_ActivityRecords::readsAKernel()
{
    auto record = blank<CUpti_ActivityKernel8>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    record.name = "_Z3addv";
    record.start = 1'000'000'000'000'000'001;
    record.end = 1'000'000'000'000'000'900;
    record.deviceId = 3;
    record.streamId = 13;
    record.correlationId = 4'000'000'000;
    record.gridX = 2'147'483'647;
    record.gridY = 65535;
    record.gridZ = 1;
    record.blockX = 32;
    record.blockY = 32;
    record.blockZ = 1;
    record.registersPerThread = 255;
    record.staticSharedMemory = 0;
    record.dynamicSharedMemory = 232448;
    record.localMemoryPerThread = 16;
    record.graphId = 0;
    const Activity activity = read(record);
    const Work& work = std::get<Work>(activity);
    QCOMPARE(work.category, int{HSCOPE_CATEGORY_GPU_KERNEL});
    QCOMPARE(work.mangledName, std::string_view("_Z3addv"));
    QCOMPARE(work.start, std::uint64_t{1'000'000'000'000'000'001});
    QCOMPARE(work.end, std::uint64_t{1'000'000'000'000'000'900});
    QCOMPARE(work.device, 3U);
    QCOMPARE(work.stream, 13U);
    QCOMPARE(work.correlation, 4'000'000'000U);
    QCOMPARE(argument(work.arguments, "grid"), std::string("[2147483647,65535,1]"));
    QCOMPARE(argument(work.arguments, "block"), std::string("[32,32,1]"));
    QCOMPARE(argument(work.arguments, "registers per thread"), std::string("255"));
    QCOMPARE(argument(work.arguments, "dynamic shared memory"), std::string("232448"));
    QCOMPARE(argument(work.arguments, "local memory per thread"), std::string("16"));
    QCOMPARE(argument(work.arguments, "graph id"), std::string("missing"));
}

void tst_ActivityRecords::readsCopies_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("name");
    QTest::newRow("to device") << int{CUPTI_ACTIVITY_MEMCPY_KIND_HTOD}
                               << "Memcpy HtoD (Pageable -> Managed)";
    QTest::newRow("within device")
        << int{CUPTI_ACTIVITY_MEMCPY_KIND_DTOD} << "Memcpy DtoD (Pageable -> Managed)";
    QTest::newRow("newer than we") << 99 << "Memcpy of unknown kind (Pageable -> Managed)";
}

void tst_ActivityRecords::readsCopies()
{
    QFETCH(const int, kind);
    QFETCH(const QString, name);
    auto record = blank<CUpti_ActivityMemcpy5>(CUPTI_ACTIVITY_KIND_MEMCPY);
    record.copyKind = static_cast<std::uint8_t>(kind);
    record.srcKind = CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE;
    record.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_MANAGED;
    record.bytes = 3000;
    record.start = 1000;
    record.end = 2000;
    record.graphId = 0;
    const Activity activity = read(record);
    const Work& work = std::get<Work>(activity);
    QCOMPARE(QString::fromStdString(work.name), name);
    QCOMPARE(argument(work.arguments, "bytes"), std::string("3000"));
    QCOMPARE(argument(work.arguments, "memory bandwidth (GB/s)"), std::string("3.000"));
}

void tst_ActivityRecords::readsWhatACallWaitsFor()
{
    auto record = blank<CUpti_ActivitySynchronization>(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
    record.type = CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE;
    record.correlationId = 5; // stream and event stay all ones, which means none
    const Activity activity = read(record);
    const CallDetail& detail = std::get<CallDetail>(activity);
    QCOMPARE(detail.correlation, 5U);
    QCOMPARE(detail.arguments.size(), std::size_t{1});
    QCOMPARE(argument(detail.arguments, "waits for"), std::string("\"context\""));
}

void tst_ActivityRecords::readsOverheadOfOthersThanThreads()
{
    auto record = blank<CUpti_ActivityOverhead>(CUPTI_ACTIVITY_KIND_OVERHEAD);
    record.overheadKind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE;
    record.objectKind = CUPTI_ACTIVITY_OBJECT_DEVICE;
    record.start = 5;
    record.end = 9;
    const Activity activity = read(record);
    const Overhead& overhead = std::get<Overhead>(activity);
    QCOMPARE(overhead.thread, 0U);
    QCOMPARE(overhead.name, std::string_view("CUPTI: making resources"));
    QCOMPARE(overhead.category, int{HSCOPE_CATEGORY_OVERHEAD});
    QCOMPARE(overhead.end, std::uint64_t{9});
    // What the driver does for the program is none of the profiler's.
    record.overheadKind = static_cast<CUpti_ActivityOverheadKind>(5 << 16);
    QCOMPARE(std::get<Overhead>(read(record)).category, int{HSCOPE_CATEGORY_GPU_API});
    record.overheadKind = static_cast<CUpti_ActivityOverheadKind>(77 << 16);
    QCOMPARE(std::get<Overhead>(read(record)).category, int{HSCOPE_CATEGORY_GPU_API});
}

void tst_ActivityRecords::readsADevice()
{
    auto record = blank<CUpti_ActivityDevice4>(CUPTI_ACTIVITY_KIND_DEVICE);
    record.id = 1;
    record.name = nullptr;
    record.computeCapabilityMajor = 8;
    record.computeCapabilityMinor = 6;
    record.numMultiprocessors = 84;
    record.globalMemorySize = std::uint64_t{48} << 30U;
    const Activity activity = read(record);
    const Device& device = std::get<Device>(activity);
    QCOMPARE(device.number, 1U);
    QCOMPARE(device.description,
             std::string("GPU, compute capability 8.6, 84 multiprocessors, 48.0 GiB"));
    QCOMPARE(device.uuid, std::string("GPU-ffffffff-ffff-ffff-ffff-ffffffffffff"));
}

void tst_ActivityRecords::passesOverWhatItDoesNotKnow()
{
    const auto record = blank<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME);
    QVERIFY(std::holds_alternative<std::monostate>(read(record)));
    auto newer = record;
    newer.kind = static_cast<CUpti_ActivityKind>(9999);
    QVERIFY(std::holds_alternative<std::monostate>(read(newer)));
}

QTEST_APPLESS_MAIN(tst_ActivityRecords)
#include "tst_activity_records.moc"
