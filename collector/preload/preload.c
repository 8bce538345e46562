/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * libhscope_preload.so: what `hscope record --torch` puts into LD_PRELOAD.
 *
 * Every child of the recorded command gets it, also those that are of no interest, such as shells
 * and compilers. So it needs nothing but libc, and loads the recorder only where operators can be
 * expected: in programs with LibTorch, and in Python.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* name_of(const char* path)
{
    const char* const slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static int is_torch(struct dl_phdr_info* info, size_t size, void* data)
{
    static const char kTorch[] = "libtorch_cpu.so";
    (void)size;
    (void)data;
    return info->dlpi_name != NULL &&
           strncmp(name_of(info->dlpi_name), kTorch, sizeof kTorch - 1) == 0;
}

static int is_python(void)
{
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) {
        return 0;
    }
    path[length] = '\0';
    return strncmp(name_of(path), "python", 6) == 0;
}

/* The recorder: beside this library in a build, one folder up when installed. */
static void load_recorder(void)
{
    static const char kBeside[] = "libhscope_collector.so.1";
    static const char kAbove[] = "../libhscope_collector.so.1";
    Dl_info self;
    char path[4096];
    if (dladdr((const void*)(size_t)&load_recorder, &self) == 0 || self.dli_fname == NULL) {
        return;
    }
    const size_t folder = (size_t)(name_of(self.dli_fname) - self.dli_fname);
    if (folder + sizeof kAbove > sizeof path) {
        return;
    }
    memcpy(path, self.dli_fname, folder);
    memcpy(path + folder, kBeside, sizeof kBeside);
    if (access(path, F_OK) != 0) {
        memcpy(path + folder, kAbove, sizeof kAbove);
    }
    /* Global, so that a module which is loaded later finds this one. */
    if (dlopen(path, RTLD_NOW | RTLD_GLOBAL) == NULL) {
        fprintf(stderr, "heteroscope: not recording: %s\n", dlerror());
    }
}

__attribute__((constructor)) static void on_load(void)
{
    const char* const wanted = getenv("HSCOPE_RECORD");
    if (wanted == NULL || *wanted != '1' || dlsym(RTLD_DEFAULT, "hscope_start") != NULL) {
        return; /* a program that is linked with the recorder starts it itself */
    }
    if (dl_iterate_phdr(is_torch, NULL) != 0 || is_python()) {
        load_recorder();
    }
}
