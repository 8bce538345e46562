# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Replaces functions of modules, classes and objects by ones that record their calls."""

import re
import types
from typing import Any, Iterator, Optional, Pattern, Sequence, TypeVar, Union

from . import _heteroscope

Target = TypeVar("Target")

_REPLACED = "replaced"  # it stands where the function stood
_ADDED = "added"  # it hides an inherited one

_C_FUNCTIONS = (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)
_NO_FUNCTIONS = (type, types.ModuleType, property, types.GetSetDescriptorType, types.MemberDescriptorType,
                 classmethod, types.ClassMethodDescriptorType)


def wrap_module(module: Any, category: str = "backend", names: Union[str, Pattern[str], None] = None, *,
                every_callable: bool = False) -> int:
    """Lets the C functions of a module or class record their calls as scopes of a category; returns how many.

    The category is one of python, native, simulator, backend, gpu_api and gpu_sync. `names` is a regular expression
    for whole names; without it names such as __len__ are left alone. With every_callable the functions written in
    Python take part too, except those that a module only imports.

    What a class inherits from a C class gets a function that hides it, because C classes cannot be changed: wrap
    torch.Tensor, not its base. A class or module that does not allow any change raises TypeError.

    Wrap early: what other modules imported by name before stays as it was.
    """
    number = _category(category)
    if not _heteroscope.is_wanted(_heteroscope.HOOK_PYTHON):
        return 0
    pattern = re.compile(names) if names is not None else None
    found = list(_functions(module, pattern, every_callable))
    for name, function, place in found:
        _put(module, name, function, number, place)
    return len(found)


def unwrap_module(module: Any) -> int:
    """Puts back what wrap_module() or wrap_simulator() replaced in a module, class or object; returns how many."""
    count = 0
    for name, value in list(vars(module).items()):
        recorded = value.__func__ if isinstance(value, staticmethod) else value
        place = _heteroscope.place_of(recorded)
        if place is None:
            continue
        if place == _ADDED:
            delattr(module, name)
        else:
            original: Any = getattr(recorded, "__wrapped__")
            setattr(module, name, staticmethod(original) if isinstance(value, staticmethod) else original)
        count += 1
    return count


def wrap_simulator(target: Target, names: Sequence[str] = ("step", "reset")) -> Target:
    """Lets a simulator record its calls as scopes of category simulator, and returns it.

    Of an environment (gymnasium's, or anything that has one of these methods) or of a class of environments the
    methods `names` record; of a module, such as a library for physics, all its C functions. Of an environment in
    wrappers give the one whose time is the simulator's: `env.unwrapped` for the innermost alone.
    """
    if isinstance(target, types.ModuleType):
        wrap_module(target, "simulator")
        return target
    present = [name for name in names if callable(getattr(target, name, None))]
    if not present:
        raise TypeError(f"{target!r} is no simulator: it has no method {' or '.join(names)}")
    if not _heteroscope.is_wanted(_heteroscope.HOOK_PYTHON):
        return target
    number = _category("simulator")
    for name in present:
        is_own = name in vars(target)
        function = _static(target, name) if isinstance(target, type) else getattr(target, name)
        if not _heteroscope.is_recorded(function):
            _put(target, name, function, number, _REPLACED if is_own else _ADDED)
    return target


def _category(name: str) -> int:
    try:
        return _heteroscope.CATEGORIES[name]
    except KeyError:
        raise ValueError(f"{name!r} is no category; they are {', '.join(_heteroscope.CATEGORIES)}") from None


def _static(target: type, name: str) -> Any:
    """What a class has or inherits, as it stands there; None if that is only found by asking."""
    return next((vars(base)[name] for base in target.__mro__ if name in vars(base)), None)


def _functions(target: Any, pattern: Optional[Pattern[str]],
               every_callable: bool) -> Iterator[tuple[str, Any, str]]:
    """Names, functions and places of what is to record."""
    own = vars(target)
    for name in (dir(target) if isinstance(target, type) else list(own)):
        if pattern.fullmatch(name) is None if pattern is not None else name.startswith("__"):
            continue
        value = _static(target, name) if isinstance(target, type) else own[name]
        if name not in own and vars(object).get(name) is value:
            continue
        if _is_function(value.__func__ if isinstance(value, staticmethod) else value, target, every_callable):
            yield name, value, _REPLACED if name in own else _ADDED


def _is_function(value: Any, target: Any, every_callable: bool) -> bool:
    if _heteroscope.is_recorded(value):
        return False
    if isinstance(value, _C_FUNCTIONS) or type(value).__name__ == "cython_function_or_method":
        return True
    if not every_callable or not callable(value) or isinstance(value, _NO_FUNCTIONS):
        return False
    is_imported = isinstance(target, types.ModuleType) and getattr(value, "__module__", None) != target.__name__
    return not is_imported


def _put(target: Any, name: str, function: Any, category: int, place: str) -> None:
    is_static = isinstance(function, staticmethod)
    recorded = _heteroscope.record_calls(function.__func__ if is_static else function, f"{_name_of(target)}.{name}",
                                         category, place)
    try:
        setattr(target, name, staticmethod(recorded) if is_static else recorded)
    except (AttributeError, TypeError) as error:
        raise TypeError(f"the functions of {target!r} cannot be replaced: {error}") from error


def _name_of(target: Any) -> str:
    if isinstance(target, types.ModuleType):
        return target.__name__
    if isinstance(target, type):
        return target.__qualname__ if target.__module__ == "builtins" else f"{target.__module__}.{target.__qualname__}"
    return type(getattr(target, "unwrapped", target)).__qualname__
