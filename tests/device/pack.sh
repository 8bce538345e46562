#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
#
# pack.sh
#
# Copies what check_cupti.sh needs of Debian's packages into tests/device/packed, for a machine that has a GPU and no
# packages: a few MiB of headers and libsqlite3.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
rm -rf "$here/packed"
mkdir -p "$here/packed"
for package in libfmt9 libfmt-dev libexpected-dev libsqlite3-dev libsqlite3-0; do
    dpkg -L "$package" | grep -E '^/usr/(include|lib|share/cmake)' | while read -r path; do
        [ -d "$path" ] && [ ! -L "$path" ] || echo "${path#/}"
    done
done | tar -C / -cf - -T - | tar -C "$here/packed" -xf -
du -sh "$here/packed"
