// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/documents.h"
#include "tests/simulator/brute_force.h"
#include "tests/support/temp_folder.h"

#include <QTest>

#include <fstream>
#include <sstream>

using namespace hscope;

namespace {

constexpr const char* kWorkload =
    R"({"format": "heteroscope-workload", "version": 1, "name": "w", "batch_size": 8,
 "microbatches": 2, "samples_per_epoch": 1000, "epochs": 1, "layers": [
 {"name": "a", "type": "fc", "input_bytes": 1, "output_bytes": 2, "dense_weight_bytes": 3,
  "profile": {"cpu": {"compute_s": 1e-3, "communication_s": 0, "alpha": 1, "beta": 1}}},
 {"name": "b", "type": "fc", "input_bytes": 2, "output_bytes": 1, "dense_weight_bytes": 3,
  "profile": {"cpu": {"compute_s": 1e-3, "communication_s": 0, "alpha": 1, "beta": 1, "measured_et": [[1, 1], [2, 0.6]]}}}],
 "edges": [{"from": 0, "to": 1, "bytes": 4}]})";

constexpr const char* kCluster =
    R"({"format": "heteroscope-cluster", "version": 1, "name": "c", "prices_as_of": "2021-11",
 "resource_types": [{"id": "cpu", "kind": "cpu", "name": "core", "price_usd_per_hour": 0.04, "limit": 4,
  "preemptible": {"price_usd_per_hour": 0.01, "mean_life_h": 3}}],
 "groups": [{"id": "rack"}, {"id": "spare", "name": "Spare rack", "x": 16, "y": 32.5}],
 "nodes": [{"id": "n", "count": 2, "group": "rack", "devices": [{"type": "cpu", "count": 3}], "x": 1, "y": -2.5}],
 "switches": [{"id": "s"}],
 "links": [{"from": "n", "to": "s", "kind": "ethernet", "gb_per_s": 1.25, "latency_us": 5, "duplex": "half"}],
 "billing": {"step_s": 3600}, "storage": {"gb_per_s": 2}})";

constexpr const char* kPlacement =
    R"({"format": "heteroscope-placement", "version": 1, "workload": "w", "cluster": "c",
 "scheduler": "exact", "seed": 3, "feasible": true, "semantics": "analytic",
 "stages": [{"first_layer": 0, "last_layer": 1, "type": "cpu", "units": 2,
  "replicas": [{"type": "cpu", "node": "n", "device": 0}, {"type": "cpu", "node": "n", "device": 1}]}],
 "parameter_servers": {"type": "cpu", "units": 1, "co_located": true},
 "period_s": 0.001, "throughput_samples_per_s": 1000, "cost_usd": 1.5, "lower_bound_usd": 1, "proven_optimal": false,
 "certificate": {"entries": [{"period_s": 0.1, "weight_usd_per_hour": null, "potentials": [1, null]}]},
 "evaluations": 7, "timing": {"decision_s": 0.5, "training_s": 0}})";

/// The text with one occurrence of `from` replaced.
std::string with(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    if (at == std::string::npos) {
        qFatal("the text to replace is not there");
    }
    return text.replace(at, from.size(), to);
}

std::string contentOf(const std::filesystem::path& path)
{
    std::stringstream content;
    content << std::ifstream(path).rdbuf();
    return content.str();
}

} // namespace

class tst_Documents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrites();
    void randomProblemsSurvive();
    void bundledScenariosAreInTheWritersForm();
    void anEditChangesOneLine();
    void infeasiblePlacementsHaveNulls();
    void tellsKindsApart();
    void refuses_data();
    void refuses();
    void badFiles();
    void writesInOneStep();
};

void tst_Documents::readsWhatItWrites()
{
    const auto workload = sim::parseWorkload(kWorkload, "w.json");
    QVERIFY2(workload, workload ? "" : workload.error().message.c_str());
    QCOMPARE(workload->layers[1].profile.at("cpu").measured[1].seconds, 0.6);
    QVERIFY(workload->chargeBoundaryTraffic); // The default.
    QVERIFY(sim::parseWorkload(sim::toJson(*workload), "again") == *workload);
    const auto cluster = sim::parseCluster(kCluster, "c.json");
    QVERIFY2(cluster, cluster ? "" : cluster.error().message.c_str());
    QCOMPARE(sim::unitLimit(*cluster, 0),
             std::optional<std::int64_t>(4)); // 6 are drawn, the limit lowers it.
    QVERIFY(!cluster->links[0].fullDuplex);
    QCOMPARE(cluster->groups[1].y, std::optional<double>(32.5));
    QVERIFY(sim::parseCluster(sim::toJson(*cluster), "again") == *cluster);
    const auto placement = sim::parsePlacement(kPlacement, "p.json");
    QVERIFY2(placement, placement ? "" : placement.error().message.c_str());
    QVERIFY(sim::parsePlacement(sim::toJson(*placement), "again") == *placement);
}

void tst_Documents::randomProblemsSurvive()
{
    std::mt19937_64 random(5);
    for (int i = 0; i < 200; ++i) {
        const test::RandomProblem problem =
            test::randomProblem(random, {6, 4, true, true, true, true});
        QVERIFY(sim::parseWorkload(sim::toJson(problem.workload), "w") == problem.workload);
        QVERIFY(sim::parseCluster(sim::toJson(problem.cluster), "c") == problem.cluster);
    }
}

void tst_Documents::bundledScenariosAreInTheWritersForm()
{
    const std::filesystem::path folder(HSCOPE_SCENARIOS);
    int seen = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".json") {
            continue;
        }
        const std::string text = contentOf(entry.path());
        const std::string source = entry.path().string();
        const bool isCluster = entry.path().parent_path().filename() == "clusters";
        const std::string written = isCluster
                                        ? sim::toJson(sim::parseCluster(text, source).value())
                                        : sim::toJson(sim::parseWorkload(text, source).value());
        QCOMPARE(written, text);
        ++seen;
    }
    QVERIFY(seen > 5);
}

void tst_Documents::anEditChangesOneLine()
{
    sim::Workload workload = sim::parseWorkload(kWorkload, "w").value();
    const std::string before = sim::toJson(workload);
    workload.layers[1].profile["cpu"].alpha = 0.25;
    const std::string after = sim::toJson(workload);
    std::istringstream old(before);
    std::istringstream edited(after);
    int different = 0;
    for (std::string a, b; std::getline(old, a) && std::getline(edited, b);) {
        different += a != b ? 1 : 0;
    }
    QCOMPARE(different, 1);
}

void tst_Documents::infeasiblePlacementsHaveNulls()
{
    sim::Placement placement;
    placement.workload = "w";
    placement.cluster = "c";
    placement.scheduler = "exact";
    placement.reason = "too slow";
    const std::string text = sim::toJson(placement);
    QVERIFY(text.find("\"stages\": []") != std::string::npos);
    QVERIFY(text.find("\"cost_usd\": null") != std::string::npos);
    QVERIFY(text.find("timing") == std::string::npos);
    QVERIFY(sim::parsePlacement(text, "p").value() == placement);
}

void tst_Documents::tellsKindsApart()
{
    QCOMPARE(sim::documentKind(kWorkload, "").value(), sim::DocumentKind::Workload);
    QCOMPARE(sim::documentKind(kCluster, "").value(), sim::DocumentKind::Cluster);
    QCOMPARE(sim::documentKind(kPlacement, "").value(), sim::DocumentKind::Placement);
    QVERIFY(!sim::documentKind(R"({"traceEvents": []})", "trace.json"));
    QVERIFY(!sim::documentKind("[]", "list.json"));
}

void tst_Documents::refuses_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, std::string text, const char* message) {
        QTest::newRow(name) << std::move(text) << QString::fromLatin1(message);
    };
    row("no JSON", "{\n \"format\": ", "d.json: line 2, column 12: not valid JSON");
    row("NaN", with(kWorkload, "1e-3", "NaN"), "not valid JSON");
    row("a number that overflows", with(kWorkload, "1e-3", "1e999"), "too large");
    row("a huge number", with(kWorkload, "1e-3", "1e308"),
        "d.json: /layers/0/profile/cpu/compute_s: expected a number of at most 1e+300, found "
        "1e+308");
    row("a field twice", with(kWorkload, "\"name\": \"w\"", "\"name\": \"w\", \"name\": \"v\""),
        "/name: the field occurs twice");
    row("a field of a layer twice",
        with(kWorkload, "\"type\": \"fc\"", "\"type\": \"fc\", \"type\": \"fc\""),
        "/layers/0/type: the field occurs twice");
    row("another kind", kCluster,
        "/format: expected \"heteroscope-workload\", found \"heteroscope-cluster\"");
    row("a newer version", with(kWorkload, "\"version\": 1", "\"version\": 2"), "version 2");
    row("unknown field", with(kWorkload, "\"epochs\"", "\"epoch\": 1, \"epochs\""),
        "/epoch: unknown field");
    row("unknown field with a slash", with(kWorkload, "\"epochs\"", "\"a/b~\": 1, \"epochs\""),
        "/a~1b~0: unknown field");
    row("missing field", with(kWorkload, "\"epochs\": 1,", ""),
        "/epochs: expected a number above 0, but the field is missing");
    row("text instead of a number", with(kWorkload, "\"epochs\": 1", "\"epochs\": \"1\""),
        "/epochs: expected a number above 0, found \"1\"");
    row("no epochs", with(kWorkload, "\"epochs\": 1", "\"epochs\": 0"),
        "/epochs: expected a number above 0, found 0");
    row("half a sample", with(kWorkload, "\"batch_size\": 8", "\"batch_size\": 8.5"),
        "/batch_size: expected a whole number from 1");
    row("microbatches that do not divide",
        with(kWorkload, "\"microbatches\": 2", "\"microbatches\": 3"),
        "/microbatches: expected a divisor of batch_size, found 3");
    row("alpha above 1", with(kWorkload, "\"alpha\": 1", "\"alpha\": 1.5"),
        "/layers/0/profile/cpu/alpha: expected a number from 0 to 1, found 1.5");
    row("negative time", with(kWorkload, "1e-3", "-1"), "/layers/0/profile/cpu/compute_s");
    row("measured units that fall", with(kWorkload, "[2, 0.6]", "[1, 0.6]"),
        "/layers/1/profile/cpu/measured_et/1/0: expected more units");
    row("a measured point of one number", with(kWorkload, "[2, 0.6]", "[2]"),
        "measured_et/1: expected a pair");
    row("an edge backwards", with(kWorkload, "\"from\": 0", "\"from\": 1"),
        "/edges/0/to: expected a later layer");
    row("an edge to nowhere", with(kWorkload, "\"to\": 1", "\"to\": 2"),
        "/edges/0/to: expected a whole number from 0 to 1");
    row("layers as an object", with(kWorkload, "\"edges\": [", "\"edges\": 3, \"x\": ["),
        "/edges: expected an array, found 3");
    row("a negative price", with(kCluster, "0.04", "-1"),
        "/resource_types/0/price_usd_per_hour: expected a number of at least 0");
    row("unknown kind of type", with(kCluster, "\"kind\": \"cpu\"", "\"kind\": \"tpu\""),
        "/resource_types/0/kind: expected one of cpu, gpu, xpu, found \"tpu\"");
    row("unknown device type", with(kCluster, "\"type\": \"cpu\"", "\"type\": \"v100\""),
        "/nodes/0/devices/0/type: expected the id of a resource type (cpu), found \"v100\"");
    row("unknown group", with(kCluster, "\"group\": \"rack\"", "\"group\": \"row\""),
        "/nodes/0/group");
    row("a link to nowhere", with(kCluster, "\"to\": \"s\"", "\"to\": \"t\""),
        "/links/0/to: expected the id of a node or switch");
    row("two of one id", with(kCluster, "\"id\": \"s\"", "\"id\": \"n\""),
        "/switches/0/id: expected an id that no other has");
    row("no resource types",
        with(kCluster, "\"resource_types\": [", "\"resource_types\": [], \"x\": ["),
        "/resource_types: expected at least one resource type");
    row("stages that are not there", with(kPlacement, "\"feasible\": true", "\"feasible\": false"),
        "/stages: expected no stages");
    row("a feasible placement without cost",
        with(kPlacement, "\"cost_usd\": 1.5", "\"cost_usd\": null"), "/cost_usd");
    row("layers backwards", with(kPlacement, "\"first_layer\": 0", "\"first_layer\": 2"),
        "/stages/0/last_layer");
    row("no units", with(kPlacement, "\"units\": 2", "\"units\": 0"),
        "/stages/0/units: expected a whole number from 1");
    row("unknown semantics", with(kPlacement, "analytic", "guessed"),
        "/semantics: expected one of analytic, network");
}

void tst_Documents::refuses()
{
    QFETCH(const std::string, text);
    QFETCH(const QString, message);
    // The kind that a row is about; what is no document of any kind is read as a workload.
    const auto kind = sim::documentKind(text, "");
    const bool isOther = QByteArray(QTest::currentDataTag()) == "another kind";
    core::Result<void> result;
    if (kind && *kind == sim::DocumentKind::Cluster && !isOther) {
        result = sim::parseCluster(text, "d.json").map([](const auto&) {});
    } else if (kind && *kind == sim::DocumentKind::Placement) {
        result = sim::parsePlacement(text, "d.json").map([](const auto&) {});
    } else {
        result = sim::parseWorkload(text, "d.json").map([](const auto&) {});
    }
    QVERIFY(!result);
    const QString found = QString::fromStdString(result.error().message);
    QVERIFY2(found.startsWith(QStringLiteral("d.json: ")) && found.contains(message),
             qPrintable(found));
}

void tst_Documents::badFiles()
{
    const test::TempFolder folder;
    QCOMPARE(sim::readWorkload(folder.path("none.json")).error().code, core::ErrorCode::NotFound);
    QCOMPARE(sim::readCluster(folder.path("")).error().code, core::ErrorCode::InvalidArgument);
    static_cast<void>(folder.write("empty.json", ""));
    QCOMPARE(sim::readPlacement(folder.path("empty.json")).error().code, core::ErrorCode::Corrupt);
}

void tst_Documents::writesInOneStep()
{
    const test::TempFolder folder;
    const std::filesystem::path path = folder.path("w.json");
    QVERIFY(sim::writeDocument(path, "old"));
    QVERIFY(sim::writeDocument(path, "new"));
    QCOMPARE(contentOf(path), std::string("new"));
    QVERIFY(!sim::writeDocument(folder.path("none") / "w.json", "x"));
    int files = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator(folder.path(""))) {
        ++files;
    }
    QCOMPARE(files, 1); // Nothing temporary is left.

    // What is no file stays what it is, a link leads to the file that is replaced.
    namespace fs = std::filesystem;
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    const fs::path link = folder.path("link.json");
    fs::create_symlink(path, link);
    QVERIFY(sim::writeDocument(link, "newer"));
    QVERIFY(fs::is_symlink(link));
    QCOMPARE(contentOf(path), std::string("newer"));
    QCOMPARE(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    QVERIFY(sim::writeDocument("/dev/null", "x"));
    QVERIFY(fs::is_character_file("/dev/null"));
    QVERIFY(!sim::writeDocument("/dev/full", std::string(1 << 20, 'x')));
}

QTEST_APPLESS_MAIN(tst_Documents)

#include "tst_documents.moc"
