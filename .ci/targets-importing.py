#!/usr/bin/env python3
"""Prints the targets of a package description, but for tests, whose sources ask for one of the modules that follow it."""

import json
import re
import sys
from pathlib import Path

modules = "|".join(map(re.escape, sys.argv[2:]))
asks = re.compile(rf"\bcanImport\((?:{modules})\)|^\s*(?:\w+\s+)?import\s+(?:{modules})\b", re.M)

with open(sys.argv[1], encoding="utf-8") as file:
    package = json.load(file)
for target in package["targets"]:
    if target["type"] == "test":
        continue  # Their programs would have to be linked, and there is nothing to link a stub with.
    sources = (Path(package["path"], target["path"], source) for source in target.get("sources", []))
    if any(source.suffix == ".swift" and asks.search(source.read_text(encoding="utf-8")) for source in sources):
        print(target["name"])
