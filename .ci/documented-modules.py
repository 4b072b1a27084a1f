#!/usr/bin/env python3
"""Prints the Swift modules of the library products in a package description, dependencies first.

A line holds a module's name, its folder, and the modules among them that it depends on, at any depth.
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    package = json.load(file)

targets = {target["name"]: target for target in package["targets"]}
documented = {
    name
    for product in package["products"]
    if "library" in product["type"]
    for name in product["targets"]
    if targets[name]["module_type"] == "SwiftTarget"
}


def dependencies(name):
    """The targets that a target depends on, at any depth, the deepest first."""
    found = []
    for direct in targets[name].get("target_dependencies", []):
        found += [inner for inner in dependencies(direct) + [direct] if inner not in found]
    return found


printed = []
for name in sorted(documented):
    for module in dependencies(name) + [name]:
        if module in documented and module not in printed:
            printed.append(module)
            print(module, targets[module]["path"], *(d for d in dependencies(module) if d in documented))
