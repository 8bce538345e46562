// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hscope::collector {

/// What can be recorded or left out for itself.
enum class EventGroup : std::uint8_t
{
    Scopes, ///< Of the program itself.
    Torch,
    Python,
    GpuApi,
    Annotations, ///< Operations, counters and points in time.
    Marks,       ///< Iterations, phases and progress: they are few and say how long a run took.
    GpuWork      ///< What GPUs do, as CUPTI reports it.
};

inline constexpr std::size_t kEventGroups = 7;

/// Whether events are recorded now, and into which recording: what every event asks first.
///
/// Several reasons may hold a recording back at once. Every function is async-signal-safe.
class RecordingGate
{
public:
    static constexpr std::uint32_t kAllGroups = (1U << kEventGroups) - 1;

    enum Reason : std::uint32_t
    {
        NotStarted = 1,
        Paused = 2,  ///< By the program or a signal.
        Delayed = 4, ///< The delay has not passed.
        Over = 8     ///< The duration has passed, the file is full, or cannot be written.
    };

    constexpr RecordingGate() = default;

    /// The number of the recording, 0 if events of this group are not recorded now.
    [[nodiscard]] std::uint32_t active(EventGroup group) const
    {
        return m_active[static_cast<std::size_t>(group)].load(std::memory_order_acquire);
    }

    /// The number of the recording, 0 if nothing is recorded now.
    [[nodiscard]] std::uint32_t active() const { return m_any.load(std::memory_order_acquire); }

    /// The number of the recording that is started, even if it is held back; 0 if there is none.
    [[nodiscard]] std::uint32_t started() const
    {
        return m_started.load(std::memory_order_acquire);
    }

    /// `groups`: a bit for each group that is wanted.
    void open(std::uint32_t recording, std::uint32_t reasons, std::uint32_t groups = kAllGroups)
    {
        m_groups.store(groups, std::memory_order_seq_cst);
        m_started.store(recording, std::memory_order_seq_cst);
        m_reasons.store(reasons, std::memory_order_seq_cst);
        update();
    }

    void close()
    {
        m_started.store(0, std::memory_order_seq_cst);
        m_reasons.store(NotStarted, std::memory_order_seq_cst);
        update();
    }

    void set(Reason reason)
    {
        m_reasons.fetch_or(reason, std::memory_order_seq_cst);
        update();
    }

    void clear(Reason reason)
    {
        m_reasons.fetch_and(~static_cast<std::uint32_t>(reason), std::memory_order_seq_cst);
        update();
    }

    [[nodiscard]] bool has(Reason reason) const
    {
        return (m_reasons.load(std::memory_order_acquire) & reason) != 0;
    }

private:
    /// Several threads may be in here. Whoever stores last has seen, after its store, what the
    /// store was made of; that needs one order of all these loads and stores.
    void update()
    {
        std::uint32_t reasons = 0;
        std::uint32_t recording = 0;
        do {
            reasons = m_reasons.load(std::memory_order_seq_cst);
            recording = m_started.load(std::memory_order_seq_cst);
            const std::uint32_t groups = m_groups.load(std::memory_order_seq_cst);
            const std::uint32_t active = reasons == 0 ? recording : 0;
            for (std::size_t group = 0; group < kEventGroups; ++group) {
                m_active[group].store((groups >> group & 1U) != 0 ? active : 0,
                                      std::memory_order_seq_cst);
            }
            m_any.store(active, std::memory_order_seq_cst);
        } while (reasons != m_reasons.load(std::memory_order_seq_cst) ||
                 recording != m_started.load(std::memory_order_seq_cst));
    }

    std::array<std::atomic<std::uint32_t>, kEventGroups> m_active{};
    std::atomic<std::uint32_t> m_any{0};
    std::atomic<std::uint32_t> m_groups{kAllGroups};
    std::atomic<std::uint32_t> m_started{0};
    std::atomic<std::uint32_t> m_reasons{NotStarted};
};

} // namespace hscope::collector
