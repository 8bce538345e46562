// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "simulator/io/documents.h"
#include "simulator/io/this_machine.h"
#include "tests/support/temp_folder.h"

#include <QTest>

#include <filesystem>
#include <fstream>

using namespace hscope;

namespace {

/// A folder that looks like the root of a machine.
class FakeRoot
{
public:
    void write(const std::string& name, const std::string& text) const
    {
        const std::filesystem::path file = path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }

    void addCard(const std::string& name, const std::string& speed, bool isReal) const
    {
        write("sys/class/net/" + name + "/speed", speed + "\n");
        if (isReal) {
            write("sys/class/net/" + name + "/device/vendor", "0x15b3\n");
        }
    }

    void addPci(const std::string& slot, const std::string& type, const std::string& vendor,
                const std::string& device) const
    {
        write("sys/bus/pci/devices/" + slot + "/class", type + "\n");
        write("sys/bus/pci/devices/" + slot + "/vendor", vendor + "\n");
        write("sys/bus/pci/devices/" + slot + "/device", device + "\n");
    }

    [[nodiscard]] std::filesystem::path path() const { return m_folder.path("root"); }

private:
    test::TempFolder m_folder;
};

/// Two packages of two cores with two threads each.
std::string twoPackages()
{
    std::string text;
    for (int i = 0; i < 8; ++i) {
        text += "processor\t: " + std::to_string(i) +
                "\nmodel name\t: Xeon Gold\nphysical id\t: " + std::to_string(i / 4) +
                "\ncore id\t\t: " + std::to_string(i % 2) + "\n\n";
    }
    return text;
}

} // namespace

class tst_ThisMachine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheKernelTells();
    void gpusOnThePciBus();
    void virtualMachines();
    void anEmptyRoot();
    void theRealOneReadsBack();
};

void tst_ThisMachine::readsWhatTheKernelTells()
{
    const FakeRoot root;
    root.write("proc/cpuinfo", twoPackages());
    root.write("proc/meminfo", "MemTotal:       67108864 kB\nMemFree:        1 kB\n"); // 64 GiB
    root.addCard("eth0", "100000", true);
    root.addCard("eth1", "-1", true); // No cable.
    root.addCard("docker0", "10000", false);
    root.write("proc/driver/nvidia/gpus/0000:01:00.0/information",
               "Model: \t\t NVIDIA H100 80GB HBM3\nIRQ: 1\n");
    root.write("proc/driver/nvidia/gpus/0000:02:00.0/information",
               "Model: \t\t NVIDIA H100 80GB HBM3\n");
    root.addPci("0000:01:00.0", "0x030200", "0x10de", "0x2330"); // The same as above.
    const sim::Cluster cluster = sim::describeThisMachine(root.path());
    QCOMPARE(cluster.resourceTypes.size(), std::size_t{2});
    const sim::ResourceType& cpu = cluster.resourceTypes[0];
    QCOMPARE(cpu.id, std::string("cpu-core"));
    QCOMPARE(cpu.name, std::string("Xeon Gold core"));
    QCOMPARE(cpu.memoryGib.value(), 16.0);
    QCOMPARE(cpu.nicGbPerSecond.value(), 2.083); // 12.5 GB/s for 4 cores and 2 GPUs.
    QCOMPARE(cpu.priceUsdPerHour, 0.0);
    const sim::ResourceType& gpu = cluster.resourceTypes[1];
    QCOMPARE(gpu.id, std::string("nvidia-h100-80gb-hbm3"));
    QVERIFY(gpu.kind == sim::DeviceKind::Gpu && !gpu.memoryGib);
    QCOMPARE(cluster.nodes.size(), std::size_t{1});
    QVERIFY(cluster.nodes[0].devices ==
            (std::vector<sim::NodeDevices>{{"cpu-core", 4, 1}, {"nvidia-h100-80gb-hbm3", 2, 1}}));
    QVERIFY(sim::parseCluster(sim::toJson(cluster), "again") == cluster);
}

void tst_ThisMachine::gpusOnThePciBus()
{
    const FakeRoot root;
    root.write("proc/cpuinfo", "processor : 0\nprocessor : 1\nprocessor : 2\n");
    root.addPci("0000:01:00.0", "0x030000", "0x1002", "0x74a1");
    root.addPci("0000:02:00.0", "0x038000", "0x1002", "0x74a1");
    root.addPci("0000:03:00.0", "0x030000", "0x1a03", "0x2000"); // A server's plain display.
    root.addPci("0000:04:00.0", "0x020000", "0x10de", "0x1021"); // A network card.
    root.addPci("0000:05:00.0", "0x030200", "0x10de", "0x20b0"); // Without its driver.
    const sim::Cluster cluster = sim::describeThisMachine(root.path());
    QVERIFY(cluster.nodes[0].devices ==
            (std::vector<sim::NodeDevices>{
                {"cpu-core", 3, 1}, {"amd-gpu-0x74a1", 2, 1}, {"nvidia-gpu-0x20b0", 1, 1}}));
    QVERIFY(!cluster.resourceTypes[0].nicGbPerSecond && !cluster.resourceTypes[0].memoryGib);
}

void tst_ThisMachine::virtualMachines()
{
    const FakeRoot root; // One core id for all: only that counts.
    root.write("proc/cpuinfo", "processor : 0\nphysical id : 0\ncore id : 0\n\n"
                               "processor : 1\nphysical id : 0\ncore id : 0\n");
    QCOMPARE(sim::describeThisMachine(root.path()).nodes[0].devices[0].count, 1);
}

void tst_ThisMachine::anEmptyRoot()
{
    const FakeRoot root;
    const sim::Cluster cluster = sim::describeThisMachine(root.path());
    QVERIFY(cluster.nodes[0].devices == (std::vector<sim::NodeDevices>{{"cpu-core", 1, 1}}));
    QVERIFY(sim::parseCluster(sim::toJson(cluster), "again") == cluster);
}

void tst_ThisMachine::theRealOneReadsBack()
{
    const sim::Cluster cluster = sim::describeThisMachine();
    const auto again = sim::parseCluster(sim::toJson(cluster), "again");
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QVERIFY(*again == cluster);
    QVERIFY(cluster.nodes[0].devices[0].count >= 1);
}

QTEST_APPLESS_MAIN(tst_ThisMachine)

#include "tst_this_machine.moc"
