#!/usr/bin/env bash
# Type-checks on Linux what is written for Apple's frameworks, against the declarations in Tests/AppleStubs.
#
# Every Tests/AppleStubs/<Module>.swift becomes a module of that name; `canImport(<Module>)` then holds. UIKit and
# AppKit never meet on one platform, so each has a build of its own. Only targets that ask for a stub are built.
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

stubs=Tests/AppleStubs
if [ "$(uname)" = Darwin ]; then exit 0; fi  # The frameworks themselves are there.
if ! compgen -G "$stubs/*.swift" >/dev/null; then
    echo "typecheck-apple: no stubs in $stubs, nothing to check"
    exit 0
fi

# Prints the targets whose sources ask for a module that is among the arguments.
targets_for() {
    swift package describe --type json | python3 scripts/targets-importing.py "$@"
}

# Builds the stub modules named by the arguments after the first, a platform's name, and what asks for them.
typecheck() {
    local platform=$1 modules target log
    shift
    modules=$PWD/.build/apple/$platform.modules
    log=.build/apple/$platform.log
    mkdir -p "$modules"
    for module in "$@"; do
        if [ "$stubs/$module.swift" -nt "$modules/$module.swiftmodule" ]; then
            swiftc -emit-module -parse-as-library -swift-version 6 -module-name "$module" -I "$modules" \
                -emit-module-path "$modules/$module.swiftmodule" "$stubs/$module.swift"
        fi
    done
    for target in $(targets_for "$@"); do
        swift build --scratch-path ".build/apple/$platform" --target "$target" -Xswiftc -I -Xswiftc "$modules" \
            >"$log" 2>&1 || { cat "$log" >&2; return 1; }
    done
}

shared=()
for stub in "$stubs"/*.swift; do
    module=$(basename "$stub" .swift)
    case $module in UIKit | AppKit) ;; *) shared+=("$module") ;; esac
done
for kit in UIKit AppKit; do
    [ -e "$stubs/$kit.swift" ] && typecheck "$kit" "${shared[@]}" "$kit"
done
