# shellcheck shell=bash
# Functions that the scripts share. Bash scripts source this file; it does not run by itself.

say() { printf '==> %s\n' "$*"; }
die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# The repository's root, without symbolic links. It does not depend on the folder where the script was started.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P) || exit 1
cd "$root" || exit 1

# Options for debug builds of the tests. Debug information, the index and XCTest take a third of the build time, and no test needs them.
# `script/test --times` lists the functions that the compiler reports as slow to type-check.
test_build_options=(
    -debug-info-format none --disable-index-store --disable-xctest
    -Xswiftc -Xfrontend -Xswiftc -warn-long-function-bodies=300
)

have() { command -v "$1" >/dev/null 2>&1; }

# Adds a precompiled header of the C++ standard library to test_build_options. BoringSSL has over five hundred C++ files. Each of them took
# longer to parse these headers than to compile the rest. If there is no precompiled header, the build only takes longer.
use_precompiled_header() {
    local header=$root/script/precompiled.h result=$root/.build/precompiled.pch toolchain clang options
    toolchain=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)\/lib\/swift".*/\1/p')
    clang=$toolchain/bin/clang
    [[ -n $toolchain && -x $clang ]] || return 0
    # SwiftPM's options for C++ in debug builds. Clang refuses a precompiled header that was made with other options or by another version.
    options=(-O0 -g0 -fPIC -fblocks -fno-omit-frame-pointer -DSWIFT_PACKAGE=1 -DDEBUG=1 -std=c++17)
    if ! "$clang" "${options[@]}" -include-pch "$result" -fsyntax-only -x c++ /dev/null 2>/dev/null; then
        mkdir -p .build
        "$clang" "${options[@]}" -x c++-header "$header" -o "$result" 2>/dev/null || return 0
    fi
    test_build_options+=(-Xcxx -include-pch -Xcxx "$result")
}

have_postgres() {
    local binary
    for binary in /usr/lib/postgresql/*/bin/postgres; do
        [[ $binary =~ /postgresql/([0-9]+)/bin ]] && ((BASH_REMATCH[1] >= 15)) && [[ -x $binary ]] && return 0
    done
    have postgres && have initdb
}

# Prints the Debian packages that are missing on this machine. Usage: missing_packages build|format|browser|fuzz|bench…
missing_packages() {
    local what
    for what in "$@"; do
        case $what in
            build)
                have pkg-config || echo pkg-config
                { have pkg-config && pkg-config --exists libpq; } || echo libpq-dev
                { have pkg-config && pkg-config --exists zlib; } || echo zlib1g-dev
                have_postgres || echo postgresql
                have vipsthumbnail || echo libvips-tools
                ;;
            format)
                have python3 || echo python3
                python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
                ;;
            browser)
                [[ -x /usr/bin/chromium-headless-shell ]] || echo chromium-headless-shell
                have firefox-esr || echo firefox-esr
                have WebKitWebDriver || echo webkit2gtk-driver
                have Xvfb || echo xvfb
                have java || echo default-jre-headless
                have nginx || [[ -x /usr/sbin/nginx ]] || echo nginx
                have openssl || echo openssl
                # The tests need an emoji font like those that users have.
                { have fc-list && [[ -n $(fc-list :family='Noto Color Emoji') ]]; } || printf '%s\n' fontconfig fonts-noto-color-emoji
                ;;
            fuzz) have python3 || echo python3 ;;
            bench)
                have python3 || echo python3
                have wrk || echo wrk
                have h2load || echo nghttp2-client
                ;;
            *) die "missing_packages does not know \"$what\"." ;;
        esac
    done
}

# Installs missing packages, and prints their names. If nothing is missing, it changes nothing and does not use the network.
install_missing() {
    local packages=() as_root=()
    mapfile -t packages < <(missing_packages "$@")
    ((${#packages[@]})) || return 0

    have apt-get || die "please install: ${packages[*]} (found no apt-get to do it)."
    if (($(id -u) != 0)); then
        as_root=(sudo)
        if ! have sudo || ! { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
            die "please install what is missing, then start this again: apt-get install ${packages[*]}   (as root)"
        fi
    fi
    say "Installing ${packages[*]}"
    "${as_root[@]}" bash -c "$(declare -f install_packages); install_packages \"\$@\"" install "${packages[@]}" >&2 ||
        die "could not install: ${packages[*]}."
    mapfile -t packages < <(missing_packages "$@")
    ((${#packages[@]} == 0)) || die "still missing after the installation: ${packages[*]}."
}

# Runs as root. Boardwalk and its tests start their own PostgreSQL and nginx, so Debian must not start these services.
install_packages() {
    local setting=/etc/postgresql-common/createcluster.d/boardwalk.conf policy=/usr/sbin/policy-rc.d made=()
    export DEBIAN_FRONTEND=noninteractive
    mkdir -p "${setting%/*}" && echo 'create_main_cluster = false' >"$setting" && made=("$setting")
    [[ -e $policy ]] || { printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy" && made+=("$policy"); }
    apt-get -q update
    apt-get -q install -y --no-install-recommends "$@"
    local status=$?
    rm -f "${made[@]}"
    return "$status"
}

# Updates the PostgreSQL that Debian installed, so that the tests use the version that operators get.
update_postgres() {
    local packages=()
    have dpkg-query && have apt-get && (($(id -u) == 0)) || return 0
    mapfile -t packages < <(dpkg-query --show --showformat '${db:Status-Abbrev} ${Package}\n' 'postgresql-[0-9]*' | sed -n 's/^ii *//p')
    ((${#packages[@]})) || return 0
    apt-get -q update >&2
    DEBIAN_FRONTEND=noninteractive apt-get -q install -y --only-upgrade "${packages[@]}" >&2 || die "could not update PostgreSQL."
}

need_swift() {
    have swift || die "found no swift. Boardwalk needs Swift 6.2 or newer: https://www.swift.org/install/linux/"
}
