// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <array>
#include <cmath>
#include <cstdlib>

namespace hscope::app {

namespace {

constexpr QChar kThinSpace(0x2009);
constexpr QChar kMinus(0x2212);
constexpr int kToolTipLength = 2000;

QString tr(const char* text)
{
    return QCoreApplication::translate("Format", text);
}

/// Separates the digits before the decimal point into groups of three.
QString grouped(QString digits)
{
    const qsizetype point = digits.indexOf(u'.');
    for (qsizetype at = (point < 0 ? digits.size() : point) - 3; at > 0; at -= 3) {
        digits.insert(at, kThinSpace);
    }
    return digits;
}

struct Unit
{
    double ns;
    const char16_t* name;
};

/// Four significant digits of a value that is not negative.
QString significant(double value)
{
    int decimals = 3;
    if (value >= 999.95) {
        decimals = 0;
    } else if (value >= 99.995) {
        decimals = 1;
    } else if (value >= 9.9995) {
        decimals = 2;
    }
    return grouped(QString::number(value, 'f', decimals));
}

std::uint64_t magnitude(std::int64_t value)
{
    return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

QString formatMagnitude(std::uint64_t ns)
{
    if (ns < 1000) {
        return QString::number(ns) + u" ns";
    }
    static constexpr std::array<Unit, 3> kUnits = {Unit{1e3, u" µs"}, Unit{1e6, u" ms"},
                                                   Unit{1e9, u" s"}};
    const double value = static_cast<double>(ns);
    for (const Unit& unit : kUnits) {
        // What would be rounded up to 1000 is shown in the next unit.
        if (value / unit.ns < 999.95 || unit.ns == 1e9) {
            return significant(value / unit.ns) + QStringView(unit.name);
        }
    }
    return {};
}

} // namespace

QString toText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString formatDuration(core::Duration duration)
{
    const QString text = formatMagnitude(magnitude(duration.count()));
    return duration.count() < 0 ? kMinus + text : text;
}

QString formatOffset(core::Duration offset)
{
    return (offset.count() < 0 ? kMinus : QChar(u'+')) + formatMagnitude(magnitude(offset.count()));
}

QString formatExactNs(std::int64_t ns)
{
    const QString text = grouped(QString::number(magnitude(ns)));
    return ns < 0 ? kMinus + text : text;
}

QString formatPosition(core::Duration sinceStart)
{
    const std::uint64_t ns = magnitude(sinceStart.count());
    QString fraction = QStringLiteral("%1").arg(ns % 1000000000, 9, 10, QChar(u'0'));
    fraction.insert(6, kThinSpace);
    fraction.insert(3, kThinSpace);
    const QString text = grouped(QString::number(ns / 1000000000)) + u'.' + fraction + u" s";
    return sinceStart.count() < 0 ? kMinus + text : text;
}

TimeUnit timeUnitFor(core::Duration largest)
{
    const std::uint64_t ns = magnitude(largest.count());
    if (ns < 1000000) {
        return {QStringLiteral("µs"), 1e3, 3};
    }
    if (ns < 1000000000) {
        return {QStringLiteral("ms"), 1e6, 3};
    }
    return {};
}

QString formatInUnit(std::int64_t ns, const TimeUnit& unit)
{
    const QString text =
        grouped(QString::number(static_cast<double>(magnitude(ns)) / unit.ns, 'f', unit.decimals));
    return ns < 0 ? kMinus + text : text;
}

QString formatCount(std::int64_t count)
{
    return formatExactNs(count);
}

QString formatCounted(std::int64_t count, const QString& one, const QString& many)
{
    return count == 1 ? one : many.arg(formatCount(count));
}

QString formatPercent(double ratio)
{
    return QString::number(ratio * 100.0, 'f', 1) + u'%';
}

QString formatDecimals(double value, int decimals)
{
    const QString text = grouped(QString::number(std::abs(value), 'f', decimals));
    return value < 0 ? kMinus + text : text;
}

QString formatSeconds(double seconds)
{
    static constexpr std::array<Unit, 4> kUnits = {Unit{1, u" ns"}, Unit{1e3, u" µs"},
                                                   Unit{1e6, u" ms"}, Unit{1e9, u" s"}};
    const double ns = std::abs(seconds) * 1e9;
    for (const Unit& unit : kUnits) {
        if (ns / unit.ns < 999.95 || unit.ns == 1e9) {
            const QString text = significant(ns / unit.ns) + QStringView(unit.name);
            return seconds < 0 ? kMinus + text : text;
        }
    }
    return {};
}

QString formatArgumentValue(std::string_view json)
{
    const QString text = toText(json).trimmed();
    if (!text.startsWith(u'"')) {
        return text;
    }
    // A lone string is no JSON document for Qt, a list that holds it is.
    const QJsonDocument document = QJsonDocument::fromJson(QString(u'[' + text + u']').toUtf8());
    return document.isArray() && document.array().size() == 1 ? document.array().first().toString()
                                                              : text;
}

QString elideMiddle(const QString& text, int limit)
{
    if (text.size() <= limit) {
        return text;
    }
    const int head = (limit - 1) / 2;
    return text.left(head) + u'…' + text.right(limit - 1 - head);
}

QString escaped(const QString& text)
{
    return text.toHtmlEscaped();
}

QString toolTipText(const QString& text)
{
    return text.isEmpty()
               ? QString()
               : QString(u"<span>" + escaped(elideMiddle(text, kToolTipLength)) + u"</span>");
}

QString toPathText(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

std::filesystem::path toPath(const QString& path)
{
    return {path.toStdString()};
}

QString loadErrorText(const std::filesystem::path& path, const core::Error& error)
{
    const QString file = toPathText(path.filename().empty() ? path : path.filename());
    QString reason = elideMiddle(toText(error.message).trimmed(), kMeasuredLength);
    while (reason.endsWith(u'.')) {
        reason.chop(1);
    }
    // The reason often begins with the whole path, and then is a sentence about the file.
    const QString whole = toPathText(path) + u' ';
    const bool isSentence = reason.startsWith(whole);
    if (isSentence) {
        reason.remove(0, whole.size());
    }
    if (isSentence && error.code == core::ErrorCode::Unsupported) {
        const QString sentence = file + u' ' + reason;
        return reason.contains(u": ") ? sentence + u'.'
                                      : tr("%1: open another file.").arg(sentence);
    }
    QString pattern;
    switch (error.code) {
    case core::ErrorCode::NotFound:
        return tr("%1 is not there any more: look for it where it was moved to, or open another "
                  "file.")
            .arg(file);
    case core::ErrorCode::Io:
        pattern = tr("%1 could not be read (%2): check that it is there and that you may read it, "
                     "then try again.");
        break;
    case core::ErrorCode::Corrupt:
        pattern = tr("%1 is damaged (%2): record or export it again, or open another file.");
        break;
    case core::ErrorCode::Unsupported:
        pattern = tr("%1 cannot be opened (%2): open a trace of PyTorch, Chrome or Heteroscope, or "
                     "update Heteroscope if the file is newer.");
        break;
    default:
        pattern = tr("%1 could not be opened (%2): try again or open another file.");
        break;
    }
    return pattern.arg(file, reason);
}

} // namespace hscope::app
