#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
#
# run_all.sh [HSCOPE]
#
# Runs every check that needs no build, all of them even if one fails. With the path of a built hscope the documents are
# compared with its --help too.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3
[[ -x $python ]] || python=python3

failed=()
check() {
    local name=$1
    shift
    "$@" || failed+=("$name")
}

check checks "$python" "$here/test_checks.py" --quiet
check layers "$python" "$here/check_layers.py"
check sizes "$python" "$here/check_sizes.py"
check spdx "$python" "$here/check_spdx.py"
check docs "$python" "$here/check_docs.py" "$@"
check format "$here/check_format.sh"
if command -v shellcheck >/dev/null; then
    mapfile -d '' -t scripts < <(cd "$here/../.." && git ls-files -z -- '*.sh' .ci/run)
    check shellcheck shellcheck "${scripts[@]/#/$here/../../}" && echo "shellcheck: ${#scripts[@]} scripts, no problem"
else
    echo "shellcheck: not installed. On Debian: apt install shellcheck" >&2
    failed+=(shellcheck)
fi

if [[ ${#failed[@]} -gt 0 ]]; then
    echo "checks: failed: ${failed[*]}" >&2
    exit 1
fi
echo "checks: all passed"
