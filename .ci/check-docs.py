#!/usr/bin/env python3
"""Checks that what is public without carrying the word is documented: cases of public enums, requirements of public
protocols, and open declarations. `swift format` checks what is declared `public`.
"""

import re

from swift_source import files, main

ATTRIBUTES = r"^[ \t]*(?:@\w+(?:\([^)\n]*\))?\s+)*"
MODIFIERS = r"(?:\w+(?:\(\w+\))?[ \t]+)*?"
PUBLIC = re.compile(rf"\bpublic[ \t]+{MODIFIERS}(enum|protocol)[ \t]+(\w+)[^{{}}]*\Z")
OPEN = re.compile(rf"{ATTRIBUTES}{MODIFIERS}open[ \t]+{MODIFIERS}(class|func|var|subscript)\b[ \t]*(\w+)?", re.M)
MEMBERS = {
    "enum": re.compile(rf"{ATTRIBUTES}{MODIFIERS}(case)[ \t]+([\w`]+)", re.M),
    "protocol": re.compile(
        rf"{ATTRIBUTES}{MODIFIERS}(func|var|init|subscript|associatedtype)\b[ \t]*([^\s(:<]+)?", re.M
    ),
}


def is_documented(source, line):
    """Whether the first line above that is no attribute ends a documentation comment."""
    above = line - 1
    while above > 0 and source.lines[above - 1].lstrip().startswith(("@", "// swift-format-ignore")):
        above -= 1
    text = source.lines[above - 1].strip() if above > 0 else ""
    return text.startswith("///")


def top_level(source, opening, closing):
    """The code between two braces with whatever lies in inner braces blanked out."""
    body = list(source.code[opening + 1:closing])
    for start, end in source.blocks:
        if opening < start and end < closing:
            for at in range(start - opening, end - opening - 1):
                body[at] = "\n" if body[at] == "\n" else " "
    return "".join(body)


def check_open(source):
    for match in OPEN.finditer(source.code):
        if not re.search(r"\boverride\b", match[0]) and not is_documented(source, source.line(match.end(1))):
            yield source.finding(match.start(1), f"{match[2] or match[1]} is open and needs a documentation comment")


def check_members(source):
    for opening, closing in source.blocks:
        header = PUBLIC.search(source.code, max(0, source.code.rfind("public", 0, opening)), opening)
        if not header:
            continue
        for match in MEMBERS[header[1]].finditer(top_level(source, opening, closing)):
            at = opening + 1 + match.start(1)
            line = source.line(at)
            # On the line of the brace, the comment above is that of the type.
            if line == source.line(opening) or not is_documented(source, line):
                yield source.finding(at, f"{header[2]}.{match[2] or match[1]} is public and needs a documentation comment")


def check(root):
    for source in files(root, roots=["SharedPackages", "AppTarget"]):
        if not source.is_generated:
            yield from check_members(source)
            yield from check_open(source)


main(check)
