// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/workload_text.h"

#include "app/models/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace hscope::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("WorkloadText", text);
}

/// What `types` have values for: the fields of all layers, then those of each type.
std::vector<LayerValue> allValues(const std::vector<std::string>& types)
{
    std::vector<LayerValue> values;
    for (auto field = LayerField::Name; !isOfType(field);
         field = static_cast<LayerField>(static_cast<int>(field) + 1)) {
        values.push_back({field, {}});
    }
    for (const std::string& type : types) {
        for (int field = static_cast<int>(LayerField::Compute);
             field <= static_cast<int>(LayerField::Measured); ++field) {
            values.push_back({static_cast<LayerField>(field), type});
        }
    }
    return values;
}

QStringList linesOf(const QString& text)
{
    QStringList lines = text.split(u'\n');
    for (QString& line : lines) {
        line.remove(u'\r');
    }
    while (!lines.isEmpty() && lines.last().trimmed().isEmpty()) {
        lines.removeLast();
    }
    return lines;
}

QStringList cellsOf(const QString& line)
{
    QStringList cells = line.split(u'\t');
    for (QString& cell : cells) {
        if (cell.size() > 1 && cell.startsWith(u'"') && cell.endsWith(u'"')) {
            cell =
                cell.mid(1, cell.size() - 2).replace(QStringLiteral("\"\""), QStringLiteral("\""));
        }
    }
    return cells;
}

/// The value that a header names: a type's own word stands before the field's.
std::optional<LayerValue> valueNamed(const QString& header)
{
    const QString name = header.trimmed();
    const qsizetype space = name.lastIndexOf(u' ');
    const std::string type = space < 0 ? std::string() : name.left(space).toStdString();
    for (const LayerValue& value : allValues({type})) {
        if (documentName(value) == name && isOfType(value.field) == (space >= 0)) {
            return value;
        }
    }
    return std::nullopt;
}

/// Sets cells of one line.
core::Result<void> setCells(sim::Layer& layer, const std::vector<LayerValue>& columns,
                            const QStringList& cells, qsizetype line)
{
    const auto count = std::min(static_cast<std::size_t>(cells.size()), columns.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto set = setText(layer, columns[i], cells[static_cast<qsizetype>(i)]);
        if (!set) {
            return core::failure(core::ErrorCode::InvalidArgument,
                                 tr("Nothing was pasted. Line %1, %2: %3")
                                     .arg(QString::number(line), documentName(columns[i]),
                                          toText(set.error().message))
                                     .toStdString());
        }
    }
    return {};
}

} // namespace

QString layersText(const sim::Workload& workload, const LayerSet& layers)
{
    std::vector<sim::Layer> copied;
    for (const std::size_t layer : layers) {
        copied.push_back(workload.layers[layer]);
    }
    std::vector<LayerValue> values = allValues(profiledTypes(copied));
    std::erase_if(values, [&copied](const LayerValue& value) {
        const bool isAlways =
            value.field <= LayerField::WeightBytes && value.field != LayerField::Shape;
        return !isAlways && std::ranges::all_of(copied, [&value](const sim::Layer& layer) {
            return plainText(layer, value).isEmpty();
        });
    });
    QString text;
    const auto addLine = [&](const auto& cell) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            QString word = cell(values[i]);
            text += word.replace(u'\t', u' ').replace(u'\n', u' ').remove(u'\r');
            text += i + 1 < values.size() ? u'\t' : u'\n';
        }
    };
    addLine([](const LayerValue& value) { return documentName(value); });
    for (const sim::Layer& layer : copied) {
        addLine([&layer](const LayerValue& value) { return plainText(layer, value); });
    }
    return text;
}

bool isLayersText(const QString& text)
{
    const QStringList lines = linesOf(text);
    const QStringList header = lines.isEmpty() ? QStringList() : cellsOf(lines.first());
    return std::ranges::any_of(header, [](const QString& cell) {
        return cell.trimmed() == documentName({LayerField::Name, {}});
    });
}

core::Result<std::vector<sim::Layer>> layersFromText(const QString& text)
{
    const QStringList lines = linesOf(text);
    std::vector<LayerValue> columns;
    for (const QString& header : cellsOf(lines.value(0))) {
        const std::optional<LayerValue> value = valueNamed(header);
        if (!value) {
            return core::failure(core::ErrorCode::InvalidArgument,
                                 tr("Nothing was pasted: no value of a layer is called “%1”.")
                                     .arg(elideMiddle(header.trimmed(), 30))
                                     .toStdString());
        }
        columns.push_back(*value);
    }
    std::vector<sim::Layer> layers;
    for (qsizetype line = 1; line < lines.size(); ++line) {
        sim::Layer layer;
        layer.type = "fc";
        HSCOPE_TRY(setCells(layer, columns, cellsOf(lines[line]), line + 1));
        layers.push_back(std::move(layer));
    }
    return layers;
}

core::Result<WorkloadEdit> cellsPasted(sim::Workload workload, std::size_t layer,
                                       const std::vector<LayerValue>& columns, const QString& text)
{
    LayerSet layers;
    const QStringList lines = linesOf(text);
    for (qsizetype line = 0; line < lines.size(); ++line) {
        const std::size_t row = layer + static_cast<std::size_t>(line);
        if (row >= workload.layers.size()) {
            break;
        }
        HSCOPE_TRY(setCells(workload.layers[row], columns, cellsOf(lines[line]), line + 1));
        layers.insert(row);
    }
    return WorkloadEdit{std::move(workload), std::move(layers)};
}

} // namespace hscope::app
