// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/calibration_document.h"
#include "tests/support/temp_folder.h"

#include <QTest>

#include <string>

using namespace hscope;
using test::TempFolder;

namespace {

constexpr std::string_view kDocument = R"({
  "format": "heteroscope-calibration",
  "version": 1,
  "machine": "a processor x2",
  "command": ["train", "--steps", "8"],
  "repetitions": 3,
  "span_s": 2,
  "overhead_s": 0.25,
  "half_width_s": 0.0625,
  "costs": [
    {"kind": "torch", "mean_ns": 550, "low_ns": 500, "high_ns": 600, "inside_ns": 300,
     "dormant_ns": 8, "samples": 90, "repetitions_ns": [540, 550, 560]}
  ]
})";

/// The document with a text in place of another.
std::string changed(const std::string& from, const std::string& to)
{
    std::string text(kDocument);
    return text.replace(text.find(from), from.size(), to);
}

} // namespace

class tst_CalibrationDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void readsEveryField()
    {
        const TempFolder folder;
        const auto read = sim::readCalibration(folder.write("c.json", std::string(kDocument)));
        QVERIFY(read);
        QCOMPARE(read->model.origin.machine, std::string("a processor x2"));
        QVERIFY(read->model.origin.hooks.empty());
        QCOMPARE(read->command.size(), std::size_t{3});
        QCOMPARE(read->repetitions, std::int64_t{3});
        QCOMPARE(read->overheadS / read->spanS, 0.125);
        QCOMPARE(read->halfWidthS, 0.0625);
        QCOMPARE(read->model.costs.size(), std::size_t{1});
        const core::OverheadCost expected{core::OverheadKind::Torch, {}, 550, 500, 600, 300, 90,
                                          {540, 550, 560},           8};
        QVERIFY(read->model.costs[0] == expected);
    }

    void readsWhatItWrote()
    {
        const TempFolder folder;
        const auto read = sim::readCalibration(folder.write("c.json", std::string(kDocument)));
        QVERIFY(read);
        sim::Calibration calibration = *read;
        calibration.model.origin.hooks = "torch 1.13.1";
        calibration.model.costs.push_back(
            {core::OverheadKind::GpuApi, "cudaLaunchKernel", 1.5, 1, 2, 0, 7, {}});
        const auto path = folder.path("again.json");
        QVERIFY(sim::writeCalibration(calibration, path));
        const auto again = sim::readCalibration(path);
        QVERIFY(again);
        QVERIFY(again->model == calibration.model);
        QCOMPARE(again->command, calibration.command);
        QCOMPARE(again->spanS, calibration.spanS);
    }

    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const std::string& text, const char* place) {
            QTest::newRow(name) << QString::fromStdString(text) << QString::fromUtf8(place);
        };
        row("another document", changed("heteroscope-calibration", "heteroscope-cluster"),
            "/format");
        row("a later version", changed("\"version\": 1", "\"version\": 2"), "/version");
        row("unknown kind", changed("\"torch\"", "\"horch\""), "/costs/0/kind");
        row("marked overhead has no cost", changed("\"torch\"", "\"profiler\""), "/costs/0/kind");
        row("not in order", changed("\"low_ns\": 500", "\"low_ns\": 700"), "/costs/0");
        row("a kind twice",
            changed("\"costs\": [", "\"costs\": [{\"kind\": \"torch\", \"mean_ns\": 1, "
                                    "\"low_ns\": 1, \"high_ns\": 1, \"inside_ns\": 0, "
                                    "\"dormant_ns\": 0, \"samples\": 1, \"repetitions_ns\": []},"),
            "this kind has a cost already");
        row("more inside than there is", changed("\"inside_ns\": 300", "\"inside_ns\": 600"),
            "/costs/0");
        row("negative", changed("\"mean_ns\": 550", "\"mean_ns\": -1"), "/costs/0/mean_ns");
        row("unknown field", changed("\"repetitions\": 3", "\"repetitions\": 3, \"more\": 1"),
            "/more");
        row("missing field", changed("\"span_s\": 2,", ""), "/span_s");
    }

    void refusesWhatMakesNoSense()
    {
        QFETCH(QString, text);
        QFETCH(QString, place);
        const TempFolder folder;
        const auto read = sim::readCalibration(folder.write("c.json", text.toStdString()));
        QVERIFY(!read);
        const QString message = QString::fromStdString(read.error().message);
        QVERIFY2(message.contains(place), qPrintable(message));
        QVERIFY(message.contains(QStringLiteral("c.json")));
    }
};

QTEST_APPLESS_MAIN(tst_CalibrationDocument)

#include "tst_calibration_document.moc"
