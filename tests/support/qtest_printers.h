// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QTest>

#include <string>

/// Fails the test with the error's own sentence. Evaluates `result` once.
#define VERIFY_RESULT(result)                                                                      \
    do {                                                                                           \
        const auto& verified = (result);                                                           \
        QVERIFY2(verified.has_value(), verified ? "" : verified.error().message.c_str());          \
    } while (false)

/// Compares two std::strings so that a difference is readable.
#define COMPARE_TEXT(actual, expected)                                                             \
    QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected))
