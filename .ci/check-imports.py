#!/usr/bin/env python3
"""Checks that a target declares every module of the package that it imports as a dependency of its own, and that it
imports every library that it declares.

SwiftPM's own check lets an import pass that some dependency's dependency provides.
"""

import json
import subprocess

from swift_source import Source, main

# A program is declared to be built for whoever runs it, and need not be imported.
LIBRARIES = {"library", "system-target"}


def check_target(root, target, ours):
    name = target["name"]
    declared = set(target.get("target_dependencies", []))
    imported = set()
    for path in target["sources"]:
        if path.endswith(".swift"):
            source = Source(root, root / target["path"] / path)
            for offset, module in source.imports:
                if module in ours:
                    imported.add(ours[module]["name"])
                    if ours[module]["name"] not in declared | {name}:
                        yield source.finding(offset, f"{name} imports {module} without declaring it a dependency")
    for library in sorted(declared - imported):
        if any(other["name"] == library and other["type"] in LIBRARIES for other in ours.values()):
            yield f"Package.swift:1: {name} declares the dependency {library} and imports it nowhere: remove it"


def check(root):
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=root, check=True, stdout=subprocess.PIPE
    )
    targets = json.loads(described.stdout)["targets"]
    ours = {target["c99name"]: target for target in targets}
    for target in targets:
        yield from check_target(root, target, ours)


main(check)
