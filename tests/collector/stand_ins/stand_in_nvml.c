/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What stands in for libnvidia-ml.so.1: one device, which is 42% busy. */
#include <string.h>

__attribute__((visibility("default"))) int nvmlInit_v2(void);
__attribute__((visibility("default"))) int nvmlDeviceGetHandleByUUID(const char* uuid,
                                                                     void** device);
__attribute__((visibility("default"))) int nvmlDeviceGetUtilizationRates(void* device,
                                                                         unsigned* rates);

static int s_device;

int nvmlInit_v2(void)
{
    return 0;
}

int nvmlDeviceGetHandleByUUID(const char* uuid, void** device)
{
    const int not_found = 6;
    *device = &s_device;
    return strcmp(uuid, "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f") == 0 ? 0 : not_found;
}

int nvmlDeviceGetUtilizationRates(void* device, unsigned* rates)
{
    rates[0] = device == &s_device ? 42 : 0;
    rates[1] = 7;
    return 0;
}
