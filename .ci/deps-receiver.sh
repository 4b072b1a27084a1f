#!/usr/bin/env bash
# Installs what `make receiver` and `make test-receiver` use; silent when nothing is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/sbin

# What shows that it is there | Debian and Ubuntu
requirements="
command -v nginx                                 | nginx-light
command -v syslog-ng                             | syslog-ng-core
test -e /usr/share/doc/syslog-ng-mod-http        | syslog-ng-mod-http
command -v clickhouse-server                     | clickhouse-server
command -v clickhouse-client                     | clickhouse-client
command -v wrk                                   | wrk
python3 -c 'import ensurepip'                    | python3-venv"

missing() {
    local probe package
    while IFS='|' read -r probe package; do
        if [ -n "${package// /}" ] && ! eval "$probe" >/dev/null 2>&1; then echo $package; fi
    done <<<"$requirements"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs packages without starting the services that they bring: each would take a port and stay after a restart.
install() {
    local policy=/usr/sbin/policy-rc.d
    if [ ! -e $policy ]; then
        printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
        as_root chmod +x $policy
        trap "as_root rm -f $policy" EXIT
    fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

packages=$(missing)
if [ -n "$packages" ]; then
    if ! command -v apt-get >/dev/null; then
        echo "deps-receiver: missing" $packages "(Debian's names) and no 'apt-get'. Use a Debian 12 machine." >&2
        exit 1
    fi
    install $packages
fi

# A current ClickHouse and DuckDB, as Python packages.
environment=.build/receiver-python
if ! "$environment/bin/python" -c 'import chdb, duckdb' >/dev/null 2>&1; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install -q chdb-core==26.9.0 duckdb==2.0.1
fi
