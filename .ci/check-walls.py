#!/usr/bin/env python3
"""Checks the walls between the modules. Every wall is a row of a table below."""

import re

from swift_source import files, main

FEATURES = "SharedPackages/BrowserServicesKit/"
SEAM = "Outbox is the seam between the two"

# Folder; what nothing in it imports, a module or all modules of a folder but its own; why.
IMPORTS = [
    (
        FEATURES,
        {"PixelKit", "PixelKitTesting", "PixelDefinitions", "Outbox", "Telemetry", "AppTarget/"},
        "features report events; the app decides what is sent",
    ),
    ("SharedPackages/Telemetry/", {"SharedPackages/", "AppTarget/"}, "Telemetry stands alone"),
    ("SharedPackages/PixelKit/", {"Telemetry"}, "PixelKit reports through an EventMapping"),
    ("SharedPackages/Outbox/", {"Telemetry"}, "Outbox knows no telemetry"),
    ("SharedPackages/WideEvent/", {"Telemetry"}, "WideEvent reports through an EventMapping"),
    ("SharedPackages/PixelKit/Sources/PixelKit/", {"WideEvent"}, SEAM),
    ("SharedPackages/PixelKit/Sources/PixelDefinitions/", {"WideEvent"}, SEAM),
    ("SharedPackages/WideEvent/", {"PixelKit", "PixelKitTesting", "PixelDefinitions"}, SEAM),
]

# Folder; pattern; what is searched: the code, or the code and its strings; message.
WORDS = [
    (FEATURES, r"(?i)pixel", "uncommented", "“pixel” may stand in comments only here"),
    ("Tests/", r"\b(?:Task|Thread)\s*(?:<[^>]*>)?\.sleep\b", "code", "a test does not sleep; pass a clock in"),
    ("Tests/", r"\b(?:Continuous|Suspending)Clock\(\)\.sleep\b", "code", "a test does not sleep; pass a clock in"),
    ("Tests/", r"(?<![.\w])(?<!func )(?:u|nano)?sleep\(", "code", "a test does not sleep; pass a clock in"),
    ("Tests/", r"\.asyncAfter\(|\bwait\(timeout:", "code", "a test does not wait for a time; await an event"),
]

# A name that a module may share with one of its types, because its pattern gives it.
OWN_NAMES = {("Telemetry", "actor")}

TYPE = re.compile(r"\b(struct|class|enum|actor|protocol|typealias)\s+`?(\w+)")
CONFORMANCE = re.compile(r"\b(?:struct|class|enum|actor|protocol|extension)\s+[\w.`]+\s*(?:<[^{]*?>)?\s*:([^{]*)\{")
DEFAULT = re.compile(r"(?:@unknown\s+)?\bdefault\s*:|\bcase\s+_\s*:")


def module(path):
    """The module that a file belongs to."""
    if match := re.match(r"(?:SharedPackages|AppTarget)/(?:.*/)?Sources/(\w+)/", path):
        return match[1]
    return "BrowserApp" if path.startswith("AppTarget/") else None


def homes(root):
    """The folder of every module of ours."""
    folders = [path for name in ["SharedPackages", "AppTarget"] for path in root.glob(f"{name}/**/Sources/*")]
    return {"BrowserApp": "AppTarget/"} | {path.name: path.relative_to(root).as_posix() + "/" for path in folders}


def check_imports(source, homes):
    for folder, barred, reason in IMPORTS:
        if not source.path.startswith(folder):
            continue
        for offset, name in source.imports:
            home = homes.get(name, "")
            barred_with_folder = home.startswith(tuple(barred)) and not home.startswith(folder)
            if name in barred or barred_with_folder:
                yield source.finding(offset, f"{folder} may not import {name}: {reason}")


def check_words(source):
    for folder, pattern, kind, message in WORDS:
        if source.path.startswith(folder):
            for match in re.finditer(pattern, getattr(source, kind)):
                yield source.finding(match.start(), message)


def check_names(source):
    for match in TYPE.finditer(source.code):
        if match[2] == module(source.path) and (match[2], match[1]) not in OWN_NAMES:
            yield source.finding(match.start(), f"{match[1]} {match[2]} bears the name of its module and hides it")


def check_mappers(source):
    if not re.match(r"AppTarget/(?:.*/)?(?:Mappers/|\w*Mapper\w*\.swift)", source.path):
        return
    for match in DEFAULT.finditer(source.code):
        if source.enclosing(match.start()) == "{":  # `default:` may also be the label of an argument.
            yield source.finding(match.start(), "a mapper names every case: a new event must not compile until it is mapped")


def check_conformances(source):
    if not source.path.startswith("AppTarget/") or source.is_generated:
        return
    for match in CONFORMANCE.finditer(source.code):
        clause = re.split(r"\bwhere\b", match[1])[0]
        while (bare := re.sub(r"<[^<>]*>", "", clause)) != clause:
            clause = bare
        if any(re.search(r"(?:^|[\s.])Pixel\s*$", name) for name in re.split(r"[,&]", clause)):
            yield source.finding(match.start(), "only generated types conform to Pixel: declare it in a definition")


def check(root):
    modules = homes(root)
    for path in sorted(root.glob(f"{FEATURES}**/*")):
        if "pixel" in path.name.lower():
            yield f"{path.relative_to(root).as_posix()}:1: “pixel” may stand in comments only here"
    for source in files(root):
        yield from check_imports(source, modules)
        yield from check_words(source)
        yield from check_names(source)
        yield from check_mappers(source)
        yield from check_conformances(source)


main(check)
