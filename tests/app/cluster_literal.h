// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulator/io/type_library.h"
#include "simulator/model/cluster.h"

namespace hscope::test {

/// Three servers, one of them standing for ten, a switch and a rack around two of them:
///
///   cpu (x10) ---- sw-0 ---- gpu-1    rack-b: gpu-1, gpu-2
///                            gpu-2    not connected
inline sim::Cluster smallCluster()
{
    sim::Cluster cluster;
    cluster.name = "small";
    cluster.pricesAsOf = "2021-11";
    cluster.resourceTypes = {
        {"cpu-core", sim::DeviceKind::Cpu, "Xeon core", 0.04, {}, 8, 0.26, {}, {}, {}},
        {"v100", sim::DeviceKind::Gpu, "V100", 2.42, {}, 16, 1.56, 15.7, 900, {}}};
    cluster.groups = {{"rack-b", std::nullopt, std::nullopt, std::nullopt}};
    cluster.nodes = {{"cpu", 10, std::nullopt, {{"cpu-core", 48, 1}}, 0, 0},
                     {"gpu-1", 1, "rack-b", {{"v100", 8, 1}}, 560, 0},
                     {"gpu-2", 1, "rack-b", {{"v100", 8, 1}}, 560, 96}};
    cluster.switches = {{"sw-0", std::nullopt, std::nullopt, 352, 16}};
    cluster.links = {{"cpu", "sw-0", sim::LinkKind::Ethernet, 12.5, 2, std::nullopt, true},
                     {"sw-0", "gpu-1", sim::LinkKind::Ethernet, 12.5, 2, std::nullopt, true}};
    return cluster;
}

/// A library of two types that smallCluster() has and one that it has not.
inline sim::TypeLibrary smallLibrary()
{
    const sim::Cluster cluster = smallCluster();
    return {"small",
            "2021-11",
            {{cluster.resourceTypes[0], 48, sim::LinkKind::Pcie, 0, {}},
             {cluster.resourceTypes[1], 8, sim::LinkKind::NvLink, 300, {}},
             {{"t4", sim::DeviceKind::Gpu, "T4", 0.526, {}, 16, {}, 8.1, {}, {}},
              4,
              sim::LinkKind::Pcie,
              32,
              {}}}};
}

} // namespace hscope::test
