// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/label_cache.h"

namespace hscope::app {

namespace {

constexpr qsizetype kFewestLetters = 4;
constexpr qsizetype kMostLetters = 200; ///< Wider than any slice is worth reading in.
constexpr std::size_t kMostPrepared = 20'000;
constexpr QChar kEllipsis(0x2026);

} // namespace

QString withoutQualifier(const QString& name)
{
    qsizetype start = 0;
    int depth = 0;
    for (qsizetype i = 0; i < name.size(); ++i) {
        const QChar letter = name[i];
        if (letter == u'<' || letter == u'(' || letter == u'[') {
            ++depth;
            if (letter == u'(') {
                break; // what follows are parameters
            }
        } else if (letter == u'>' || letter == u']') {
            depth = std::max(0, depth - 1);
        } else if (depth == 0 && letter == u':' && i + 1 < name.size() && name[i + 1] == u':') {
            start = i + 2;
        } else if (depth == 0 && letter == u' ' && i + 1 < name.size() && start == 0 &&
                   name.startsWith(u"void ")) {
            start = i + 1;
        }
    }
    return name.size() - start >= kFewestLetters ? name.sliced(start) : name;
}

LabelCache::LabelCache(const QFont& font)
    : m_font(font)
    , m_metrics(font)
    , m_ellipsisWidth(m_metrics.horizontalAdvance(kEllipsis))
{
}

void LabelCache::clear()
{
    m_texts.clear();
    m_prepared.clear();
}

LabelCache::Text LabelCache::measure(const QString& text) const
{
    Text result;
    result.text = withoutQualifier(text).simplified();
    if (result.text.size() > kMostLetters) {
        result.text =
            result.text.first(kMostLetters / 2) + kEllipsis + result.text.last(kMostLetters / 2);
    }
    double end = 0;
    for (const QChar letter : std::as_const(result.text)) {
        end += m_metrics.horizontalAdvance(letter);
        result.ends.push_back(static_cast<float>(end));
    }
    return result;
}

const QStaticText* LabelCache::fitted(std::uint64_t key, const Text& text, double width)
{
    const qsizetype length = text.text.size();
    if (length == 0) {
        return nullptr;
    }
    const auto total = static_cast<double>(text.ends.back());
    qsizetype head = length;
    qsizetype tail = 0;
    if (total > width) {
        // Takes letters from both ends in turn, the head first, as long as they fit beside the
        // ellipsis.
        const double room = width - m_ellipsisWidth;
        double used = 0;
        head = 0;
        for (bool atHead = true; head + tail < length; atHead = !atHead) {
            const auto letter = static_cast<std::size_t>(atHead ? head : length - 1 - tail);
            const double begin = letter == 0 ? 0.0 : static_cast<double>(text.ends[letter - 1]);
            used += static_cast<double>(text.ends[letter]) - begin;
            if (used > room) {
                break;
            }
            (atHead ? head : tail) += 1;
        }
        if (head + tail < kFewestLetters) {
            return nullptr;
        }
    }
    if (m_prepared.size() > kMostPrepared) {
        m_prepared.clear();
    }
    const std::uint64_t id =
        key * (kMostLetters + 2) + static_cast<std::uint64_t>(tail == 0 ? 0 : head + tail);
    auto known = m_prepared.find(id);
    if (known == m_prepared.end()) {
        QStaticText prepared(tail == 0 ? text.text
                                       : text.text.first(head) + kEllipsis + text.text.last(tail));
        prepared.setTextFormat(Qt::PlainText);
        prepared.prepare({}, m_font);
        known = m_prepared.emplace(id, std::move(prepared)).first;
    }
    return &known->second;
}

} // namespace hscope::app
