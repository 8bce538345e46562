// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/bundled_files.h"
#include "simulator/io/documents.h"
#include "simulator/io/type_library.h"

#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace hscope;

namespace {

constexpr const char* kLibrary =
    R"({"format": "heteroscope-resource-types", "version": 1, "name": "mine", "prices_as_of": "2026-01",
 "types": [{"id": "v100", "kind": "gpu", "name": "V100", "price_usd_per_hour": 2.42, "devices_per_node": 8,
  "inside": {"kind": "nvlink", "gb_per_s": 150}, "source": "a catalogue"},
  {"id": "box", "kind": "xpu", "name": "Box", "price_usd_per_hour": 0, "inside": {"kind": "other"}},
  {"id": "plain", "kind": "cpu", "name": "Plain", "price_usd_per_hour": 0.04}]})";

std::string with(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    if (at == std::string::npos) {
        qFatal("the text to replace is not there");
    }
    return text.replace(at, from.size(), to);
}

const sim::LibraryType& typeOf(const sim::TypeLibrary& library, std::string_view id)
{
    const auto found =
        std::find_if(library.types.begin(), library.types.end(),
                     [&](const sim::LibraryType& each) { return each.type.id == id; });
    if (found == library.types.end()) {
        qFatal("no such type");
    }
    return *found;
}

} // namespace

class tst_TypeLibrary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrites();
    void refuses_data();
    void refuses();
    void theBundledOneIsInTheWritersForm();
    void theBundledOneFitsTheScenarios();
};

void tst_TypeLibrary::readsWhatItWrites()
{
    const auto library = sim::parseTypeLibrary(kLibrary, "t.json");
    QVERIFY2(library, library ? "" : library.error().message.c_str());
    QCOMPARE(library->types[0].devicesPerNode, 8);
    QCOMPARE(library->types[0].insideGbPerSecond, 150.0);
    QVERIFY(library->types[1].insideKind == sim::LinkKind::Other);
    QCOMPARE(library->types[1].insideGbPerSecond, 0.0);
    QVERIFY(library->types[2].insideKind == sim::LinkKind::Pcie);
    QVERIFY(sim::parseTypeLibrary(sim::toJson(*library), "again") == *library);
}

void tst_TypeLibrary::refuses_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("another kind of document")
        << with(kLibrary, "heteroscope-resource-types", "heteroscope-cluster")
        << "t.json: /format: expected \"heteroscope-resource-types\"";
    QTest::newRow("no devices in a server")
        << with(kLibrary, "\"devices_per_node\": 8", "\"devices_per_node\": 0")
        << "/types/0/devices_per_node: expected a whole number from 1";
    QTest::newRow("an unknown field")
        << with(kLibrary, "\"source\"", "\"sources\"") << "/types/0/sources: unknown field";
    QTest::newRow("an unknown field inside")
        << with(kLibrary, "\"gb_per_s\"", "\"gbps\"") << "/types/0/inside/gbps: unknown field";
    QTest::newRow("an unknown link")
        << with(kLibrary, "nvlink", "wire") << "/types/0/inside/kind: expected one of nvlink";
    QTest::newRow("an id twice") << with(kLibrary, "\"id\": \"box\"", "\"id\": \"v100\"")
                                 << "/types/1/id: expected an id that no other has";
    QTest::newRow("a negative price") << with(kLibrary, "2.42", "-2.42")
                                      << "/types/0/price_usd_per_hour: expected a number of at "
                                         "least 0";
}

void tst_TypeLibrary::refuses()
{
    QFETCH(std::string, text);
    QFETCH(QString, message);
    const auto library = sim::parseTypeLibrary(text, "t.json");
    QVERIFY(!library);
    const QString found = QString::fromStdString(library.error().message);
    QVERIFY2(found.contains(message), qPrintable(found));
}

void tst_TypeLibrary::theBundledOneIsInTheWritersForm()
{
    const std::filesystem::path path =
        std::filesystem::path(HSCOPE_RESOURCES) / "library" / "resource_types.json";
    const auto library = sim::readTypeLibrary(path);
    QVERIFY2(library, library ? "" : library.error().message.c_str());
    QCOMPARE(QString::fromStdString(sim::toJson(*library)),
             QString::fromStdString(sim::readText(path).value()));
    for (const sim::LibraryType& each : library->types) {
        QVERIFY2(!each.source.empty(), each.type.id.c_str());
    }
    // Where the programs look for it.
    QVERIFY(sim::readTypeLibrary(sim::bundledFolder() / "library/resource_types.json") == *library);
}

void tst_TypeLibrary::theBundledOneFitsTheScenarios()
{
    const std::filesystem::path resources(HSCOPE_RESOURCES);
    const auto library = sim::readTypeLibrary(resources / "library/resource_types.json").value();
    const auto cluster = sim::readCluster(resources / "scenarios/clusters/paper-like.json").value();
    for (const sim::ResourceType& type : cluster.resourceTypes) {
        const sim::ResourceType& found = typeOf(library, type.id).type;
        QCOMPARE(found.priceUsdPerHour, type.priceUsdPerHour);
        QVERIFY(found.memoryGib == type.memoryGib);
        QVERIFY(found.nicGbPerSecond == type.nicGbPerSecond);
        QVERIFY(found.kind == type.kind);
        QVERIFY(!found.limit);
    }
    // Eight in a server of 32.7726 USD/h, 400 Gbit/s.
    const sim::LibraryType& a100 = typeOf(library, "a100-40");
    QCOMPARE(a100.type.priceUsdPerHour, 4.097);
    QCOMPARE(a100.type.nicGbPerSecond.value(), 6.25);
    QCOMPARE(a100.insideGbPerSecond, 300.0); // 600 in both directions together.
    QCOMPARE(typeOf(library, "mi300x").type.priceUsdPerHour, 0.0); // Not known.
}

QTEST_APPLESS_MAIN(tst_TypeLibrary)

#include "tst_type_library.moc"
