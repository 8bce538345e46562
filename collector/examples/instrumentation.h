// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Stand-ins for the collector's C++ interface, until it exists: same names, no effect, no cost.
///
/// The examples mark their work with these names only. This file then becomes one line,
/// `#include <hscope/collector.hpp>`. Compiles as C++17, because LibTorch's headers need that.
namespace hscope {

/// What the time of a scope is spent in.
enum class Category : std::uint8_t
{
    Native,
    Simulator,
    Backend,
    Annotation
};

/// One of the program's own operations, from construction to destruction.
class Operation
{
public:
    explicit Operation(const char* /*name*/) {}

    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;
    Operation(Operation&&) = delete;
    Operation& operator=(Operation&&) = delete;

    ~Operation() {} // NOLINT(modernize-use-equals-default): silences warnings about unused objects
};

/// A slice of one category, from construction to destruction.
class Scope
{
public:
    Scope(const char* /*name*/, Category /*category*/) {}

    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    Scope(Scope&&) = delete;
    Scope& operator=(Scope&&) = delete;

    ~Scope() {} // NOLINT(modernize-use-equals-default): silences warnings about unused objects
};

/// One turn of the training loop, from construction to destruction.
class Iteration
{
public:
    explicit Iteration(std::int64_t /*number*/) {}

    Iteration(const Iteration&) = delete;
    Iteration& operator=(const Iteration&) = delete;
    Iteration(Iteration&&) = delete;
    Iteration& operator=(Iteration&&) = delete;

    ~Iteration() {} // NOLINT(modernize-use-equals-default): silences warnings about unused objects
};

inline void reportProgress(std::int64_t /*done*/, std::int64_t /*total*/) {}

inline void setMetadata(const char* /*key*/, const char* /*value*/) {}

inline void setProcessName(const char* /*name*/) {}

inline void setThreadName(const char* /*name*/) {}

inline void setPhase(const char* /*name*/) {}

} // namespace hscope
