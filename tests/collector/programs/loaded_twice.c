/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * loaded_twice LIBRARY COPY TRACE
 *
 * Loads two copies of the library and starts both with the same output. Prints what each start and
 * stop returned as lines "name=number".
 */
#include <dlfcn.h>
#include <hscope/collector.h>
#include <stdio.h>
#include <string.h>

typedef int32_t (*start_function)(const hscope_config*);
typedef int32_t (*stop_function)(void);
typedef void (*begin_function)(const char*, size_t, int32_t);
typedef void (*end_function)(void);

struct copy
{
    start_function start;
    stop_function stop;
    begin_function begin;
    end_function end;
};

/* ISO C has no cast from an object pointer to a function pointer. */
static void find(void* library, const char* name, void* function)
{
    void* symbol = library == NULL ? NULL : dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
}

static struct copy load(const char* path)
{
    struct copy copy;
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
    }
    find(library, "hscope_start", &copy.start);
    find(library, "hscope_stop", &copy.stop);
    find(library, "hscope_scope_begin_text", &copy.begin);
    find(library, "hscope_scope_end", &copy.end);
    return copy;
}

int main(int argc, char** argv)
{
    struct copy copies[2];
    hscope_config config;
    int i;
    if (argc != 4) {
        fprintf(stderr, "usage: loaded_twice LIBRARY COPY TRACE\n");
        return 2;
    }
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.path = argv[3];
    for (i = 0; i < 2; ++i) {
        copies[i] = load(argv[1 + i]);
        if (copies[i].start == NULL || copies[i].end == NULL) {
            return 1;
        }
        printf("start_%d=%d\n", i, (int)copies[i].start(&config));
    }
    for (i = 0; i < 2; ++i) {
        copies[i].begin(i == 0 ? "first" : "second", (size_t)(i == 0 ? 5 : 6), 0);
        copies[i].end();
    }
    for (i = 0; i < 2; ++i) {
        printf("stop_%d=%d\n", i, (int)copies[i].stop());
    }
    return 0;
}
