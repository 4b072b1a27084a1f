#!/usr/bin/env bash
# Builds the documentation of every library product of a package, by default this one, into .build/docs; a broken link
# fails.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$scripts/..}"

docc=$(command -v docc || xcrun --find docc)
work=.build/docc
rm -rf "$work" .build/docs
mkdir -p "$work"

swift package describe --type json >"$work/package.json"
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
    --emit-extension-block-symbols >"$work/graphs.log" 2>&1 || {
    cat "$work/graphs.log" >&2
    exit 1
}
graphs=$(sed -n 's/^Files written to //p' "$work/graphs.log" | tail -1)

# One line a module, dependencies first: name, folder, the modules of library products it depends on.
archives=()
while read -r module folder dependencies; do
    mkdir -p "$work/$module"
    cp "$graphs/$module.symbols.json" "$work/$module/"
    find "$graphs" -name "$module@*.symbols.json" -exec cp {} "$work/$module/" \;
    arguments=(--additional-symbol-graph-dir "$work/$module")
    for catalog in "$folder"/*.docc; do
        [ -d "$catalog" ] && arguments=("$catalog" "${arguments[@]}")
    done
    for dependency in $dependencies; do
        arguments+=(--dependency "$work/$dependency.doccarchive")
    done
    echo "docs: $module"
    "$docc" convert "${arguments[@]}" --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --enable-experimental-external-link-support --transform-for-static-hosting --warnings-as-errors \
        --output-path "$work/$module.doccarchive" | sed '/^$/d'
    archives+=("$work/$module.doccarchive")
done < <(python3 "$scripts/documented-modules.py" "$work/package.json")

name=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["name"])' "$work/package.json")
"$docc" merge "${archives[@]}" --synthesized-landing-page-name "$name" --output-path .build/docs | sed '/^$/d'
echo "docs: .build/docs"
