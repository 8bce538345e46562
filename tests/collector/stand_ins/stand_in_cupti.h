// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What stands in for libcupti.so where there is no GPU: the functions that the hook calls, and
/// these, with which a test says what CUDA does. Records have the real layouts of the version that
/// it says to be, and lie in the hook's own buffers one behind the other, as the library puts them.
///
/// Environment: STAND_IN_VERSION (else that of the headers), STAND_IN_SUBSCRIBE, STAND_IN_ENABLE
/// and STAND_IN_CALLBACKS (the result of cuptiSubscribe, cuptiActivityEnable and
/// cuptiEnableDomain), STAND_IN_TAKEN_UNTIL=N (another profiler has CUPTI until the Nth
/// cuptiSubscribe), STAND_IN_NO_TIMESTAMPS=1 (the host's clock cannot be used).
namespace stand_in {

/// A call into CUDA. It begins when it is made and ends with its life.
class Call
{
public:
    /// `correlation` 0: the next one.
    explicit Call(const char* function, bool isDriver = false, std::uint32_t correlation = 0);
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call();

    [[nodiscard]] std::uint32_t correlation() const { return m_correlation; }

private:
    void tell(bool isBegin) const;

    const char* m_function;
    bool m_isDriver;
    std::uint32_t m_correlation;
    std::uint32_t m_number; ///< Of the function: any that is the same each time.
};

struct Place
{
    std::uint32_t device = 0;
    std::uint32_t stream = 7;
};

struct Times
{
    std::uint64_t start = 0;
    std::uint64_t end = 0;
};

/// The time that CUPTI would stamp now.
std::uint64_t now();

void addKernel(const char* name, std::uint32_t correlation, Place place, Times times,
               std::uint32_t graph = 0);
/// A kernel that still runs: a flush leaves its buffer alone unless it is forced, and then the
/// record has no end.
void startKernel(const char* name, std::uint32_t correlation, Place place);
void endKernels(); ///< Those that were started.

void addCopy(std::uint8_t kind, std::uint64_t bytes, std::uint32_t correlation, Place place,
             Times times);
void addPeerCopy(std::uint32_t from, std::uint32_t to, std::uint32_t correlation, Place place,
                 Times times);
void addMemset(std::uint32_t value, std::uint64_t bytes, std::uint32_t correlation, Place place,
               Times times);
void addGraph(std::uint32_t graph, std::uint32_t correlation, Place place, Times times);
void addSynchronization(std::uint32_t type, std::uint32_t stream, std::uint32_t correlation);
void addOverhead(std::uint32_t kind, std::uint32_t thread, Times times);
void addExternal(std::uint64_t external, std::uint32_t correlation);
void addDevice(std::uint32_t number, const char* name);
void addContext(std::uint32_t number, std::uint32_t device, std::uint16_t defaultStream);
void addUnknown(); ///< A kind that the hook did not ask for.

/// The next buffer that is delivered says that so many records were dropped.
void dropRecords(std::size_t count);

/// Hands over the buffer that is being filled, on a thread as CUPTI's own.
void deliver();

/// Whether the hook holds CUPTI.
bool isSubscribed();

/// Buffers that were handed over.
std::size_t delivered();

} // namespace stand_in
