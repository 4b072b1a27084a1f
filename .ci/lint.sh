#!/usr/bin/env bash
# Runs every check on a package, by default this one, so that one run shows all findings; fails if any of them failed.
set -uo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$scripts/..}" || exit 1

failed=()
check() {
    local name=$1
    shift
    "$@" || failed+=("$name")
}

swift_paths=()
for path in Package.swift SharedPackages AppTarget Tests .ci; do
    [ -e "$path" ] && swift_paths+=("$path")
done

check "format" swift format lint --strict --parallel --recursive "${swift_paths[@]}"
check "walls" python3 "$scripts/check-walls.py"
check "availability" python3 "$scripts/check-availability.py"
check "reasons" python3 "$scripts/check-reasons.py"
check "sizes" python3 "$scripts/check-sizes.py"
check "documentation" python3 "$scripts/check-docs.py"
check "imports" python3 "$scripts/check-imports.py"
check "Apple-only files" "$scripts/typecheck-apple.sh" .

if [ ${#failed[@]} -gt 0 ]; then
    printf 'lint: failed: %s\n' "${failed[@]}" >&2
    exit 1
fi
echo "lint: clean"
