#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
#
# lttng_session.sh PROGRAM
#
# Runs PROGRAM in a user-space session of LTTng that writes to a folder of its own, and prints what it prints. Needs
# lttng-tools. Starts its own session daemon and ends it.
set -euo pipefail

export LTTNG_HOME
LTTNG_HOME=$(mktemp -d)
export LTTNG_RUNDIR=$LTTNG_HOME/run
export LTTNG_UST_REGISTER_TIMEOUT=3000
mkdir -p "$LTTNG_RUNDIR"
session=hscope-bench-$$
daemon=

finish() {
    lttng destroy "$session" >/dev/null 2>&1 || true
    if [[ -n $daemon ]]; then
        kill "$daemon" 2>/dev/null || true
        wait "$daemon" 2>/dev/null || true
    fi
    rm -rf "$LTTNG_HOME"
}
trap finish EXIT

lttng-sessiond --no-kernel --quiet >/dev/null 2>&1 &
daemon=$!
for _ in $(seq 50); do
    lttng --no-sessiond list >/dev/null 2>&1 && break
    sleep 0.1
done
{
    lttng --no-sessiond create "$session" --output "$LTTNG_HOME/trace"
    lttng --no-sessiond enable-channel --userspace --subbuf-size=8M --num-subbuf=4 scopes
    lttng --no-sessiond enable-event --userspace --channel scopes 'hscope_bench:*'
    lttng --no-sessiond start
} >/dev/null
"$1"
lttng --no-sessiond stop >/dev/null
