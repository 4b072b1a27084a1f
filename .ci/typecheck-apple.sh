#!/usr/bin/env bash
# Type-checks on Linux what is written for Apple's frameworks, against the declarations in Tests/AppleStubs.
#
# Every Tests/AppleStubs/<Module>.swift becomes a module of that name; `canImport(<Module>)` then holds. UIKit and
# AppKit never meet on one platform, so each has a build of its own. Only targets that ask for a stub are built.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$scripts/..}"

stubs=Tests/AppleStubs
if [ "$(uname)" = Darwin ]; then exit 0; fi  # The frameworks themselves are there.
if [ ! -e "$stubs" ]; then
    echo "typecheck-apple: no folder $stubs, nothing to check"
    exit 0
fi

# Builds the modules of all stubs but the other kit's, and against them the targets that ask for one of those named.
typecheck() {
    local kit=$1 folder=.build/apple/$1 modules=$PWD/.build/apple/$1/stubs module target
    shift
    for module in "${shared[@]}" "$kit"; do
        if [ "$stubs/$module.swift" -nt "$modules/$module.swiftmodule" ]; then
            rm -rf "$folder/build"  # An incremental build may not notice.
            mkdir -p "$modules"
            swiftc -emit-module -parse-as-library -swift-version 6 -module-name "$module" -I "$modules" \
                -emit-module-path "$modules/$module.swiftmodule" "$stubs/$module.swift"
        fi
    done
    for target in $(python3 "$scripts/targets-importing.py" .build/apple/package.json "$@"); do
        swift build --scratch-path "$folder/build" --target "$target" -Xswiftc -I -Xswiftc "$modules" \
            >"$folder/log" 2>&1 || {
            cat "$folder/log" >&2
            return 1
        }
    done
}

mkdir -p .build/apple
swift package describe --type json >.build/apple/package.json

shared=()
for stub in "$stubs"/*.swift; do
    module=$(basename "$stub" .swift)
    case $module in UIKit | AppKit) ;; *) shared+=("$module") ;; esac
done
typecheck UIKit "${shared[@]}" UIKit
typecheck AppKit AppKit

# Plugins are no targets of the build above: their scripts are checked one folder at a time.
api=$(dirname "$(dirname "$(command -v swiftc)")")/lib/swift/pm/PluginAPI
plugins=.build/apple/plugins
mkdir -p "$plugins"
swiftc -emit-module -parse-as-library -swift-version 6 -enable-upcoming-feature InternalImportsByDefault -I "$api" \
    -module-name XcodeProjectPlugin -emit-module-path "$plugins/XcodeProjectPlugin.swiftmodule" \
    "$stubs/Plugins/XcodeProjectPlugin.swift"
for plugin in SharedPackages/*/Plugins/*/; do
    swiftc -typecheck -parse-as-library -swift-version 6 -warnings-as-errors \
        -package-description-version 6.2 -I "$api" -I "$plugins" "$plugin"*.swift
done
