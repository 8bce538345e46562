// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "collector/cupti/gpu_clock.h"

#include <QTest>

#include <cmath>
#include <random>

using hscope::cupti::GpuClock;

namespace {

constexpr std::uint64_t kGpuStart = 1'700'000'000'000'000'000;
constexpr std::int64_t kHostStart = 5'000'000'000;
constexpr std::uint64_t kApart = 100'000'000; ///< Between readings.

/// The host's clock beside one of the GPU that is `ppm` slower.
std::int64_t hostAt(std::uint64_t gpuNs, double ppm)
{
    const auto passed = static_cast<double>(gpuNs - kGpuStart);
    return kHostStart + std::llround(passed * (1 + ppm / 1e6));
}

} // namespace

class tst_GpuClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mapsNothingWithoutReadings();
    void findsOffsetAndDrift_data();
    void findsOffsetAndDrift();
    void tellsTheResidual();
    void risesWhateverTheReadings();
    void keepsWhatItSaidOfThePast();
    void ignoresReadingsThatGoBack();
};

void tst_GpuClock::mapsNothingWithoutReadings()
{
    const GpuClock clock;
    QVERIFY(clock.isEmpty());
    QCOMPARE(clock.toHostNs(17), 0);
}

void tst_GpuClock::findsOffsetAndDrift_data()
{
    QTest::addColumn<double>("ppm");
    QTest::newRow("none") << 0.0;
    QTest::newRow("slower") << 37.0;
    QTest::newRow("faster") << -150.0;
}

void tst_GpuClock::findsOffsetAndDrift()
{
    QFETCH(const double, ppm);
    GpuClock clock;
    for (std::uint64_t i = 0; i < 100; ++i) {
        const std::uint64_t gpu = kGpuStart + i * kApart;
        clock.add({gpu, hostAt(gpu, ppm)});
    }
    QVERIFY2(std::abs(clock.driftPpm() - ppm) < 0.01,
             qPrintable(QString::number(clock.driftPpm())));
    QVERIFY(clock.residualNs() < 1);
    // Within the readings, and a second beyond the last.
    for (std::uint64_t at = 10 * kApart; at < 110 * kApart; at += kApart / 7) {
        const std::int64_t off = clock.toHostNs(kGpuStart + at) - hostAt(kGpuStart + at, ppm);
        QVERIFY2(std::abs(off) < 20, qPrintable(QString::number(off)));
    }
}

void tst_GpuClock::tellsTheResidual()
{
    // Every other reading is late by 2000 ns: the line lies in the middle, 1000 from each.
    GpuClock clock;
    for (std::uint64_t i = 0; i < 64; ++i) {
        const std::uint64_t gpu = kGpuStart + i * kApart;
        clock.add({gpu, hostAt(gpu, 0) + (i % 2 == 0 ? 0 : 2000)});
    }
    QVERIFY2(std::abs(clock.residualNs() - 1000) < 10,
             qPrintable(QString::number(clock.residualNs())));
}

void tst_GpuClock::risesWhateverTheReadings()
{
    std::mt19937 random(7);
    std::uniform_int_distribution<std::int64_t> jitter(-40'000'000, 40'000'000);
    GpuClock clock;
    std::uint64_t gpu = kGpuStart;
    std::int64_t last = INT64_MIN;
    for (int i = 0; i < 500; ++i) {
        gpu += kApart / 10;
        clock.add({gpu, hostAt(gpu, 20) + jitter(random)});
        for (int k = 0; k < 10; ++k) {
            const std::int64_t mapped =
                clock.toHostNs(gpu + static_cast<std::uint64_t>(k) * kApart / 100);
            QVERIFY2(mapped >= last, qPrintable(QString("%1 before %2").arg(mapped).arg(last)));
            last = mapped;
        }
    }
}

void tst_GpuClock::keepsWhatItSaidOfThePast()
{
    GpuClock clock;
    clock.add({kGpuStart, hostAt(kGpuStart, 0)});
    clock.add({kGpuStart + kApart, hostAt(kGpuStart + kApart, 0)});
    const std::int64_t before = clock.toHostNs(kGpuStart + kApart / 2);
    clock.add({kGpuStart + 2 * kApart, hostAt(kGpuStart + 2 * kApart, 0) + 5'000'000});
    QCOMPARE(clock.toHostNs(kGpuStart + kApart / 2), before);
}

void tst_GpuClock::ignoresReadingsThatGoBack()
{
    GpuClock clock;
    clock.add({kGpuStart, kHostStart});
    clock.add({kGpuStart + kApart, hostAt(kGpuStart + kApart, 0)});
    const std::int64_t before = clock.toHostNs(kGpuStart + 3 * kApart);
    clock.add({kGpuStart + kApart, kHostStart});
    clock.add({kGpuStart + 2 * kApart, kHostStart});
    QCOMPARE(clock.toHostNs(kGpuStart + 3 * kApart), before);
}

QTEST_APPLESS_MAIN(tst_GpuClock)
#include "tst_gpu_clock.moc"
