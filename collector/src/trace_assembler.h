// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/src/event_rows.h"
#include "collector/src/launch_table.h"
#include "collector/src/string_ids.h"
#include "core/schema/schema.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hscope::collector {

/// Turns what the threads of one process say into rows. Used by the drain only.
///
/// A slice gets its row when it begins, marked as unfinished; if it ends before the rows are
/// written, the row is completed in place, else the end becomes an update. So a file is complete up
/// to the last transaction whenever the process dies.
class TraceAssembler
{
public:
    /// A slice or iteration whose end is not known.
    struct Open
    {
        std::int64_t id = 0;
        std::int64_t startNs = 0;
    };

    explicit TraceAssembler(const NameTable& names);

    [[nodiscard]] std::int64_t stringOf(std::uint32_t name)
    {
        return m_strings.ofName(name, m_rows);
    }

    [[nodiscard]] std::int64_t stringOf(std::string_view text)
    {
        return m_strings.ofText(text, m_rows);
    }

    [[nodiscard]] std::int64_t addThread(std::int64_t tid);
    [[nodiscard]] std::int64_t addStream(std::int64_t device, std::int64_t stream);

    /// The thread's track; none if it never recorded. The latest one if a number came again.
    [[nodiscard]] std::optional<std::int64_t> trackOfThread(std::int64_t tid) const;

    /// A track for slices that belong to no thread.
    [[nodiscard]] std::int64_t addNamedTrack(std::string_view name);
    void nameTrack(std::int64_t track, std::int64_t name);

    [[nodiscard]] Open beginSlice(std::int64_t track, std::int64_t startNs, std::int64_t name,
                                  std::uint8_t category, std::uint8_t flags);
    void endSlice(Open slice, std::int64_t endNs);

    void markOperation(Open slice) { m_rows.operations.push_back(slice.id); }

    [[nodiscard]] EventRows::IterationRow beginIteration(Open slice, std::int64_t number);
    void endIteration(EventRows::IterationRow iteration, std::int64_t endNs);

    void addArgument(Open slice, std::int64_t position, std::int64_t name, std::string json);
    void addInstant(std::int64_t track, std::int64_t timeNs, std::int64_t name);
    void addCounter(std::int64_t name, std::int64_t timeNs, double value,
                    std::optional<double> total);
    void linkFrom(Open slice, std::int64_t kind, std::int64_t correlation);
    void linkTo(Open slice, std::int64_t kind, std::int64_t correlation);

    /// The slice that launched work of this correlation, if it is known.
    [[nodiscard]] std::optional<Open> launchOf(std::int64_t correlation) const;

    void addCalibrations(std::vector<EventRows::CalibrationRow> rows)
    {
        std::ranges::move(rows, std::back_inserter(m_rows.calibrations));
    }

    /// The phase that begins; none only ends the one before.
    void setPhase(std::int64_t timeNs, std::optional<std::int64_t> name);

    /// The rows since the last call, with open slices drawn to `nowNs`; clear() them when written.
    [[nodiscard]] EventRows& rows(std::int64_t nowNs);

    /// Rows waiting; much text counts as more than one.
    [[nodiscard]] std::size_t waiting() const
    {
        constexpr std::size_t kTextPerRow = 128;
        return m_rows.count() + m_rows.textBytes / kTextPerRow;
    }

    [[nodiscard]] std::uint64_t refusedNames() const { return m_strings.refused(); }

    [[nodiscard]] std::uint64_t repairedTexts() const { return m_strings.repaired(); }

    [[nodiscard]] std::uint64_t unknownNames() const { return m_strings.unknown(); }

    [[nodiscard]] std::int64_t nextSlice() const { return m_nextSlice; }

private:
    struct LinkKey
    {
        std::int64_t kind;
        std::int64_t correlation;

        friend bool operator==(const LinkKey&, const LinkKey&) = default;
    };

    struct LinkKeyHash
    {
        std::size_t operator()(const LinkKey& key) const;
    };

    using LinkEnds = std::unordered_map<LinkKey, std::int64_t, LinkKeyHash>;

    static void remember(LinkEnds& ends, LinkEnds& before, LinkKey key, std::int64_t slice);
    [[nodiscard]] static std::optional<std::int64_t> find(const LinkEnds& ends,
                                                          const LinkEnds& before, LinkKey key);
    [[nodiscard]] std::optional<std::int64_t> findFrom(LinkKey key) const;
    void addLink(LinkKey key, std::int64_t from, std::int64_t to);
    [[nodiscard]] std::int64_t addTrack(core::TrackKind kind, std::int64_t name);

    EventRows m_rows;
    StringIds m_strings;
    std::int64_t m_nextTrack = 1;
    std::int64_t m_nextSlice = 1;
    std::int64_t m_nextIteration = 1;
    std::int64_t m_nextPhase = 1;
    std::int64_t m_nextInstant = 1;
    std::int64_t m_nextLink = 1;
    std::unordered_map<std::int64_t, std::int64_t> m_counterTracks; ///< By name.
    std::unordered_map<std::int64_t, std::int64_t> m_threadTracks;  ///< By tid.
    std::optional<EventRows::PhaseRow> m_phase;
    LaunchTable m_launches; ///< Ends of launches that work may come to.
    LinkEnds m_from;        ///< Of other kinds.
    LinkEnds m_fromBefore;
    LinkEnds m_to;
    LinkEnds m_toBefore;
};

} // namespace hscope::collector
