#!/bin/sh
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
#
# install_packages.sh [--list] SECTION...
#
# Installs the packages of these sections of packages.txt that are missing, with apt, as root or through sudo. Does not
# call apt when nothing is missing. --list only prints the packages' names.
set -eu
export LC_ALL=C

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)

fail() {
    printf '\nCould not install what is needed: %s\n' "$1" >&2
    exit 1
}

# Prints the packages of the sections given.
packages_of() {
    wanted=" $* "
    section=
    while read -r line; do
        case $line in
            '' | '#'*) ;;
            '['*']')
                section=${line#?}
                section=${section%?}
                ;;
            *)
                case $wanted in
                    *" $section "*) printf '%s\n' "$line" ;;
                esac
                ;;
        esac
    done <"$here/packages.txt"
}

# Prints those of the packages given that dpkg does not call installed.
missing_of() {
    installed=" $(dpkg-query -W -f '${Package}=${db:Status-Status} ' "$@" 2>/dev/null || true)"
    for package in "$@"; do
        case $installed in
            *" $package=installed "*) ;;
            *) printf '%s\n' "$package" ;;
        esac
    done
}

# Shows apt's output as one line that changes on a terminal, else as a line for every fifty packages, and the first few
# of its complaints.
show_progress() {
    count=0
    complaints=0
    while read -r line; do
        case $line in
            'Need to get'* | 'After this operation'*) printf '  %s\n' "$line" ;;
            'Get:'* | 'Unpacking '* | 'Setting up '*)
                count=$((count + 1))
                if [ -t 1 ]; then
                    printf '\r\033[K  %.70s' "$line"
                elif [ $((count % 50)) -eq 0 ]; then
                    printf '  %.70s\n' "$line"
                fi
                ;;
            'E: '* | 'W: '*)
                complaints=$((complaints + 1))
                [ "$complaints" -gt 5 ] || printf '  %.150s\n' "$line"
                ;;
        esac
    done
    if [ -t 1 ]; then
        printf '\r\033[K'
    fi
}

# Runs apt-get as root with its output in $log; returns its status.
apt() {
    {
        $as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -o DPkg::Lock::Timeout=300 "$@" </dev/null 2>&1 &&
            echo 0 >"$status" || echo 1 >"$status"
    } | tee -a "$log" | show_progress
    return "$(cat "$status")"
}

# Says in one sentence why apt failed, as far as its output tells.
explain() {
    if grep -qE 'No space left|enough free space' "$log"; then
        fail "the disk is full. Free some space and run the same command again."
    elif grep -qE 'Could not get lock|Unable to acquire the dpkg' "$log"; then
        fail "another program is installing packages. Wait for it and run the same command again."
    elif grep -qE 'Could not resolve|Temporary failure|Could not connect|Unable to fetch|Failed to fetch|unreachable' "$log"; then
        fail "Debian's archive cannot be reached. Check the network, and /etc/apt for a proxy or another mirror; then run the same command again."
    elif grep -qE 'Unable to locate package|has no installation candidate' "$log"; then
        fail "this system's package sources do not have: $(sed -nE "s/.*Unable to locate package (.*)/\1/p; s/.*Package '(.*)' has no installation candidate.*/\1/p" "$log" | sort -u | tr '\n' ' '). Debian 12 (bookworm, main) has them."
    elif grep -q 'dpkg was interrupted' "$log"; then
        fail "an earlier installation was interrupted. Run 'dpkg --configure -a' as root, then the same command again."
    fi
    tail -n 20 "$log" >&2
    fail "apt-get failed; its last lines are above."
}

if [ "${1:-}" = --list ]; then
    shift
    packages_of "$@"
    exit 0
fi
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    fail "this system has no apt. Install the packages of installer/packages.txt under the names they have here, then use cmake --preset release."
fi

# Package names have no spaces, so that splitting words is what is wanted.
# shellcheck disable=SC2046
missing=$(missing_of $(packages_of "$@"))
if [ -z "$missing" ]; then
    echo "  all packages are there"
    exit 0
fi
names=$(printf '%s' "$missing" | tr '\n' ' ')

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif ! command -v sudo >/dev/null; then
    fail "packages are missing and this user can neither act as root nor use sudo. Ask an administrator to run:
  apt-get install --no-install-recommends $names"
elif sudo -n true 2>/dev/null || [ -t 0 ]; then
    as_root=sudo
else
    fail "packages are missing and sudo asks for a password, but there is no terminal to type it on. Run in a terminal:
  sudo apt-get install --no-install-recommends $names"
fi

free_kib=$(df -Pk /usr | tail -n 1 | tr -s ' ' | cut -d ' ' -f 4)
if [ "$free_kib" -lt 1500000 ]; then
    fail "/usr has only $((free_kib / 1024)) MiB free; about 1500 MiB are needed."
fi

log=$(mktemp)
status=$(mktemp)
trap 'rm -f "$log" "$status"' EXIT
trap 'exit 130' INT TERM HUP

printf '  missing: %s\n' "$names"
if [ -n "$(dpkg --audit 2>/dev/null)" ]; then
    echo "  finishing an interrupted installation"
    $as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a </dev/null >>"$log" 2>&1 || explain
fi
# A failing foreign source must not stop us: if Debian's lists are good enough, the installation works all the same.
apt update -o APT::Update::Error-Mode=any || echo "  some package lists could not be refreshed; trying with what is there"
# shellcheck disable=SC2086
apt install -y --no-install-recommends $names || explain
# shellcheck disable=SC2086
still=$(missing_of $names)
if [ -n "$still" ]; then
    fail "apt-get reported success, but these are not installed: $(printf '%s' "$still" | tr '\n' ' ')"
fi
