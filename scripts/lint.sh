#!/usr/bin/env bash
# Runs every check, so that one run shows all findings; fails if any of them failed.
set -uo pipefail
cd "$(dirname "$0")/.."

failed=()
check() {
    local name=$1
    shift
    "$@" || failed+=("$name")
}

# Prints the output of a build only if it fails: the check exits with 1 although the build completes.
imports() {
    local log=.build/imports.log
    mkdir -p .build
    swift build --build-tests --explicit-target-dependency-import-check error >"$log" 2>&1 || {
        cat "$log" >&2
        return 1
    }
}

swift_paths=()
for path in Package.swift SharedPackages AppTarget Tests Benchmarks scripts; do
    [ -e "$path" ] && swift_paths+=("$path")
done

check "format" swift format lint --strict --parallel --recursive "${swift_paths[@]}"
check "walls" python3 scripts/check-walls.py
check "reasons" python3 scripts/check-reasons.py
check "sizes" python3 scripts/check-sizes.py
check "documentation" python3 scripts/check-docs.py
check "imports" imports
check "Apple-only files" scripts/typecheck-apple.sh

if [ ${#failed[@]} -gt 0 ]; then
    printf 'lint: failed: %s\n' "${failed[@]}" >&2
    exit 1
fi
echo "lint: clean"
