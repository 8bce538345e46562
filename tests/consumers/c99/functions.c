/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * functions TRACE: every function of collector.h, from C99.
 */
#include <hscope/collector.h>
#include <string.h>

extern void use_macros(int64_t step, double value);

int main(int argc, char** argv)
{
    hscope_config config;
    hscope_name name;
    int ok = argc == 2;
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.path = argc == 2 ? argv[1] : NULL;
    config.process_name = "consumer";
    hscope_metadata_set("algorithm", "PPO");
    ok = ok && hscope_start(&config) == HSCOPE_OK && hscope_is_recording() == 1;
    name = hscope_name_intern("name", 4);
    hscope_process_set_name(name);
    hscope_thread_set_name(name);
    hscope_phase_set(name);
    hscope_iteration_begin(1);
    hscope_operation_begin(name);
    hscope_scope_begin(name, HSCOPE_CATEGORY_NATIVE);
    hscope_argument_integer(name, 1);
    hscope_argument_real(name, 0.5);
    hscope_argument_text(name, "text", 4);
    hscope_link_from(HSCOPE_LINK_FORK, 7);
    hscope_scope_end();
    hscope_scope_begin_text("text", 4, HSCOPE_CATEGORY_PYTHON);
    hscope_link_to(HSCOPE_LINK_FORK, 7);
    hscope_instant_mark(name);
    hscope_counter_set(name, 1.0);
    hscope_progress_report(1.0, 2.0);
    hscope_scope_end();
    hscope_operation_end();
    hscope_iteration_end();
    use_macros(0, 1.0);
    use_macros(1, 2.0);
    hscope_pause();
    hscope_resume();
    ok = ok && hscope_flush() == HSCOPE_OK && hscope_lost_events() == 0;
    ok = ok && hscope_stop() == HSCOPE_OK;
    return ok ? 0 : 1;
}
