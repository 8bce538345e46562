/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * heteroscope._heteroscope: the recorder for Python. `heteroscope/__init__.py` is what users see.
 */
#define _GNU_SOURCE
#include "collector/python/extension.h"
#include "collector/python/open_scopes.h"

#include <dlfcn.h>

/* What the LibTorch hook is linked with, as the linker names it; empty if no hook was built. */
#ifndef HSCOPE_TORCH_LIBRARY
#define HSCOPE_TORCH_LIBRARY ""
#endif

static PyObject* phase(PyObject* Py_UNUSED(module), PyObject* text)
{
    hscope_name name = 0;
    if (text != Py_None && name_of_text(text, &name) != 0) {
        return NULL;
    }
    hscope_phase_set(name);
    Py_RETURN_NONE;
}

/* Two arguments; anything else is an exception. */
static int are_two(const char* function, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_Format(PyExc_TypeError, "%s() takes 2 arguments (%zd given)", function, count);
    }
    return count == 2;
}

static PyObject* counter(PyObject* Py_UNUSED(module), PyObject* const* arguments, Py_ssize_t count)
{
    hscope_name name = 0;
    if (!are_two("counter", count) || name_of_text(arguments[0], &name) != 0) {
        return NULL;
    }
    const double value = PyFloat_AsDouble(arguments[1]);
    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    hscope_counter_set(name, value);
    Py_RETURN_NONE;
}

static PyObject* progress(PyObject* Py_UNUSED(module), PyObject* const* arguments, Py_ssize_t count)
{
    if (!are_two("progress", count)) {
        return NULL;
    }
    const double done = PyFloat_AsDouble(arguments[0]);
    const double total = done == -1 && PyErr_Occurred() ? -1 : PyFloat_AsDouble(arguments[1]);
    if (PyErr_Occurred()) {
        return NULL;
    }
    hscope_progress_report(done, total);
    Py_RETURN_NONE;
}

static PyObject* metadata(PyObject* Py_UNUSED(module), PyObject* const* arguments, Py_ssize_t count)
{
    if (!are_two("metadata", count)) {
        return NULL;
    }
    PyObject* const key = PyObject_Str(arguments[0]);
    PyObject* const value = key == NULL ? NULL : PyObject_Str(arguments[1]);
    PyObject* const key_bytes = value == NULL ? NULL : utf8_of_text(key);
    PyObject* const value_bytes = key_bytes == NULL ? NULL : utf8_of_text(value);
    if (value_bytes != NULL) {
        hscope_metadata_set(PyBytes_AS_STRING(key_bytes), PyBytes_AS_STRING(value_bytes));
    }
    Py_XDECREF(key);
    Py_XDECREF(value);
    Py_XDECREF(key_bytes);
    Py_XDECREF(value_bytes);
    if (value_bytes == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* An exception for what the recorder did not do; it has printed the reason where it knows more. */
static PyObject* result_of(int32_t status)
{
    switch (status) {
    case HSCOPE_OK:
        Py_RETURN_NONE;
    case HSCOPE_ERROR_ALREADY_STARTED:
        PyErr_SetString(PyExc_RuntimeError, "this process is being recorded already");
        return NULL;
    case HSCOPE_ERROR_OUTPUT:
        PyErr_SetString(PyExc_OSError,
                        "the recording cannot be written; the reason is on the error output");
        return NULL;
    default:
        PyErr_SetString(PyExc_RuntimeError, "cannot record; the reason is on the error output");
        return NULL;
    }
}

/* At the start of a recording. */
static void measure_and_open(void)
{
    measure_costs();
    scopes_open_python();
}

static PyObject* start(PyObject* Py_UNUSED(module), PyObject* arguments, PyObject* named)
{
    static char* s_names[] = {"path", NULL};
    PyObject* path = Py_None;
    PyObject* bytes = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|O:start", s_names, &path) ||
        (path != Py_None && !PyUnicode_FSConverter(path, &bytes))) {
        return NULL;
    }
    hscope_config config = {0};
    config.struct_size = sizeof config;
    config.path = bytes == NULL ? NULL : PyBytes_AS_STRING(bytes);
    PyThreadState* const others = PyEval_SaveThread(); /* lets them run */
    const int32_t status = hscope_start(&config);
    PyEval_RestoreThread(others);
    Py_XDECREF(bytes);
    measure_and_open();
    return result_of(status);
}

static PyObject* stop(PyObject* Py_UNUSED(module), PyObject* Py_UNUSED(none))
{
    scopes_close_python();
    PyThreadState* const others = PyEval_SaveThread();
    const int32_t status = hscope_stop();
    PyEval_RestoreThread(others);
    return result_of(status == HSCOPE_ERROR_NOT_STARTED ? HSCOPE_OK : status);
}

static PyObject* pause_recording(PyObject* Py_UNUSED(module), PyObject* Py_UNUSED(none))
{
    scopes_close_python();
    hscope_pause();
    Py_RETURN_NONE;
}

static PyObject* resume_recording(PyObject* Py_UNUSED(module), PyObject* Py_UNUSED(none))
{
    hscope_resume();
    scopes_open_python();
    Py_RETURN_NONE;
}

static PyObject* is_recording(PyObject* Py_UNUSED(module), PyObject* Py_UNUSED(none))
{
    return PyBool_FromLong(hscope_is_recording());
}

static PyObject* enable_gpu(PyObject* Py_UNUSED(module), PyObject* Py_UNUSED(none))
{
    PyThreadState* const others = PyEval_SaveThread();
    const int32_t status = hscope_gpu_attach();
    PyEval_RestoreThread(others);
    if (status != HSCOPE_OK) {
        PyErr_SetString(PyExc_RuntimeError,
                        "GPUs cannot be recorded; the reason is on the error output");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject* finish(PyObject* Py_UNUSED(module), PyObject* Py_UNUSED(none))
{
    scopes_close_python();
    Py_RETURN_NONE;
}

static PyObject* is_wanted(PyObject* Py_UNUSED(module), PyObject* hook)
{
    const long number = PyLong_AsLong(hook);
    return number == -1 && PyErr_Occurred()
               ? NULL
               : PyBool_FromLong(hscope_hook_is_wanted((int32_t)number));
}

PyDoc_STRVAR(phase_doc, "phase(name, /)\n--\n\n"
                        "Begins a coarse stage of this process, such as training or evaluation; "
                        "the stage before\nends. None only ends it.");
PyDoc_STRVAR(counter_doc, "counter(name, value, /)\n--\n\n"
                          "The value that a counter of this process has from now on.");
PyDoc_STRVAR(progress_doc, "progress(done, total, /)\n--\n\n"
                           "How much of the whole run is done, in whatever unit it counts.");
PyDoc_STRVAR(metadata_doc, "metadata(key, value, /)\n--\n\n"
                           "A fact about the run, such as its algorithm; the last value of a key "
                           "stays.");
PyDoc_STRVAR(start_doc,
             "start(path=None)\n--\n\n"
             "Records this process into a file, by default $HSCOPE_OUTPUT or trace.hscope.\n\n"
             "A program that `hscope record` runs is recorded from the import on, to where that "
             "says.\nRaises OSError if the file exists or cannot be written, RuntimeError if "
             "start() was called before.");
PyDoc_STRVAR(stop_doc, "stop()\n--\n\n"
                       "Closes the recording. It also closes by itself at the end of the program.");
PyDoc_STRVAR(pause_doc, "pause()\n--\n\nLeaves out what happens until resume().");
PyDoc_STRVAR(resume_doc, "resume()\n--\n\nRecords again after pause() or --start-paused.");
PyDoc_STRVAR(
    enable_gpu_doc,
    "enable_gpu()\n--\n\n"
    "Records calls into CUDA and what GPUs do from now on, as `hscope record --gpu` does.\n\n"
    "Raises RuntimeError if it cannot be: no driver, no libcupti, or another profiler has it.");
PyDoc_STRVAR(is_recording_doc, "is_recording()\n--\n\nWhether events are recorded now.");

#define FAST(function) (PyCFunction)(void (*)(void))(function)

static PyMethodDef s_functions[] = {
    {"phase", phase, METH_O, phase_doc},
    {"counter", FAST(counter), METH_FASTCALL, counter_doc},
    {"progress", FAST(progress), METH_FASTCALL, progress_doc},
    {"metadata", FAST(metadata), METH_FASTCALL, metadata_doc},
    {"start", FAST(start), METH_VARARGS | METH_KEYWORDS, start_doc},
    {"stop", stop, METH_NOARGS, stop_doc},
    {"pause", pause_recording, METH_NOARGS, pause_doc},
    {"resume", resume_recording, METH_NOARGS, resume_doc},
    {"is_recording", is_recording, METH_NOARGS, is_recording_doc},
    {"enable_gpu", enable_gpu, METH_NOARGS, enable_gpu_doc},
    {"finish", finish, METH_NOARGS, "What is left to do when the interpreter ends."},
    {"is_wanted", is_wanted, METH_O, "Whether a hook, given by its number, should record."},
    {NULL, NULL, 0, NULL}};

static int add_constants(PyObject* module)
{
    PyObject* const categories = Py_BuildValue(
        "{si,si,si,si,si,si}", "python", HSCOPE_CATEGORY_PYTHON, "native", HSCOPE_CATEGORY_NATIVE,
        "simulator", HSCOPE_CATEGORY_SIMULATOR, "backend", HSCOPE_CATEGORY_BACKEND, "gpu_api",
        HSCOPE_CATEGORY_GPU_API, "gpu_sync", HSCOPE_CATEGORY_GPU_SYNC);
    const int failed =
        categories == NULL || PyModule_AddObjectRef(module, "CATEGORIES", categories) != 0 ||
        PyModule_AddIntConstant(module, "HOOK_PYTHON", HSCOPE_HOOK_PYTHON) != 0 ||
        PyModule_AddIntConstant(module, "HOOK_TORCH", HSCOPE_HOOK_TORCH) != 0 ||
        PyModule_AddStringConstant(module, "TORCH_LIBRARY", HSCOPE_TORCH_LIBRARY) != 0;
    Py_XDECREF(categories);
    Dl_info recorder;
    const int is_found =
        dladdr((const void*)(size_t)&hscope_start, &recorder) != 0 && recorder.dli_fname != NULL;
    return failed || PyModule_AddStringConstant(module, "RECORDER_PATH",
                                                is_found ? recorder.dli_fname : "") != 0
               ? -1
               : 0;
}

static struct PyModuleDef s_module = {.m_base = PyModuleDef_HEAD_INIT,
                                      .m_name = "heteroscope._heteroscope",
                                      .m_doc = "The recorder; use heteroscope.",
                                      .m_size = -1,
                                      .m_methods = s_functions};

PyMODINIT_FUNC PyInit__heteroscope(void)
{
    PyObject* const module = PyModule_Create(&s_module);
    if (module == NULL) {
        return NULL;
    }
    if (!scopes_set_up()) {
        PyErr_NoMemory();
    } else if (add_annotations(module) == 0 && add_recorded_functions(module) == 0 &&
               add_constants(module) == 0) {
        measure_and_open();
        return module;
    }
    Py_DECREF(module);
    return NULL;
}
