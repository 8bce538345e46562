/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every macro of collector.h once. Compiled as C and as C++, with recording and with
 * HSCOPE_DISABLE.
 */
#include <hscope/collector.h>

#ifdef __cplusplus
extern "C"
#endif
    void
    use_macros(int64_t step, double value);

void use_macros(int64_t step, double value)
{
    const int32_t category = HSCOPE_CATEGORY_BACKEND;
    HSCOPE_PHASE("phase");
    HSCOPE_ITERATION_BEGIN(step);
    HSCOPE_OPERATION_BEGIN("operation");
    HSCOPE_SCOPE_BEGIN("scope", category);
    if (step > 0) {
        HSCOPE_INSTANT("instant");
    } else {
        HSCOPE_COUNTER("counter", value);
    }
    HSCOPE_SCOPE_END();
    HSCOPE_OPERATION_END();
    HSCOPE_ITERATION_END();
}
