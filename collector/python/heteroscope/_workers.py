# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Closes the recordings of worker processes of multiprocessing, which leave without the usual end of a program."""

import os
import sys

from . import _heteroscope

_LAST = -1000  # of what multiprocessing calls at the end of a worker, higher first


def watch() -> None:
    """From now on workers close their recordings, this process too if it is one."""
    os.register_at_fork(after_in_child=_register)
    _register()  # this process may be about to become a worker: of a fork server, or one that is spawned
    processes = sys.modules.get("multiprocessing.process")
    if processes is not None and processes.parent_process() is not None:
        _close_at_end()


def _register() -> None:
    # A worker forgets what is to be done at its parent's end, then calls what is registered here.
    if "multiprocessing.util" in sys.modules:
        sys.modules["multiprocessing.util"].register_after_fork(_close_at_end, lambda close: close())


def _close_at_end() -> None:
    if "multiprocessing.util" in sys.modules:
        sys.modules["multiprocessing.util"].Finalize(None, _heteroscope.stop, exitpriority=_LAST)
