// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collector/cupti/cupti_headers.h"

#include <cstdint>
#include <optional>
#include <string>

namespace hscope::cupti {

/// The functions of the libcupti of this process. It is loaded when it is needed: a process whose
/// libcupti is of another version than the one this was built with gets its own.
struct CuptiLibrary
{
    /// What cuptiGetVersion() says: 18 for CUDA 11.8, 130000 for 13.0.
    std::uint32_t version = 0;

    decltype(&::cuptiGetResultString) getResultString = nullptr;
    decltype(&::cuptiSubscribe) subscribe = nullptr;
    decltype(&::cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&::cuptiEnableDomain) enableDomain = nullptr;
    decltype(&::cuptiEnableCallback) enableCallback = nullptr;
    decltype(&::cuptiActivityRegisterCallbacks) registerBuffers = nullptr;
    decltype(&::cuptiActivityEnable) enableActivity = nullptr;
    decltype(&::cuptiActivityDisable) disableActivity = nullptr;
    decltype(&::cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&::cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
    decltype(&::cuptiActivityFlushAll) flushAll = nullptr;
    decltype(&::cuptiGetTimestamp) timestamp = nullptr;

    // Not in each version; null where they are missing.
    decltype(&::cuptiActivityRegisterTimestampCallback) registerTimestamps = nullptr;
    decltype(&::cuptiSetThreadIdType) setThreadIdType = nullptr;
    decltype(&::cuptiGetThreadIdType) getThreadIdType = nullptr;
    decltype(&::cuptiActivityEnableAndDump) enableAndDump = nullptr;

    /// Finds the library: the file HSCOPE_CUPTI_LIBRARY, else the one that the process has loaded,
    /// else one of those that the loader or a CUDA toolkit in its usual place has, newest first.
    /// None, with the reason in `why`, if there is none, it lacks a function, or there is no
    /// driver.
    [[nodiscard]] static std::optional<CuptiLibrary> open(std::string& why);

    /// The library's own words for a result.
    [[nodiscard]] std::string textOf(CUptiResult result) const;
};

} // namespace hscope::cupti
