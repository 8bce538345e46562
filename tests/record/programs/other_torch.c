/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A library with the name of LibTorch's, but not the one that the hook was built for.
 */
int heteroscope_test_other_torch(void);

int heteroscope_test_other_torch(void)
{
    return 0;
}
