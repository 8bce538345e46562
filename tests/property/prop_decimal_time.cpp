// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/decimal_time.h"

#include <QTest>

#include <rapidcheck.h>

#include <string>

using namespace hscope::core;

namespace {

/// Nanoseconds as a decimal number of microseconds, written digit by digit.
std::string asMicroseconds(std::int64_t ns)
{
    const bool negative = ns < 0;
    std::string digits = std::to_string(negative ? -ns : ns);
    digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
    digits.insert(digits.size() - 3, ".");
    return (negative ? "-" : "") + digits;
}

} // namespace

class prop_DecimalTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsBackEveryNanosecond();
    void shiftsByExponent();
};

void prop_DecimalTime::readsBackEveryNanosecond()
{
    const bool holds = rc::check("text to nanoseconds is the inverse of nanoseconds to text", [] {
        const std::int64_t limit = std::int64_t{1} << 61;
        const auto ns = *rc::gen::inRange<std::int64_t>(-limit, limit) >> *rc::gen::inRange(0, 60);
        const DecimalTime time = parseMicroseconds(asMicroseconds(ns));
        RC_ASSERT(time.status == DecimalTime::Status::Ok);
        RC_ASSERT(time.ns == ns);
    });
    QVERIFY(holds);
}

void prop_DecimalTime::shiftsByExponent()
{
    const bool holds = rc::check("an exponent moves the point", [] {
        const auto whole = *rc::gen::inRange<std::int64_t>(0, 1'000'000);
        const auto shift = *rc::gen::inRange(0, 6);
        std::string zeros(static_cast<std::size_t>(shift), '0');
        const DecimalTime plain = parseMicroseconds(std::to_string(whole) + zeros);
        const DecimalTime shifted =
            parseMicroseconds(std::to_string(whole) + "e" + std::to_string(shift));
        RC_ASSERT(plain.ns == shifted.ns);
    });
    QVERIFY(holds);
}

QTEST_APPLESS_MAIN(prop_DecimalTime)
#include "prop_decimal_time.moc"
