#!/usr/bin/env python3
"""Reads `swift package describe --type json`; prints the targets whose sources ask for one of the named modules."""

import json
import re
import sys
from pathlib import Path

modules = "|".join(map(re.escape, sys.argv[1:]))
asks = re.compile(rf"\bcanImport\((?:{modules})\)|^\s*(?:\w+\s+)?import\s+(?:{modules})\b", re.M)

package = json.load(sys.stdin)
for target in package["targets"]:
    sources = (Path(package["path"], target["path"], source) for source in target.get("sources", []))
    if any(source.suffix == ".swift" and asks.search(source.read_text(encoding="utf-8")) for source in sources):
        print(target["name"])
