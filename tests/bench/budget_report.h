// SPDX-FileCopyrightText: The Heteroscope authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace hscope::bench {

enum class Better
{
    Lower,
    Higher
};

/// A figure of docs/ARCHITECTURE.md, "Budgets".
struct Budget
{
    const char* id;
    double limit;
    const char* unit;
    Better better = Better::Lower;
};

/// Prints a line per budget, `BUDGET <id> <value> <limit> <unit> pass|fail`, and remembers whether
/// one was missed by more than a factor.
class BudgetReport
{
public:
    /// Reads `--budget-factor=F` from the command line; without it a miss never fails the program.
    BudgetReport(int argc, char** argv)
    {
        constexpr std::string_view kOption = "--budget-factor=";
        for (int i = 1; i < argc; ++i) {
            const std::string_view argument(argv[i]);
            if (argument.starts_with(kOption)) {
                m_factor = std::strtod(argument.substr(kOption.size()).data(), nullptr);
            }
        }
    }

    void add(const Budget& budget, double value)
    {
        const bool lower = budget.better == Better::Lower;
        const bool pass = lower ? value <= budget.limit : value >= budget.limit;
        std::printf("BUDGET %s %.4g %g %s %s\n", budget.id, value, budget.limit, budget.unit,
                    pass ? "pass" : "fail");
        if (m_factor > 0) {
            m_failed = m_failed ||
                       (lower ? value > budget.limit * m_factor : value < budget.limit / m_factor);
        }
    }

    static void skip(const Budget& budget, const char* why)
    {
        std::printf("BUDGET %s - %g %s skipped: %s\n", budget.id, budget.limit, budget.unit, why);
    }

    [[nodiscard]] int exitCode() const { return m_failed ? 1 : 0; }

private:
    double m_factor = 0;
    bool m_failed = false;
};

} // namespace hscope::bench
