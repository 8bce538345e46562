/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * With HSCOPE_DISABLE the macros leave nothing behind: this is linked without the library.
 */
#include <stdint.h>

extern void use_macros(int64_t step, double value);

int main(void)
{
    use_macros(0, 1.0);
    return 0;
}
