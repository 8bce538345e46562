/* SPDX-FileCopyrightText: The Heteroscope authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions that stand in for others and record their calls. They look like what they stand for:
 * whatever is asked of them is answered by that, they are equal to it, and isinstance() takes them
 * for it. Arguments and results pass as they are. */
#include "collector/python/extension.h"
#include "collector/python/open_scopes.h"

#include <structmember.h>

typedef struct
{
    PyObject ob_base;
    vectorcallfunc call;
    PyObject* function;
    PyObject* text;
    PyObject* place;
    PyObject* attributes;
    PyObject* references;
    hscope_name name;
    int32_t category; /* kOperation: its calls are an operation */
} Recorded;

enum
{
    kOperation = -1
};

/* Those for what becomes a method where it is found in a class, and for what does not. */
static PyTypeObject* s_method_type;
static PyTypeObject* s_function_type;

static int is_recorded(PyObject* object)
{
    return Py_IS_TYPE(object, s_method_type) || Py_IS_TYPE(object, s_function_type);
}

static PyObject* call(PyObject* self, PyObject* const* arguments, size_t count, PyObject* names)
{
    const Recorded* const recorded = (const Recorded*)self;
    if (hscope_is_recording() == 0) {
        return PyObject_Vectorcall(recorded->function, arguments, count, names);
    }
    const size_t depth = recorded->category == kOperation
                             ? scopes_enter_operation_call(recorded->name)
                             : scopes_enter_call(recorded->name, recorded->category);
    PyObject* const result = PyObject_Vectorcall(recorded->function, arguments, count, names);
    scopes_leave_call(depth);
    return result;
}

/* These are found in the type before the function would be asked. */
static int is_of_function(PyObject* name)
{
    return PyUnicode_Check(name) && (PyUnicode_CompareWithASCIIString(name, "__doc__") == 0 ||
                                     PyUnicode_CompareWithASCIIString(name, "__module__") == 0 ||
                                     PyUnicode_CompareWithASCIIString(name, "__class__") == 0);
}

static PyObject* get_attribute(PyObject* self, PyObject* name)
{
    PyObject* const function = ((Recorded*)self)->function;
    PyObject* const attributes = ((Recorded*)self)->attributes;
    if (is_of_function(name) &&
        (attributes == NULL || PyDict_GetItemWithError(attributes, name) == NULL)) {
        return PyObject_GetAttr(function, name);
    }
    PyObject* const own = PyObject_GenericGetAttr(self, name);
    if (own != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError)) {
        return own;
    }
    PyErr_Clear();
    return PyObject_GetAttr(function, name);
}

static PyObject* get_bound(PyObject* self, PyObject* object, PyObject* Py_UNUSED(type))
{
    return object == NULL || object == Py_None ? Py_NewRef(self) : PyMethod_New(self, object);
}

static PyObject* compare(PyObject* self, PyObject* other, int how)
{
    if (how != Py_EQ && how != Py_NE) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    PyObject* const theirs = is_recorded(other) ? ((Recorded*)other)->function : other;
    return PyObject_RichCompare(((Recorded*)self)->function, theirs, how);
}

static Py_hash_t hash(PyObject* self)
{
    return PyObject_Hash(((Recorded*)self)->function);
}

static PyObject* repr(PyObject* self)
{
    return PyUnicode_FromFormat("<recorded %R>", ((Recorded*)self)->function);
}

/* By its name, as functions are; a method of one object with that object, so that a copy of the
 * object gets a method of its own. */
static PyObject* reduce(PyObject* self, PyObject* protocol)
{
    Recorded* const recorded = (Recorded*)self;
    if (PyFunction_Check(recorded->function)) {
        return PyObject_GetAttrString(recorded->function, "__qualname__");
    }
    if (!PyMethod_Check(recorded->function)) {
        return PyObject_CallMethod(recorded->function, "__reduce_ex__", "O", protocol);
    }
    PyObject* const module = PyImport_ImportModule("heteroscope._heteroscope");
    PyObject* const maker = module == NULL ? NULL : PyObject_GetAttrString(module, "record_calls");
    Py_XDECREF(module);
    return maker == NULL ? NULL
                         : Py_BuildValue("N(OOiO)", maker, recorded->function, recorded->text,
                                         (int)recorded->category, recorded->place);
}

static int traverse(PyObject* self, visitproc visit, void* arg)
{
    Recorded* const recorded = (Recorded*)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(recorded->function);
    Py_VISIT(recorded->attributes);
    Py_VISIT(recorded->place);
    return 0;
}

/* The function stays: a cycle can always be cut elsewhere, and who still calls it must find it. */
static int clear(PyObject* self)
{
    Py_CLEAR(((Recorded*)self)->attributes);
    return 0;
}

static void dealloc(PyObject* self)
{
    Recorded* const recorded = (Recorded*)self;
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (recorded->references != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    clear(self);
    Py_XDECREF(recorded->function);
    Py_XDECREF(recorded->text);
    Py_XDECREF(recorded->place);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

static PyMethodDef s_methods[] = {{"__reduce_ex__", reduce, METH_O, NULL}, {NULL, NULL, 0, NULL}};

static PyMemberDef s_members[] = {
    {"__wrapped__", T_OBJECT, offsetof(Recorded, function), READONLY, NULL},
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Recorded, call), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(Recorded, attributes), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Recorded, references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};

static PyGetSetDef s_accessors[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}};

#define SLOTS                                                                                      \
    {Py_tp_call, PyVectorcall_Call}, {Py_tp_getattro, get_attribute},                              \
        {Py_tp_setattro, PyObject_GenericSetAttr}, {Py_tp_richcompare, compare},                   \
        {Py_tp_hash, hash}, {Py_tp_repr, repr}, {Py_tp_traverse, traverse}, {Py_tp_clear, clear},  \
        {Py_tp_dealloc, dealloc}, {Py_tp_methods, s_methods}, {Py_tp_members, s_members},          \
    {                                                                                              \
        Py_tp_getset, s_accessors                                                                  \
    }

static PyType_Slot s_function_slots[] = {SLOTS, {0, NULL}};
static PyType_Slot s_method_slots[] = {SLOTS, {Py_tp_descr_get, get_bound}, {0, NULL}};

enum
{
    kFlags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
             Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE
};

static PyType_Spec s_function_spec = {"heteroscope._heteroscope.RecordedFunction", sizeof(Recorded),
                                      0, kFlags, s_function_slots};
static PyType_Spec s_method_spec = {"heteroscope._heteroscope.RecordedMethod", sizeof(Recorded), 0,
                                    kFlags | Py_TPFLAGS_METHOD_DESCRIPTOR, s_method_slots};

static PyObject* new_recorded(PyObject* function, PyObject* text, int32_t category, PyObject* place)
{
    hscope_name name = 0;
    if (name_of_text(text, &name) != 0) {
        return NULL;
    }
    PyTypeObject* const type = Py_TYPE(function)->tp_descr_get == NULL || PyMethod_Check(function)
                                   ? s_function_type
                                   : s_method_type;
    Recorded* const recorded = PyObject_GC_New(Recorded, type);
    if (recorded == NULL) {
        return NULL;
    }
    recorded->call = call;
    recorded->function = Py_NewRef(function);
    recorded->text = Py_NewRef(text);
    recorded->place = Py_NewRef(place);
    recorded->attributes = NULL;
    recorded->references = NULL;
    recorded->name = name;
    recorded->category = category;
    PyObject_GC_Track(recorded);
    return (PyObject*)recorded;
}

PyObject* recorded_call(PyObject* function, PyObject* name, int32_t category, PyObject* place)
{
    return new_recorded(function, name, category, place);
}

PyObject* recorded_operation(PyObject* function, PyObject* name)
{
    return new_recorded(function, name, kOperation, Py_None);
}

static PyObject* record_calls(PyObject* Py_UNUSED(module), PyObject* arguments)
{
    PyObject* function = NULL;
    PyObject* name = NULL;
    PyObject* place = Py_None;
    int category = 0;
    if (!PyArg_ParseTuple(arguments, "OUi|O", &function, &name, &category, &place)) {
        return NULL;
    }
    if (!PyCallable_Check(function)) {
        PyErr_Format(PyExc_TypeError, "%R cannot be called", function);
        return NULL;
    }
    return recorded_call(function, name, category, place);
}

static PyObject* place_of(PyObject* Py_UNUSED(module), PyObject* object)
{
    return Py_NewRef(is_recorded(object) ? ((Recorded*)object)->place : Py_None);
}

static PyObject* tell_recorded(PyObject* Py_UNUSED(module), PyObject* object)
{
    return PyBool_FromLong(is_recorded(object));
}

static PyMethodDef s_functions[] = {
    {"record_calls", record_calls, METH_VARARGS,
     "A function that records the calls of another: (function, name, category, place=None)."},
    {"place_of", place_of, METH_O, "What a recording function was made with as its place."},
    {"is_recorded", tell_recorded, METH_O, "Whether this is a recording function."},
    {NULL, NULL, 0, NULL}};

int add_recorded_functions(PyObject* module)
{
    s_function_type = (PyTypeObject*)PyType_FromSpec(&s_function_spec);
    s_method_type = (PyTypeObject*)PyType_FromSpec(&s_method_spec);
    return s_function_type == NULL || s_method_type == NULL
               ? -1
               : PyModule_AddFunctions(module, s_functions);
}
