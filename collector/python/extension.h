/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the extension module heteroscope._heteroscope share. */
#ifndef HSCOPE_PYTHON_EXTENSION_H
#define HSCOPE_PYTHON_EXTENSION_H

#define PY_SSIZE_T_CLEAN
#include "hscope/hooks.h"

#include <Python.h>

/* The number of a text, which is looked up once per text; sets an exception and returns -1 if it is
 * no text. */
int name_of_text(PyObject* text, hscope_name* name);

/* UTF-8 of a text, what is none replaced; the caller releases it. NULL and an exception on failure.
 */
PyObject* utf8_of_text(PyObject* text);

/* heteroscope.operation and heteroscope.iteration, and their types. 0 on success. */
int add_annotations(PyObject* module);

/* The types of functions that record their calls. 0 on success. */
int add_recorded_functions(PyObject* module);

/* A function whose calls are scopes of a category. `place` says what it stands for where it was
 * put, None if it was put nowhere. */
PyObject* recorded_call(PyObject* function, PyObject* name, int32_t category, PyObject* place);

/* A function whose calls are an operation. */
PyObject* recorded_operation(PyObject* function, PyObject* name);

/* Measures what recording an operation and a call costs, the first time that something is recorded.
 * Before the scope `python` of this thread is open. */
void measure_costs(void);

#endif
