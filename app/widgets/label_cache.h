// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QStaticText>
#include <QString>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace hscope::app {

/// `aten::linear` becomes `linear`, `void at::native::foo<float>(int)` becomes `foo<float>(int)`:
/// what comes before the last `::` outside brackets is dropped, unless fewer than four letters
/// would be left.
[[nodiscard]] QString withoutQualifier(const QString& name);

/// Names as they fit into slices, laid out once and kept.
///
/// Laying out and eliding a label takes 20 us, drawing a prepared one 2 us; while somebody zooms,
/// most labels keep the number of letters they have room for, and that is what is cached.
///
/// Thread: the GUI thread.
class LabelCache
{
public:
    explicit LabelCache(const QFont& font);

    /// The text of `key` that fits into `width` pixels, elided in the middle; none if fewer than
    /// four letters fit. `name` is called once per key.
    template <typename Name>
    const QStaticText* find(std::uint64_t key, double width, Name&& name)
    {
        auto known = m_texts.find(key);
        if (known == m_texts.end()) {
            known = m_texts.emplace(key, measure(name())).first;
        }
        return fitted(key, known->second, width);
    }

    [[nodiscard]] const QFont& font() const { return m_font; }

    [[nodiscard]] double height() const { return m_metrics.height(); }

    void clear();

private:
    struct Text
    {
        QString text;
        std::vector<float> ends; ///< Right edge of each letter when drawn from the left.
    };

    [[nodiscard]] Text measure(const QString& text) const;
    const QStaticText* fitted(std::uint64_t key, const Text& text, double width);

    QFont m_font;
    QFontMetricsF m_metrics;
    double m_ellipsisWidth;
    std::unordered_map<std::uint64_t, Text> m_texts;
    std::unordered_map<std::uint64_t, QStaticText> m_prepared; ///< By key and number of letters.
};

} // namespace hscope::app
