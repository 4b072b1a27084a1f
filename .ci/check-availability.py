#!/usr/bin/env python3
"""Checks that nothing needs a system later than iOS 16 and macOS 13, the floor that Package.swift sets.

Linux knows no such floor, so the compiler here does not notice. The table holds the names that an engineer would
likely use, with the versions that the standard library's interface and Apple's documentation give. A name may stand
where `@available` or `#available` guards it.
"""

import re

from swift_source import files, main

# These compile for other systems than Apple's, or declare what the SDK declares.
EXEMPT = ("SharedPackages/Primitives/Sources/Primitives/Locked.swift", "Tests/AppleStubs/")

# Pattern of the code; the systems that brought it.
LATER = {
    "iOS 16.4 and macOS 13.3": [r"\bStaticBigInt\b"],
    "iOS 17 and macOS 14": [
        r"\b(?:with)?(?:Throwing)?DiscardingTaskGroup\b",
        r"\bExecutorJob\b",
        r"\bDispatchSerialQueue\b",
        r"@Observable\b",
        r"\bimport\s+Observation\b",
        r"\bwithObservationTracking\b",
        r"@Bindable\b",
        r"#Predicate\b",
        r"\bencodingInvalidCharacters:",
        r"\bproxyConfigurations\b",
        r"\bHPKE\b",
        r"\b(?:struct|class|enum|actor)\s+\w+\s*<[^>{]*\beach\b",
        r"\b(?:StoreView|ProductView|SubscriptionStoreView)\b",
        r"\bregisterForTraitChanges\b",
    ],
    "iOS 18 and macOS 15": [
        r"\b(?:Mutex|Atomic|AtomicLazyReference)\s*[<(]",
        r"\b(?:Unowned)?TaskExecutor\b",
        r"\bexecutorPreference:",
        r"\bwithTaskExecutorPreference\b",
        r"\bglobalConcurrentExecutor\b",
        r"\bcheckIsolated\(",
        r"\bAsync(?:Sequence|IteratorProtocol)\s*<",
        r"\bnext\(isolation:",
        r"\bU?Int128\b",
        r"\bRangeSet\b",
        r"\bDiscontiguousSlice\b",
        r"\bindices\((?:where|of):",
        r"\b(?:remove|removing|move)Subranges\(",
        r"\bString\(validating:",
        r"#Expression\b",
        r"\bRecurrenceRule\b",
    ],
    "iOS 18.4 and macOS 15.4": [r"\bisolated\s+deinit\b"],
    "iOS 26 and macOS 26": [
        r"\bInlineArray\b",
        r"\bUTF8Span\b",
        r"\bObservations\b",
        r"\bTask\.immediate(?:Detached)?\b",
        r"\baddImmediateTask(?:UnlessCancelled)?\b",
        r"\bwithTaskPriorityEscalationHandler\b",
        r"\bMainActorMessage\b",
        r"\bAsyncMessage\b",
        r"\bProgressManager\b",
        r"\bHTTPFormatStyle\b",
        r"\bNetwork(?:Connection|Listener)\b",
        r"\bBGContinuedProcessingTask\w*",
        r"\bWebPage\b",
        r"\b(?:MLKEM|MLDSA|SHA3_)\d+",
    ],
}

GUARD = r"[@#]available\(\s*(?:iOS|macOS|tvOS|watchOS|visionOS)\b"
END_OF_STATEMENT = re.compile(r"[{};]|\n[ \t]*\n")


def statement(source, offset):
    """The code from the end of the statement before an offset to the offset."""
    start = 0
    for match in END_OF_STATEMENT.finditer(source.code, 0, offset):
        start = match.end()
    return source.code[start:offset]


def is_guarded(source, offset):
    """Whether the declaration that an offset belongs to, or a block around it, asks for the system's version."""
    if re.search(GUARD, statement(source, offset)):
        return True
    for opening, closing in source.blocks:
        if opening < offset < closing:
            guards = re.search(rf"\bguard\s+{GUARD}", source.code[opening:offset])
            if guards or re.search(GUARD, statement(source, opening)):
                return True
    return False


def check_source(source):
    for systems, patterns in LATER.items():
        for match in re.finditer("|".join(patterns), source.code):
            if not is_guarded(source, match.start()):
                name = re.sub(r"[\s(<]+$", "", match[0])
                message = f"“{name}” needs {systems}: use something older, or guard it by @available"
                yield source.finding(match.start(), message)


def check(root):
    for source in files(root, roots=["SharedPackages", "AppTarget", "Tests"]):
        if source.path.startswith(EXEMPT):
            continue
        yield from dict.fromkeys(check_source(source))


main(check)
