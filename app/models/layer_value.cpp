// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/layer_value.h"

#include "app/models/format.h"
#include "app/models/quantity.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace hscope::app {

namespace {

struct FieldWords
{
    const char* title;
    const char* documentName;
    const char* help;
};

constexpr std::size_t kFields = static_cast<std::size_t>(LayerField::Measured) + 1;

constexpr std::array<FieldWords, kFields> kWords = {{
    {QT_TRANSLATE_NOOP("LayerValue", "Layer"), "name", QT_TRANSLATE_NOOP("LayerValue", "Its name")},
    {QT_TRANSLATE_NOOP("LayerValue", "Kind"), "type",
     QT_TRANSLATE_NOOP("LayerValue", "Kind of layer, such as fc or embedding")},
    {QT_TRANSLATE_NOOP("LayerValue", "Shape"), "shape",
     QT_TRANSLATE_NOOP("LayerValue", "For people: nothing is calculated from it")},
    {QT_TRANSLATE_NOOP("LayerValue", "Input"), "input_bytes",
     QT_TRANSLATE_NOOP("LayerValue", "Bytes per sample that it reads")},
    {QT_TRANSLATE_NOOP("LayerValue", "Output"), "output_bytes",
     QT_TRANSLATE_NOOP("LayerValue", "Bytes per sample that it hands on")},
    {QT_TRANSLATE_NOOP("LayerValue", "Weights"), "dense_weight_bytes",
     QT_TRANSLATE_NOOP("LayerValue", "Bytes of dense weights")},
    {QT_TRANSLATE_NOOP("LayerValue", "Pull"), "sparse_pull_bytes",
     QT_TRANSLATE_NOOP("LayerValue", "Bytes of sparse weights that a sample pulls")},
    {QT_TRANSLATE_NOOP("LayerValue", "Push"), "sparse_push_bytes",
     QT_TRANSLATE_NOOP("LayerValue", "Bytes of sparse gradients that a sample pushes")},
    {QT_TRANSLATE_NOOP("LayerValue", "Activations"), "activation_bytes",
     QT_TRANSLATE_NOOP("LayerValue", "Bytes per sample that are kept for the backward pass")},
    {QT_TRANSLATE_NOOP("LayerValue", "Compute"), "compute_s",
     QT_TRANSLATE_NOOP("LayerValue", "Time of a sample on one unit; empty: it cannot run there")},
    {QT_TRANSLATE_NOOP("LayerValue", "Transfer"), "communication_s",
     QT_TRANSLATE_NOOP("LayerValue", "Time of a sample on the network of one unit")},
    {QT_TRANSLATE_NOOP("LayerValue", "Alpha"), "alpha",
     QT_TRANSLATE_NOOP("LayerValue", "Part of the computation that units share, 0 to 1")},
    {QT_TRANSLATE_NOOP("LayerValue", "Beta"), "beta",
     QT_TRANSLATE_NOOP("LayerValue", "Part of the transfer that units share, 0 to 1")},
    {QT_TRANSLATE_NOOP("LayerValue", "Forward"), "forward_s",
     QT_TRANSLATE_NOOP("LayerValue", "Forward pass of a sample, where it is known")},
    {QT_TRANSLATE_NOOP("LayerValue", "Backward"), "backward_s",
     QT_TRANSLATE_NOOP("LayerValue", "Backward pass of a sample, where it is known")},
    {QT_TRANSLATE_NOOP("LayerValue", "Measured"), "measured_et",
     QT_TRANSLATE_NOOP("LayerValue", "Measured times by units, such as 1: 8 ms, 2: 4.5 ms; they "
                                     "replace the formula")},
}};

QString tr(const char* text)
{
    return QCoreApplication::translate("LayerValue", text);
}

const FieldWords& wordsOf(LayerField field)
{
    return kWords[static_cast<std::size_t>(field)];
}

Quantity quantityOf(LayerField field)
{
    if (field >= LayerField::InputBytes && field <= LayerField::ActivationBytes) {
        return Quantity::Bytes;
    }
    return field == LayerField::Alpha || field == LayerField::Beta ? Quantity::Number
                                                                   : Quantity::Seconds;
}

/// The field of a layer or profile that holds a number which is always there.
template <typename Layer>
auto* numberOf(Layer& layer, LayerField field)
{
    switch (field) {
    case LayerField::InputBytes:
        return &layer.inputBytes;
    case LayerField::OutputBytes:
        return &layer.outputBytes;
    case LayerField::WeightBytes:
        return &layer.denseWeightBytes;
    case LayerField::PullBytes:
        return &layer.sparsePullBytes;
    case LayerField::PushBytes:
        return &layer.sparsePushBytes;
    default:
        return static_cast<decltype(&layer.inputBytes)>(nullptr);
    }
}

template <typename Profile>
auto* profileNumberOf(Profile& profile, LayerField field)
{
    switch (field) {
    case LayerField::Compute:
        return &profile.computeSeconds;
    case LayerField::Communication:
        return &profile.communicationSeconds;
    case LayerField::Alpha:
        return &profile.alpha;
    case LayerField::Beta:
        return &profile.beta;
    default:
        return static_cast<decltype(&profile.alpha)>(nullptr);
    }
}

const sim::LayerProfile* profileOf(const sim::Layer& layer, const std::string& type)
{
    const auto found = layer.profile.find(type);
    return found == layer.profile.end() ? nullptr : &found->second;
}

std::optional<double> numberIn(const sim::Layer& layer, const LayerValue& value)
{
    if (const double* number = numberOf(layer, value.field)) {
        return *number;
    }
    if (value.field == LayerField::ActivationBytes) {
        return layer.activationBytes;
    }
    const sim::LayerProfile* profile = profileOf(layer, value.type);
    if (profile == nullptr || !isOfType(value.field)) {
        return std::nullopt;
    }
    if (const double* number = profileNumberOf(*profile, value.field)) {
        return *number;
    }
    return value.field == LayerField::Forward    ? profile->forwardSeconds
           : value.field == LayerField::Backward ? profile->backwardSeconds
                                                 : std::nullopt;
}

template <typename Write>
QString measuredText(const sim::LayerProfile& profile, const Write& write)
{
    QStringList points;
    for (const sim::MeasuredTime& point : profile.measured) {
        points.append(QString::number(point.units) + u": " + write(point.seconds));
    }
    return points.join(QStringLiteral(", "));
}

/// The text of a value whose numbers `write` writes.
template <typename Write>
QString textOf(const sim::Layer& layer, const LayerValue& value, const Write& write)
{
    switch (value.field) {
    case LayerField::Name:
        return toText(layer.name);
    case LayerField::Kind:
        return toText(layer.type);
    case LayerField::Shape:
        return layer.shape ? toText(*layer.shape) : QString();
    case LayerField::Measured: {
        const sim::LayerProfile* profile = profileOf(layer, value.type);
        return profile != nullptr ? measuredText(*profile, write) : QString();
    }
    default:
        break;
    }
    const std::optional<double> number = numberIn(layer, value);
    return number ? write(*number) : QString();
}

tl::unexpected<core::Error> refused(const QString& sentence)
{
    return core::failure(core::ErrorCode::InvalidArgument, sentence.toStdString());
}

/// A quantity in the range of its field.
core::Result<double> readNumber(LayerField field, const QString& text)
{
    const std::optional<double> number = parseQuantity(text, quantityOf(field));
    const QString shown = elideMiddle(text.trimmed(), 30);
    if (quantityOf(field) == Quantity::Number) {
        return number && *number >= 0 && *number <= 1
                   ? core::Result<double>(*number)
                   : refused(tr("“%1” is no part: write a number from 0 to 1.").arg(shown));
    }
    const bool isSize = quantityOf(field) == Quantity::Bytes;
    if (!number) {
        return refused(isSize ? tr("“%1” is no size: write one such as 10.24 kB.").arg(shown)
                              : tr("“%1” is no time: write one such as 6.5 µs.").arg(shown));
    }
    if (*number < 0) {
        return refused(isSize ? tr("A size cannot be below 0.") : tr("A time cannot be below 0."));
    }
    return *number;
}

/// `1: 8 ms, 2: 4.5 ms`.
core::Result<std::vector<sim::MeasuredTime>> readMeasured(const QString& text)
{
    std::vector<sim::MeasuredTime> points;
    for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
        const qsizetype colon = part.indexOf(u':');
        bool isWhole = false;
        const qlonglong units = part.left(colon).trimmed().toLongLong(&isWhole);
        if (colon < 0 || !isWhole || units < 1) {
            return refused(tr("“%1” is no measured time: write units and time, such as 2: 4.5 ms.")
                               .arg(elideMiddle(part.trimmed(), 30)));
        }
        if (!points.empty() && units <= points.back().units) {
            return refused(tr("Measured times stand by rising units."));
        }
        HSCOPE_TRY_ASSIGN(const double seconds,
                          readNumber(LayerField::Measured, part.mid(colon + 1)));
        points.push_back({units, seconds});
    }
    return points;
}

core::Result<void> setShape(sim::Layer& layer, const QString& text)
{
    if (text.isEmpty()) {
        layer.shape.reset();
        return {};
    }
    QString shape = text;
    if (text.startsWith(u'[')) {
        static const QRegularExpression list(
            QStringLiteral("^\\[(-?\\d{1,18}(,-?\\d{1,18})*)?\\]$"));
        shape.remove(u' ');
        if (!list.match(shape).hasMatch()) {
            return refused(tr("A shape in brackets is a list of whole numbers, such as [64, 10]."));
        }
    }
    layer.shape = shape.toStdString();
    return {};
}

core::Result<void> setProfileText(sim::Layer& layer, const LayerValue& value, const QString& text)
{
    if (value.field == LayerField::Compute) {
        if (text.isEmpty()) {
            layer.profile.erase(value.type);
            return {};
        }
        HSCOPE_TRY_ASSIGN(const double seconds, readNumber(value.field, text));
        layer.profile[value.type].computeSeconds = seconds;
        return {};
    }
    const auto found = layer.profile.find(value.type);
    if (found == layer.profile.end()) {
        return text.isEmpty()
                   ? core::Result<void>()
                   : refused(tr("The layer cannot run on %1 yet: give its compute time first.")
                                 .arg(elideMiddle(toText(value.type), 30)));
    }
    sim::LayerProfile& profile = found->second;
    if (value.field == LayerField::Measured) {
        HSCOPE_TRY_ASSIGN(profile.measured, readMeasured(text));
        return {};
    }
    std::optional<double> number;
    if (!text.isEmpty()) {
        HSCOPE_TRY_ASSIGN(number, readNumber(value.field, text));
    }
    if (double* target = profileNumberOf(profile, value.field)) {
        *target = number.value_or(value.field == LayerField::Communication ? 0 : 1);
    } else {
        (value.field == LayerField::Forward ? profile.forwardSeconds : profile.backwardSeconds) =
            number;
    }
    return {};
}

} // namespace

QString fieldTitle(LayerField field)
{
    return tr(wordsOf(field).title);
}

QString fieldHelp(LayerField field)
{
    return tr(wordsOf(field).help);
}

QString documentName(const LayerValue& value)
{
    const QString name = QString::fromLatin1(wordsOf(value.field).documentName);
    return isOfType(value.field) ? toText(value.type) + u' ' + name : name;
}

QString shownText(const sim::Layer& layer, const LayerValue& value)
{
    return textOf(layer, value, [&](double number) {
        switch (quantityOf(value.field)) {
        case Quantity::Bytes:
            return formatBytes(number);
        case Quantity::Seconds:
            return number == 0 ? QStringLiteral("0 s") : formatSeconds(number);
        case Quantity::Number:
            break;
        }
        return exactQuantity(number, Quantity::Number);
    });
}

QString exactText(const sim::Layer& layer, const LayerValue& value)
{
    return textOf(layer, value,
                  [&](double number) { return exactQuantity(number, quantityOf(value.field)); });
}

QString plainText(const sim::Layer& layer, const LayerValue& value)
{
    return textOf(layer, value,
                  [](double number) { return exactQuantity(number, Quantity::Number); });
}

double sortNumber(const sim::Layer& layer, const LayerValue& value)
{
    return numberIn(layer, value).value_or(-1);
}

bool isSame(const sim::Layer& a, const sim::Layer& b, const LayerValue& value)
{
    const bool isText = value.field <= LayerField::Shape || value.field == LayerField::Measured;
    return isText ? exactText(a, value) == exactText(b, value)
                  : sortNumber(a, value) == sortNumber(b, value);
}

core::Result<void> setText(sim::Layer& layer, const LayerValue& value, const QString& typed)
{
    const QString text = typed.trimmed();
    switch (value.field) {
    case LayerField::Name:
    case LayerField::Kind:
        if (text.isEmpty()) {
            return refused(value.field == LayerField::Name ? tr("A layer needs a name.")
                                                           : tr("A layer needs a kind."));
        }
        (value.field == LayerField::Name ? layer.name : layer.type) = text.toStdString();
        return {};
    case LayerField::Shape:
        return setShape(layer, text);
    default:
        break;
    }
    if (isOfType(value.field)) {
        return setProfileText(layer, value, text);
    }
    std::optional<double> number;
    if (!text.isEmpty()) {
        HSCOPE_TRY_ASSIGN(number, readNumber(value.field, text));
    }
    if (double* target = numberOf(layer, value.field)) {
        *target = number.value_or(0);
    } else {
        layer.activationBytes = number;
    }
    return {};
}

std::vector<std::string> profiledTypes(const std::vector<sim::Layer>& layers)
{
    std::set<std::string> types;
    for (const sim::Layer& layer : layers) {
        for (const auto& [type, profile] : layer.profile) {
            types.insert(type);
        }
    }
    return {types.begin(), types.end()};
}

double unitSeconds(const sim::LayerProfile& profile)
{
    if (!profile.measured.empty()) {
        const sim::MeasuredTime& first = profile.measured.front();
        return first.seconds * static_cast<double>(first.units);
    }
    return std::max(profile.computeSeconds, profile.communicationSeconds);
}

} // namespace hscope::app
