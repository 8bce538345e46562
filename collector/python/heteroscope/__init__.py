# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Records what a Python program does into a trace that Heteroscope shows.

    import heteroscope

    inference = heteroscope.operation("inference")
    env = heteroscope.wrap_simulator(gymnasium.make("CartPole-v1"))
    while training:
        with inference:
            action = policy(observation)

`hscope record --python -- python3 train.py` records such a program from the import on. Without a recording every
function here does nothing, at the cost of about a hundred nanoseconds or less.

Time in operations that is spent in no wrapped call is Python's. Calls that wrap_module() and wrap_simulator() let
record, and the operators of LibTorch, are what they are: in the breakdown the innermost wins.
"""

import atexit as _atexit
import os as _os
import sys as _sys

_TAG = _sys.implementation.cache_tag


def _reason(error: ImportError) -> str:
    """Why the recorder cannot be loaded, in one sentence."""
    if not isinstance(error, ModuleNotFoundError):
        if "libhscope_collector" in str(error):
            return f"the recorder library is missing (Debian: package heteroscope): {error}"
        return str(error)
    built = [name for name in _os.listdir(_os.path.dirname(__file__)) if name.endswith(".so")]
    tags = ", ".join(sorted(name.split(".")[1] for name in built))
    return f"it was built for {tags or 'no interpreter'}, but this is {_TAG} ({_sys.executable})"


try:
    from ._heteroscope import (Iteration, Operation, counter, enable_gpu, finish as _finish, is_recording, iteration,
                               metadata, operation, pause, phase, progress, resume, start, stop)
except ImportError as _error:
    raise ImportError(f"heteroscope cannot record this Python: {_reason(_error)}") from _error

from . import _workers
from ._torch import enable_torch
from ._wrapping import unwrap_module, wrap_module, wrap_simulator

__all__ = ["Iteration", "Operation", "counter", "enable_gpu", "enable_torch", "is_recording", "iteration", "metadata",
           "operation", "pause", "phase", "progress", "resume", "start", "stop", "unwrap_module", "wrap_module",
           "wrap_simulator"]

_atexit.register(_finish)
_workers.watch()
