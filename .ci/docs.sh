#!/usr/bin/env bash
# Builds the documentation of a package, by default this one, into .build/docs: every library product, and the guides.
# A broken link fails.
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

convert() {
    local name=$1
    shift
    echo "docs: $name"
    "$docc" convert "$@" --fallback-display-name "$name" --fallback-bundle-identifier "$name" \
        --enable-experimental-external-link-support --transform-for-static-hosting --warnings-as-errors \
        --output-path "$work/$name.doccarchive" | sed '/^$/d'
}

# One line a module, dependencies first: name, folder, the modules of library products it depends on.
modules=()
archives=()
links=()
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
    convert "$module" "${arguments[@]}"
    modules+=("$module")
    archives+=("$work/$module.doccarchive")
    links+=(--dependency "$work/$module.doccarchive")
done < <(python3 "$scripts/documented-modules.py" "$work/package.json")

root=documentation/
if [ -e README.md ]; then
    python3 "$scripts/guides-catalog.py" "$work/Guides.docc" "${modules[@]}"
    convert Guides "$work/Guides.docc" "${links[@]}"
    # Last, for the sidebar of a module shows the first entry of its name, and the guides list the modules as entries.
    archives+=("$work/Guides.doccarchive")
    root=documentation/guides/
fi

name=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["name"])' "$work/package.json")
"$docc" merge "${archives[@]}" --synthesized-landing-page-name "$name" --synthesized-landing-page-topics-style list \
    --output-path .build/docs | sed '/^$/d'
# DocC has no page for the root of the site.
cat >.build/docs/index.html <<END
<!doctype html>
<meta charset="utf-8">
<title>$name</title>
<meta http-equiv="refresh" content="0; url=$root">
<a href="$root">$name</a>
END
echo "docs: written to .build/docs. To read them, run"
echo "    python3 -m http.server --directory .build/docs 8000"
echo "and open http://localhost:8000"
