#!/usr/bin/env python3
"""Checks that the cases of public enums and the requirements of public protocols are documented.

`swift format` checks the declarations that carry `public` themselves; these are public without saying so.
"""

import re

from swift_source import files, main

PUBLIC = re.compile(r"\bpublic\s+(?:indirect\s+)?(enum|protocol)\s+(\w+)[^{}]*\Z")
MEMBERS = {
    "enum": re.compile(r"^[^\S\n]*(?:@\w+(?:\([^)\n]*\))?\s+|indirect\s+)*(case)\b[^\S\n]*([\w`]+)", re.M),
    "protocol": re.compile(
        r"^[^\S\n]*(?:@\w+(?:\([^)\n]*\))?\s+|(?:static|mutating|nonisolated|override)(?:\(\w+\))?\s+)*"
        r"(func|var|init|subscript|associatedtype)\b[^\S\n]*(\S+?)?(?=[\s(:<]|$)",
        re.M,
    ),
}


def is_documented(source, line):
    """Whether the first line above that is no attribute ends a documentation comment."""
    above = line - 1
    while above > 0 and source.lines[above - 1].lstrip().startswith(("@", "// swift-format-ignore")):
        above -= 1
    text = source.lines[above - 1].strip() if above > 0 else ""
    return text.startswith("///") or text.endswith("*/")


def top_level(source, opening, closing):
    """The code between two braces with whatever lies in inner braces blanked out."""
    body = list(source.code[opening + 1:closing])
    for start, end in source.blocks:
        if opening < start and end < closing:
            for at in range(start - opening, end - opening - 1):
                body[at] = "\n" if body[at] == "\n" else " "
    return "".join(body)


def check(root):
    for source in files(root, roots=["SharedPackages", "AppTarget"]):
        for opening, closing in source.blocks:
            header = PUBLIC.search(source.code, max(0, source.code.rfind("public", 0, opening)), opening)
            if not header or source.is_generated:
                continue
            for match in MEMBERS[header[1]].finditer(top_level(source, opening, closing)):
                at = opening + 1 + match.start(1)
                if not is_documented(source, source.line(opening + 1 + match.end(1))):
                    yield source.finding(at, f"{header[2]}.{match[2] or match[1]} is public and needs a documentation comment")


main(check)
