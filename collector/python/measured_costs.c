/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What recording from Python costs, for the correction of overhead. */
#include "collector/python/extension.h"
#include "collector/python/open_scopes.h"

struct probe
{
    int is_on;
    PyObject* plain;
    PyObject* recorded;
};

static void switch_events(int32_t is_on, void* context)
{
    ((struct probe*)context)->is_on = is_on;
}

static void mark(int64_t times, void* context)
{
    static const char s_text[] = "operation";
    const hscope_name name = hscope_name_intern(s_text, sizeof s_text - 1);
    const struct probe* const probe = context;
    for (int64_t i = 0; i < times; ++i) {
        if (probe->is_on) {
            scopes_enter_operation(probe, name);
            scopes_leave(probe);
        } else { /* what these ask while nothing is recorded */
            (void)hscope_is_recording();
            (void)hscope_is_recording();
        }
    }
}

static void call(int64_t times, void* context)
{
    const struct probe* const probe = context;
    PyObject* const function = probe->is_on ? probe->recorded : probe->plain;
    for (int64_t i = 0; i < times; ++i) {
        Py_XDECREF(PyObject_CallNoArgs(function));
    }
}

static PyObject* do_nothing(PyObject* Py_UNUSED(module), PyObject* Py_UNUSED(none))
{
    Py_RETURN_NONE;
}

static PyMethodDef s_do_nothing = {"do_nothing", do_nothing, METH_NOARGS, NULL};

static void measure_calls(void)
{
    PyObject* const name = PyUnicode_FromString("function");
    struct probe probe = {0, PyCFunction_New(&s_do_nothing, NULL), NULL};
    if (name != NULL && probe.plain != NULL) {
        probe.recorded = recorded_call(probe.plain, name, HSCOPE_CATEGORY_NATIVE, Py_None);
    }
    if (probe.recorded != NULL) {
        const hscope_cost_probe how = {switch_events, call, NULL, &probe};
        hscope_cost_measure("python", HSCOPE_HOOK_PYTHON, &how);
    }
    Py_XDECREF(probe.recorded);
    Py_XDECREF(probe.plain);
    Py_XDECREF(name);
    PyErr_Clear(); /* then it stays unknown */
}

void measure_costs(void)
{
    static int s_is_measured;
    if (s_is_measured || hscope_is_recording() == 0) {
        return;
    }
    s_is_measured = 1;
    const int is_wanted = scopes_want_python(0); /* it would open between the events */
    struct probe probe = {0, NULL, NULL};
    const hscope_cost_probe how = {switch_events, mark, NULL, &probe};
    hscope_cost_measure("python_annotation", HSCOPE_HOOK_PYTHON, &how);
    measure_calls();
    scopes_want_python(is_wanted);
}
