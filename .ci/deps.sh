#!/usr/bin/env bash
# Installs what the Swift toolchain lacks; silent when nothing is missing.
set -euo pipefail

# What shows that it is there      | Debian and Ubuntu    | Homebrew
requirements="
command -v pkg-config              | pkg-config           | pkgconf
command -v python3                 | python3              | python3
command -v openssl                 | openssl              | openssl
pkg-config --exists sqlite3        | libsqlite3-dev       |
pkg-config --exists libcrypto      | libssl-dev           |
pkg-config --exists libcurl        | libcurl4-openssl-dev |
pkg-config --exists libmicrohttpd  | libmicrohttpd-dev    | libmicrohttpd"

# Prints the packages, of apt or brew, whose probe fails.
missing() {
    local probe apt brew package
    while IFS='|' read -r probe apt brew; do
        package=$apt
        if [ "$1" = brew ]; then package=$brew; fi
        if [ -n "${package// /}" ] && ! $probe >/dev/null 2>&1; then echo $package; fi
    done <<<"$requirements"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

if ! command -v swift >/dev/null; then
    echo "deps: no 'swift' on the PATH. Install Swift 6.2 or later from swift.org." >&2
    exit 1
fi

if [ "$(uname)" = Darwin ]; then
    packages=$(missing brew)
    [ -z "$packages" ] && exit 0
    if ! command -v brew >/dev/null; then
        echo "deps: missing" $packages "and no 'brew' to install with. Install Homebrew or the packages." >&2
        exit 1
    fi
    brew install $packages
else
    packages=$(missing apt)
    [ -z "$packages" ] && exit 0
    if ! command -v apt-get >/dev/null; then
        echo "deps: missing" $packages "(Debian's names) and no 'apt-get'. Install their equivalents." >&2
        exit 1
    fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages
fi
