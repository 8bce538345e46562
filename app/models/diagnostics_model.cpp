// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/diagnostics_model.h"

#include "app/models/format.h"

#include <algorithm>

namespace hscope::app {

namespace {

QString severityText(core::Severity severity)
{
    switch (severity) {
    case core::Severity::Info:
        return DiagnosticsModel::tr("info");
    case core::Severity::Notice:
        return DiagnosticsModel::tr("notice");
    case core::Severity::DataLoss:
        return DiagnosticsModel::tr("data loss");
    case core::Severity::Error:
        return DiagnosticsModel::tr("error");
    }
    return {};
}

} // namespace

DiagnosticsModel::DiagnosticsModel(QObject* parent)
    : TableModel(parent)
    , m_columns{{tr("Severity"), {}, Qt::AlignLeft},
                {tr("What was found"), {}, Qt::AlignLeft},
                {tr("Count"), {}, Qt::AlignRight},
                {tr("First case"), {}, Qt::AlignLeft}}
{
}

void DiagnosticsModel::setDiagnostics(std::vector<core::Diagnostic> entries)
{
    if (entries == m_entries) {
        return;
    }
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
}

core::Severity DiagnosticsModel::worst() const
{
    const auto found = std::ranges::max_element(m_entries, {}, &core::Diagnostic::severity);
    return found == m_entries.end() ? core::Severity::Info : found->severity;
}

TableCell DiagnosticsModel::cell(int row, int column) const
{
    const core::Diagnostic& entry = m_entries[static_cast<std::size_t>(row)];
    switch (column) {
    case Severity:
        return {severityText(entry.severity), static_cast<int>(entry.severity), {}, {}};
    case Problem: {
        const auto id = core::findDiagnostic(entry.name);
        const QString text = toText(id ? core::diagnosticKind(*id).text : entry.name);
        return {text, {}, {}, text};
    }
    case Count:
        return {formatCount(static_cast<std::int64_t>(entry.count)),
                QVariant::fromValue<quint64>(entry.count),
                QString::number(entry.count),
                {}};
    default:
        return {toText(entry.first), {}, {}, toText(entry.first)};
    }
}

} // namespace hscope::app
