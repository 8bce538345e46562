# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Loads the hook that records the operators of LibTorch into a process that was started without it."""

import os
import re
from typing import Any, Callable, Optional

from . import _heteroscope

_HOOK = "libhscope_torch.so"


def enable_torch(shapes: bool = False) -> None:
    """Records the operators that LibTorch runs from now on, forward and backward, as `hscope record --torch` does.

    Import torch first. With shapes the sizes of their inputs are recorded too, if this is the first call. Raises
    RuntimeError with the reason if it cannot be: no LibTorch in the process, another one than the hook was built
    for, or no hook.
    """
    if not _heteroscope.is_wanted(_heteroscope.HOOK_TORCH):
        return
    import ctypes  # loads libffi, which few need
    reason = _reason_against(ctypes.CDLL)
    if reason is not None:
        raise RuntimeError(f"the operators of LibTorch cannot be recorded: {reason}")
    if shapes:
        os.environ["HSCOPE_TORCH_SHAPES"] = "1"
    try:
        status = ctypes.CDLL(str(_hook_path())).hscope_torch_attach()
    except OSError as error:
        raise RuntimeError(f"the operators of LibTorch cannot be recorded: {error}") from error
    if status != 0:
        raise RuntimeError("the operators of LibTorch cannot be recorded: the hook refused this LibTorch; the reason "
                           "is on the error output")


def _reason_against(load: Callable[..., Any]) -> Optional[str]:
    """Why the hook must not be loaded, None if it may: it would load a LibTorch of its own beside another one."""
    wanted = _heteroscope.TORCH_LIBRARY
    if not wanted:
        return "heteroscope was built without LibTorch"
    loaded = _loaded_torch()
    if loaded is None:
        return "there is none in this process; import torch before"
    try:
        load(wanted, mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
    except OSError:
        return f"{loaded} is not the {wanted} that the hook was built for"
    if not os.path.exists(_hook_path()):
        return f"{_HOOK} was not found (Debian: package heteroscope-torch)"
    return None


def _loaded_torch() -> Optional[str]:
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        found = re.search(r"(/\S*/libtorch_cpu\.so\S*)", maps.read())
    return found.group(1) if found else None


def _hook_path() -> str:
    """As the recorder finds it: beside itself in a build, in a folder of its own when installed."""
    folder = os.environ.get("HSCOPE_LIBRARY_PATH")
    if folder:
        return os.path.join(folder, _HOOK)
    folder = os.path.dirname(os.path.realpath(_heteroscope.RECORDER_PATH))
    beside = os.path.join(folder, _HOOK)
    return beside if os.path.exists(beside) else os.path.join(folder, "heteroscope", _HOOK)
