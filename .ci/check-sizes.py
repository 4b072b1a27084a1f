#!/usr/bin/env python3
"""Checks that no file is longer than 500 lines, no function longer than 60, signature and braces included, and that no
folder holds more than 12 Swift files.
"""

import re
from collections import Counter

from swift_source import files, main

FILE_LIMIT = 500
FUNCTION_LIMIT = 60
FOLDER_LIMIT = 12
SUFFIXES = (".swift", ".h", ".c", ".js", ".css", ".html", ".py", ".sh")

FUNCTIONS = {"func", "init", "deinit", "subscript", "var", "get", "set", "willSet", "didSet"}
KEYWORD = re.compile(
    r"(?<![.\w])(func|init|deinit|subscript|var|let|get|set|willSet|didSet|struct|class|enum|actor|extension|protocol"
    r"|if|else|for|while|repeat|switch|do|catch|guard|case|return|defer)\b"
)


def declaration(source, brace):
    """What a block belongs to: the offset and name of the last keyword before its brace, and the text between."""
    depth, at = 0, brace
    header = []
    while at > 0:
        at -= 1
        character = source.code[at]
        if character in ")]":
            depth += 1
        elif character in "([":
            depth -= 1
        if depth < 0 or (depth == 0 and character in "{};"):
            at += 1
            break
        header.append(" " if depth > 0 else character)
    text = "".join(reversed(header))
    keywords = list(KEYWORD.finditer(text))
    if not keywords:
        return None
    last = keywords[-1]
    return at + last.start(), last[1], text[last.end():]


def check_functions(source):
    for opening, closing in source.blocks:
        if source.line(closing) - source.line(opening) < FUNCTION_LIMIT // 2:
            continue
        found = declaration(source, opening)
        if found is None or found[1] not in FUNCTIONS or (found[1] == "var" and "=" in found[2]):
            continue
        length = source.line(closing) - source.line(found[0]) + 1
        if length > FUNCTION_LIMIT:
            yield source.finding(found[0], f"this function spans {length} lines, the limit is {FUNCTION_LIMIT}: name its steps")


def check_folders(root):
    found = files(root, roots=["SharedPackages", "AppTarget", "Tests"])
    counts = Counter(source.path.rpartition("/")[0] for source in found if not source.is_generated)
    for folder, count in sorted(counts.items()):
        if count > FOLDER_LIMIT:
            yield f"{folder}:1: the folder holds {count} Swift files, the limit is {FOLDER_LIMIT}: group them in subfolders"


def check(root):
    yield from check_folders(root)
    for source in files(root, SUFFIXES):
        if source.is_generated:
            continue
        length = source.text.count("\n")
        if length > FILE_LIMIT:
            yield f"{source.path}:{FILE_LIMIT + 1}: the file has {length} lines, the limit is {FILE_LIMIT}: split it"
        if source.path.endswith(".swift"):
            yield from check_functions(source)


main(check)
