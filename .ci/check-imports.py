#!/usr/bin/env python3
"""Checks that a target declares every module of the package that it imports as a dependency of its own.

SwiftPM's own check lets an import pass that some dependency's dependency provides.
"""

import json
import subprocess

from swift_source import Source, main


def check(root):
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=root, check=True, stdout=subprocess.PIPE
    )
    targets = json.loads(described.stdout)["targets"]
    ours = {target["c99name"]: target["name"] for target in targets}
    for target in targets:
        declared = {target["name"], *target.get("target_dependencies", [])}
        for name in target["sources"]:
            if name.endswith(".swift"):
                source = Source(root, root / target["path"] / name)
                for offset, module in source.imports:
                    if module in ours and ours[module] not in declared:
                        yield source.finding(offset, f"{target['name']} imports {module} without declaring it a dependency")


main(check)
