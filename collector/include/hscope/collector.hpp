// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
//
// The recorder for C++17 and later: scopes that end by themselves, over the C functions of
// collector.h.
//
//     #include <hscope/collector.hpp>
//
//     int main()
//     {
//         hscope::Recording recording("trace.hscope");
//         for (int step = 0; step < 10; ++step) {
//             hscope::Iteration iteration(step);
//             HSCOPE_OPERATION("inference");
//             HSCOPE_SCOPE("forward", hscope::Category::Backend);
//             ...
//         }
//     }
//
// Header only. Nothing here throws. With HSCOPE_DISABLE defined the macros expand to nothing; the
// classes stay.
#ifndef HSCOPE_COLLECTOR_HPP
#define HSCOPE_COLLECTOR_HPP

#include <cstdint>
#include <hscope/collector.h>
#include <string>
#include <string_view>

namespace hscope {

/// What the time of a scope is spent in.
enum class Category : std::int32_t
{
    Python = HSCOPE_CATEGORY_PYTHON,
    Native = HSCOPE_CATEGORY_NATIVE,
    Simulator = HSCOPE_CATEGORY_SIMULATOR,
    Backend = HSCOPE_CATEGORY_BACKEND,
    GpuApi = HSCOPE_CATEGORY_GPU_API,
    GpuSync = HSCOPE_CATEGORY_GPU_SYNC,
    Overhead = HSCOPE_CATEGORY_OVERHEAD,
    Annotation = HSCOPE_CATEGORY_ANNOTATION
};

/// An interned name. Make it once and keep it: making it takes a lock.
class Name
{
public:
    explicit Name(std::string_view text) noexcept
        : m_number(hscope_name_intern(text.data(), text.size()))
    {
    }

    [[nodiscard]] hscope_name number() const noexcept { return m_number; }

private:
    hscope_name m_number;
};

/// A scope of the calling thread, from here to the end of the block. Made and destroyed by one
/// thread.
class [[nodiscard]] Scope
{
public:
    Scope(Name name, Category category) noexcept
    {
        hscope_scope_begin(name.number(), static_cast<std::int32_t>(category));
    }

    /// A name known only now; it is copied.
    Scope(std::string_view name, Category category) noexcept
    {
        hscope_scope_begin_text(name.data(), name.size(), static_cast<std::int32_t>(category));
    }

    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    ~Scope() { hscope_scope_end(); }

    /// Arguments belong to the innermost open scope, so call these before opening another one.
    void argument(Name name, std::int64_t value) noexcept
    {
        hscope_argument_integer(name.number(), value);
    }

    void argument(Name name, double value) noexcept { hscope_argument_real(name.number(), value); }

    void argument(Name name, std::string_view value) noexcept
    {
        hscope_argument_text(name.number(), value.data(), value.size());
    }
};

/// One of the user's operations, such as inference, from here to the end of the block.
class [[nodiscard]] Operation
{
public:
    explicit Operation(Name name) noexcept { hscope_operation_begin(name.number()); }

    explicit Operation(std::string_view name) noexcept
        : Operation(Name(name))
    {
    }

    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;

    ~Operation() { hscope_operation_end(); }
};

/// One numbered training step, from here to the end of the block.
class [[nodiscard]] Iteration
{
public:
    explicit Iteration(std::int64_t number) noexcept { hscope_iteration_begin(number); }

    Iteration(const Iteration&) = delete;
    Iteration& operator=(const Iteration&) = delete;

    ~Iteration() { hscope_iteration_end(); }
};

/// Records from here to the end of the block.
class [[nodiscard]] Recording
{
public:
    /// Writes to `path`; empty: $HSCOPE_OUTPUT, else trace.hscope.
    explicit Recording(const std::string& path = {}) noexcept
    {
        hscope_config config = {};
        config.struct_size = sizeof config;
        config.path = path.empty() ? nullptr : path.c_str();
        m_status = hscope_start(&config);
    }

    explicit Recording(const hscope_config& config) noexcept
        : m_status(hscope_start(&config))
    {
    }

    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    ~Recording()
    {
        if (hasStarted()) {
            hscope_stop();
        }
    }

    [[nodiscard]] bool hasStarted() const noexcept { return m_status == HSCOPE_OK; }

    /// An hscope_status.
    [[nodiscard]] std::int32_t status() const noexcept { return m_status; }

private:
    std::int32_t m_status = HSCOPE_OK;
};

inline void setMetadata(const std::string& key, const std::string& value) noexcept
{
    hscope_metadata_set(key.c_str(), value.c_str());
}

inline void setProcessName(std::string_view name) noexcept
{
    hscope_process_set_name(Name(name).number());
}

inline void setThreadName(std::string_view name) noexcept
{
    hscope_thread_set_name(Name(name).number());
}

/// Starts a phase of the process, which ends the one before; an empty name only ends it.
inline void setPhase(std::string_view name) noexcept
{
    hscope_phase_set(name.empty() ? 0 : Name(name).number());
}

/// Progress of the whole run, in whatever unit the program counts.
inline void reportProgress(double done, double total) noexcept
{
    hscope_progress_report(done, total);
}

} // namespace hscope

#define HSCOPE_JOIN_TOKENS(a, b) a##b
#define HSCOPE_JOIN(a, b) HSCOPE_JOIN_TOKENS(a, b)

#ifdef HSCOPE_DISABLE

#define HSCOPE_SCOPE(literal, category) static_cast<void>(sizeof(category))
#define HSCOPE_OPERATION(literal) static_cast<void>(0)

#else

/// A scope, or an operation, from here to the end of the block; the name is interned once per
/// place.
#define HSCOPE_SCOPE(literal, category)                                                            \
    static const ::hscope::Name HSCOPE_JOIN(hscopeName, __LINE__)("" literal);                     \
    const ::hscope::Scope HSCOPE_JOIN(hscopeScope, __LINE__)(HSCOPE_JOIN(hscopeName, __LINE__),    \
                                                             (category))
#define HSCOPE_OPERATION(literal)                                                                  \
    static const ::hscope::Name HSCOPE_JOIN(hscopeName, __LINE__)("" literal);                     \
    const ::hscope::Operation HSCOPE_JOIN(hscopeOperation,                                         \
                                          __LINE__)(HSCOPE_JOIN(hscopeName, __LINE__))

#endif // HSCOPE_DISABLE

#endif // HSCOPE_COLLECTOR_HPP
