// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/workload_edit.h"

#include <QString>

#include <vector>

/// Layers as tab separated text, which spreadsheets read and write: a header of the documents'
/// field names, then a line per layer with all digits.
///
///     name    type       output_bytes    v100 compute_s
///     u_emb   embedding  10240           5.28e-08
namespace hscope::app {

[[nodiscard]] QString layersText(const sim::Workload& workload, const LayerSet& layers);

/// Whether the first line is such a header.
[[nodiscard]] bool isLayersText(const QString& text);

/// Fields without a column are as in a new layer. Errors: InvalidArgument with line and column.
[[nodiscard]] core::Result<std::vector<sim::Layer>> layersFromText(const QString& text);

/// Cells without a header, put in from `layer` on in the order of `columns`, as spreadsheets do;
/// lines beyond the last layer are left out. Errors: as layersFromText().
[[nodiscard]] core::Result<WorkloadEdit> cellsPasted(sim::Workload workload, std::size_t layer,
                                                     const std::vector<LayerValue>& columns,
                                                     const QString& text);

} // namespace hscope::app
