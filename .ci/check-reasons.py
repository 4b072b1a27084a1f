#!/usr/bin/env python3
"""Checks that whatever switches off a check of the compiler carries a reason at the line.

The reason is a `//` comment on the same line, or alone on the line above.
"""

import re

from swift_source import files, main

ESCAPES = [
    (re.compile(r"@unchecked\s+Sendable\b"), "@unchecked Sendable"),
    (re.compile(r"\b(?:nonisolated|unowned)\(unsafe\)"), "an unsafe declaration"),
    (re.compile(r"\btry!"), "try!"),
    (re.compile(r"\bas!"), "as!"),
    (re.compile(r"(?<!\btry)(?<!\bas)(?<=[\w)\]}>\"?`])!(?![=\w])"), "a forced unwrap"),
]
REASON = re.compile(r"\s*//(?!/|\s*(?:MARK:|TODO|FIXME|swift-format-ignore))\s*\S")


def comment(source, line):
    """The comment that a line ends with, if any."""
    start = source._line_starts[line - 1]
    text, code = source.lines[line - 1], source.uncommented[start:start + len(source.lines[line - 1])]
    return text[len(code.rstrip()):]


def has_reason(source, line):
    if REASON.match(comment(source, line)):
        return True
    return line > 1 and source.lines[line - 2].lstrip().startswith("//") and REASON.match(comment(source, line - 1))


def check(root):
    for source in files(root):
        for pattern, name in ESCAPES:
            for match in pattern.finditer(source.code):
                if not source.is_generated and not has_reason(source, source.line(match.start())):
                    yield source.finding(match.start(), f"{name} needs its reason as a // comment here or on the line above")


main(check)
