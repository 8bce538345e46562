#!/bin/sh
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
#
# Sets Heteroscope up on Debian 12, from nothing. See usage() below.
#
# Needs only what a bare Debian has. Safe to repeat and to interrupt: packages are apt's business, files are made in
# build/ only, and a configuration that was cut off is made anew.
set -eu

usage() {
    cat <<'END'
usage: installer/bootstrap.sh run|test [-j JOBS]

  run   installs what is missing, builds, and opens the example in the app;
        without a display it renders the app's windows to PNG files and says where
  test  installs what is missing, builds, and runs all tests

-j JOBS (or HSCOPE_JOBS) is how many compilers run at once, by default 2.
END
}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$root/build/release
example=$build/resources/examples/example.json.gz
stamp=$build/.bootstrap
started=$(date +%s)
step_name=
step_number=0

say() {
    printf '%s\n' "$*"
}

fail() {
    printf '\n%s failed: %s\n' "${step_name:-bootstrap.sh}" "$1" >&2
    exit 1
}

# Names the step that begins and the time since the start.
step() {
    step_number=$((step_number + 1))
    step_name=$1
    printf '\n[%d/%d] %s (after %d s)\n' "$step_number" "$steps" "$1" "$(($(date +%s) - started))"
}

# What build/ gets through 'sudo bootstrap.sh' must not lock its user out of it later.
give_back() {
    if [ "$(id -u)" -eq 0 ] && [ -n "${SUDO_UID:-}" ] && [ "$(stat -c %u "$root")" = "$SUDO_UID" ]; then
        chown -R "$SUDO_UID:${SUDO_GID:-$SUDO_UID}" "$root/build"
    fi
}

# Free disk space under a folder, in MiB.
free_mib() {
    free_kib=$(df -Pk "$1" | tail -n 1 | tr -s ' ' | cut -d ' ' -f 4)
    echo $((free_kib / 1024))
}

check_system() {
    step "Look at this system"
    [ "$(uname -s)" = Linux ] || fail "this is $(uname -s); Heteroscope is built on Linux."
    id=unknown
    version=0
    if [ -r /etc/os-release ]; then
        # shellcheck source=/dev/null
        id=$(. /etc/os-release && echo "${ID:-unknown} ${ID_LIKE:-}")
        # shellcheck source=/dev/null
        version=$(. /etc/os-release && echo "${VERSION_ID:-0}")
    fi
    case " $id " in
        " debian "*)
            if [ "$version" != 0 ] && [ "${version%%.*}" -lt 12 ]; then
                fail "this is Debian $version; Debian 12 or newer is needed."
            fi
            ;;
        *" debian "*) say "  This is $id $version, not Debian 12. Going on, but nobody has tried it." ;;
        *) fail "this is ${id% }; the script knows Debian 12 only. docs/HACKING.md says how to build by hand." ;;
    esac

    mkdir -p "$build" 2>/dev/null || fail "$build cannot be made. Who may write into $root?"
    for made in "$build" "$build/CMakeCache.txt" "$root/build/.bootstrap-lock"; do
        if [ -e "$made" ] && [ ! -w "$made" ]; then
            fail "$made belongs to $(stat -c %U "$made"). Remove the folder build as that user, or run this as that user."
        fi
    done
    exec 9>"$root/build/.bootstrap-lock"
    flock -n 9 || fail "another bootstrap.sh is at work in this folder. Wait for it to end."

    memory_kib=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
    swap_kib=$(sed -n 's/^SwapFree: *\([0-9]*\) kB/\1/p' /proc/meminfo)
    memory_mib=$(((${memory_kib:-0} + ${swap_kib:-0}) / 1024))
    [ "$memory_mib" -ge 1024 ] || fail "only $memory_mib MiB of memory are free; one compiler needs about 1024."
    if [ "$((memory_mib / 1024))" -lt "$jobs" ]; then
        jobs=$((memory_mib / 1024))
        say "  $memory_mib MiB of memory are free: running $jobs compiler(s) at once"
    fi
    if [ ! -f "$stamp" ] && [ "$(free_mib "$build")" -lt "$build_mib" ]; then
        fail "only $(free_mib "$build") MiB are free for $build; about $build_mib are needed."
    fi
    say "  $(uname -m), $memory_mib MiB of memory free, $(free_mib "$build") MiB of disk free, $jobs jobs"
}

install_packages() {
    step "Install missing packages"
    # shellcheck disable=SC2086
    "$root/installer/install_packages.sh" $sections 9>&- || exit 1
}

# What the configuration depends on and ninja does not see.
fingerprint() {
    # shellcheck disable=SC2046
    dpkg-query -W -f '${Package} ${Version}\n' $("$root/installer/install_packages.sh" --list build app torch python test) 2>/dev/null |
        cat - "$root/CMakePresets.json" | cksum
    say "$root"
}

configure() {
    step "Configure"
    if [ -f "$build/build.ninja" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint)" ]; then
        say "  nothing has changed"
        return
    fi
    fresh=
    if [ -f "$build/CMakeCache.txt" ]; then
        home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")
        if [ "$home" != "$root" ] || [ ! -f "$build/build.ninja" ]; then
            fresh=--fresh
        fi
    fi
    rm -f "$stamp"
    # shellcheck disable=SC2086
    (cd "$root" && "$cmake" --preset release $fresh) 9>&- || fail "CMake's message is above."
    fingerprint >"$stamp.new"
    mv -f "$stamp.new" "$stamp"
}

# Builds the targets given; "all" is everything.
build_targets() {
    step "Build"
    if ! "$cmake" --build "$build" -j "$jobs" --target "$@" 9>&-; then
        if [ "$(free_mib "$build")" -lt 100 ]; then
            fail "the disk is full."
        fi
        fail "the compiler's message is above. If a compiler was killed, memory ran out: try -j 1."
    fi
}

open_app() {
    if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        step "Open the example"
        say "  $example"
        say "  The command returns when the window is closed."
        "$build/bin/heteroscope" "$example" 9>&- ||
            fail "the app ended with an error, see above. If the display cannot be used, this renders to PNG files instead: env -u DISPLAY -u WAYLAND_DISPLAY '$root/installer/bootstrap.sh' run"
        return
    fi
    step "Render the windows to PNG files, because there is no display"
    shots=$root/build/screenshots
    rm -rf "$shots.new"
    mkdir -p "$shots.new"
    QT_QPA_PLATFORM=offscreen "$build/bin/heteroscope" --screenshot "$shots.new" "$example" >/dev/null 9>&- ||
        fail "the app ended with an error, see above."
    set -- "$shots.new"/*.png
    [ -s "$1" ] || fail "the app wrote no PNG file."
    rm -rf "$shots"
    mv "$shots.new" "$shots"
    say "  The windows are in $shots:"
    for shot in "$shots"/*.png; do
        say "    ${shot##*/}"
    done
    say "  On a machine with a display, run: '$build/bin/heteroscope' '$example'"
}

run_tests() {
    step "Run all tests"
    (cd "$root" && "$ctest" --preset release -j "$jobs") 9>&- || fail "the tests that failed are listed above."
}

command=${1:-}
[ $# -eq 0 ] || shift
jobs=${HSCOPE_JOBS:-2}
while [ $# -gt 0 ]; do
    case $1 in
        -j)
            jobs=${2:-}
            shift
            ;;
        -j*) jobs=${1#-j} ;;
        *)
            usage >&2
            exit 2
            ;;
    esac
    [ $# -eq 0 ] || shift
done
case $jobs in
    '' | *[!0-9]* | 0)
        say "bootstrap.sh: -j needs a number from 1 on" >&2
        exit 2
        ;;
esac

# Debian's own tools, not others that come first on PATH.
cmake=/usr/bin/cmake
ctest=/usr/bin/ctest
steps=5
trap give_back EXIT
trap 'exit 130' INT TERM HUP

case $command in
    run)
        sections="build app"
        build_mib=1000
        check_system
        install_packages
        configure
        build_targets heteroscope hscope example_trace
        open_app
        ;;
    test)
        sections="build app torch python test"
        build_mib=2000
        check_system
        install_packages
        configure
        build_targets all
        run_tests
        ;;
    -h | --help | help)
        trap - EXIT
        usage
        exit 0
        ;;
    *)
        trap - EXIT
        usage >&2
        exit 2
        ;;
esac
printf '\nDone in %d s.\n' "$(($(date +%s) - started))"
