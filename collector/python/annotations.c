/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Operations and iterations: what a program says of itself. */
#include "collector/python/extension.h"
#include "collector/python/open_scopes.h"

#include <structmember.h>

typedef struct
{
    PyObject ob_base;
    PyObject* text;
    hscope_name name;
} Operation;

typedef struct
{
    PyObject ob_base;
    long long number;
} Iteration;

static PyTypeObject* s_operation_type;
static PyTypeObject* s_iteration_type;
/* Text to Operation. The recorder has room for 65,535 names; more are not kept here either. */
static PyObject* s_operations;

enum
{
    kLongestKept = 4096
};

PyObject* utf8_of_text(PyObject* text)
{
    PyObject* bytes = PyUnicode_AsEncodedString(text, "utf-8", "strict");
    if (bytes == NULL && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        PyErr_Clear();
        bytes = PyUnicode_AsEncodedString(text, "utf-8", "replace");
    }
    return bytes;
}

static Operation* new_operation(PyObject* text)
{
    PyObject* const bytes = utf8_of_text(text);
    if (bytes == NULL) {
        return NULL;
    }
    Operation* operation = PyObject_New(Operation, s_operation_type);
    if (operation != NULL) {
        operation->text = Py_NewRef(text);
        operation->name =
            hscope_name_intern(PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes));
        if (operation->name != 0 && PyBytes_GET_SIZE(bytes) <= kLongestKept &&
            PyDict_SetItem(s_operations, text, (PyObject*)operation) != 0) {
            Py_CLEAR(operation);
        }
    }
    Py_DECREF(bytes);
    return operation;
}

/* The one operation of a text. */
static Operation* operation_of(PyObject* text)
{
    if (!PyUnicode_CheckExact(text)) {
        if (!PyUnicode_Check(text)) {
            PyErr_Format(PyExc_TypeError, "a name is a str, not %.200s", Py_TYPE(text)->tp_name);
            return NULL;
        }
        PyObject* const exact = PyUnicode_FromObject(text);
        Operation* const operation = exact == NULL ? NULL : operation_of(exact);
        Py_XDECREF(exact);
        return operation;
    }
    PyObject* const known = PyDict_GetItemWithError(s_operations, text);
    if (known != NULL) {
        return (Operation*)Py_NewRef(known);
    }
    return PyErr_Occurred() ? NULL : new_operation(text);
}

int name_of_text(PyObject* text, hscope_name* name)
{
    Operation* const operation = operation_of(text);
    if (operation == NULL) {
        return -1;
    }
    *name = operation->name;
    Py_DECREF(operation);
    return 0;
}

/* Says that something did not end in order. An exception only if warnings are errors. */
static int warn(enum end_order order, PyObject* what)
{
    switch (order) {
    case END_TOO_EARLY:
        return PyErr_WarnFormat(PyExc_RuntimeWarning, 2,
                                "%R ends before what began later on the same thread, which ends "
                                "with it; let no generator or coroutine pause inside of it",
                                what);
    case END_NOT_OPEN:
        return PyErr_WarnFormat(PyExc_RuntimeWarning, 2,
                                "%R is not open on this thread: it ended before, or began on "
                                "another one; let no generator or coroutine pause inside of it",
                                what);
    default:
        return 0;
    }
}

static PyObject* leave(PyObject* self)
{
    const enum end_order order = scopes_leave(self);
    if (order != END_IN_ORDER && warn(order, self) != 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject* annotation_exit(PyObject* self, PyObject* const* Py_UNUSED(arguments),
                                 Py_ssize_t Py_UNUSED(count))
{
    return leave(self);
}

/* ---- Operation ------------------------------------------------------------------------------- */

static PyObject* operation_enter(PyObject* self, PyObject* Py_UNUSED(none))
{
    scopes_enter_operation(self, ((Operation*)self)->name);
    return Py_NewRef(self);
}

static PyObject* operation_call(PyObject* self, PyObject* arguments, PyObject* named)
{
    PyObject* function = NULL;
    if (named != NULL && PyDict_GET_SIZE(named) > 0) {
        PyErr_SetString(PyExc_TypeError, "an operation decorates one function");
        return NULL;
    }
    if (!PyArg_UnpackTuple(arguments, "operation", 1, 1, &function)) {
        return NULL;
    }
    if (!PyCallable_Check(function)) {
        PyErr_Format(PyExc_TypeError, "an operation decorates a function, not %.200s",
                     Py_TYPE(function)->tp_name);
        return NULL;
    }
    if (PyFunction_Check(function) && (((PyCodeObject*)PyFunction_GET_CODE(function))->co_flags &
                                       (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR)) != 0) {
        PyErr_SetString(PyExc_TypeError, "an operation cannot decorate a generator or coroutine, "
                                         "which runs after its call returned; use `with` in it");
        return NULL;
    }
    return recorded_operation(function, ((Operation*)self)->text);
}

static PyObject* operation_repr(PyObject* self)
{
    return PyUnicode_FromFormat("operation(%R)", ((Operation*)self)->text);
}

static void operation_dealloc(PyObject* self)
{
    PyTypeObject* const type = Py_TYPE(self);
    Py_XDECREF(((Operation*)self)->text);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject* operation_reduce(PyObject* self, PyObject* Py_UNUSED(none))
{
    PyObject* const module = PyImport_ImportModule("heteroscope");
    PyObject* const maker = module == NULL ? NULL : PyObject_GetAttrString(module, "operation");
    Py_XDECREF(module);
    return maker == NULL ? NULL : Py_BuildValue("N(O)", maker, ((Operation*)self)->text);
}

static PyMethodDef s_operation_methods[] = {
    {"__enter__", operation_enter, METH_NOARGS, NULL},
    {"__exit__", (PyCFunction)(void (*)(void))annotation_exit, METH_FASTCALL, NULL},
    {"__reduce__", operation_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyMemberDef s_operation_members[] = {
    {"name", T_OBJECT, offsetof(Operation, text), READONLY, "its name"}, {NULL, 0, 0, 0, NULL}};

PyDoc_STRVAR(operation_type_doc,
             "One kind of work: a context manager, and a decorator of functions.\n\n"
             "It holds no state: one may be open several times, on several threads.");

static PyType_Slot s_operation_slots[] = {{Py_tp_doc, (void*)operation_type_doc},
                                          {Py_tp_methods, s_operation_methods},
                                          {Py_tp_members, s_operation_members},
                                          {Py_tp_call, operation_call},
                                          {Py_tp_repr, operation_repr},
                                          {Py_tp_dealloc, operation_dealloc},
                                          {0, NULL}};

static PyType_Spec s_operation_spec = {"heteroscope.Operation", sizeof(Operation), 0,
                                       Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                           Py_TPFLAGS_IMMUTABLETYPE,
                                       s_operation_slots};

/* ---- Iteration ------------------------------------------------------------------------------- */

static PyObject* iteration_enter(PyObject* self, PyObject* Py_UNUSED(none))
{
    scopes_enter_iteration(self, ((Iteration*)self)->number);
    return Py_NewRef(self);
}

static PyObject* iteration_repr(PyObject* self)
{
    return PyUnicode_FromFormat("iteration(%lld)", ((Iteration*)self)->number);
}

static void iteration_dealloc(PyObject* self)
{
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyMethodDef s_iteration_methods[] = {
    {"__enter__", iteration_enter, METH_NOARGS, NULL},
    {"__exit__", (PyCFunction)(void (*)(void))annotation_exit, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL}};

static PyMemberDef s_iteration_members[] = {
    {"number", T_LONGLONG, offsetof(Iteration, number), READONLY, "its number"},
    {NULL, 0, 0, 0, NULL}};

static PyType_Slot s_iteration_slots[] = {{Py_tp_doc, "One training step: a context manager."},
                                          {Py_tp_methods, s_iteration_methods},
                                          {Py_tp_members, s_iteration_members},
                                          {Py_tp_repr, iteration_repr},
                                          {Py_tp_dealloc, iteration_dealloc},
                                          {0, NULL}};

static PyType_Spec s_iteration_spec = {"heteroscope.Iteration", sizeof(Iteration), 0,
                                       Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                           Py_TPFLAGS_IMMUTABLETYPE,
                                       s_iteration_slots};

/* ---- Functions of the module ----------------------------------------------------------------- */

static PyObject* make_operation(PyObject* Py_UNUSED(module), PyObject* name)
{
    return (PyObject*)operation_of(name);
}

static PyObject* make_iteration(PyObject* Py_UNUSED(module), PyObject* number)
{
    const long long value = PyLong_AsLongLong(number);
    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    Iteration* const iteration = PyObject_New(Iteration, s_iteration_type);
    if (iteration != NULL) {
        iteration->number = value;
    }
    return (PyObject*)iteration;
}

PyDoc_STRVAR(
    operation_doc,
    "operation(name, /)\n--\n\n"
    "An operation of the program, such as inference: `with operation(name):` or a "
    "decorator.\n\n"
    "Operations nest. They end in the reverse order of their begin on each thread; another "
    "order is\nput right, counted, and told by a RuntimeWarning.");
PyDoc_STRVAR(iteration_doc,
             "iteration(number, /)\n--\n\n"
             "One numbered training step of this process: `with iteration(number):`.");

static PyMethodDef s_functions[] = {{"operation", make_operation, METH_O, operation_doc},
                                    {"iteration", make_iteration, METH_O, iteration_doc},
                                    {NULL, NULL, 0, NULL}};

int add_annotations(PyObject* module)
{
    s_operations = PyDict_New();
    s_operation_type = (PyTypeObject*)PyType_FromSpec(&s_operation_spec);
    s_iteration_type = (PyTypeObject*)PyType_FromSpec(&s_iteration_spec);
    if (s_operations == NULL || s_operation_type == NULL || s_iteration_type == NULL) {
        return -1;
    }
    return PyModule_AddType(module, s_operation_type) != 0 ||
                   PyModule_AddType(module, s_iteration_type) != 0
               ? -1
               : PyModule_AddFunctions(module, s_functions);
}
