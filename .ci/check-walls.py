#!/usr/bin/env python3
"""Checks the walls between the modules. Every wall is a row of a table below."""

import re
import subprocess

from swift_source import files, main

FEATURES = "SharedPackages/BrowserServicesKit/"
PRIMITIVES = "SharedPackages/Primitives/"
NETWORKING = "SharedPackages/Networking/"
SHIPPED = ("SharedPackages/", "AppTarget/")
EVERYWHERE = (*SHIPPED, "Tests/")
STUBS = "Tests/AppleStubs/"

FEATURE = "features report events, the app decides what is sent"
CLIENT = "PixelKit and WideEvent are equal clients of Outbox and report through an EventMapping"
DOUBLE = "a testing product brings only what it tests"
DEFINITIONS = "the definitions are read by tools, so they depend on no runtime module"

# Module; the modules of this package and the system libraries that it may import; why it may not import the others.
ALLOWED = {
    "Primitives": ("", "everything is built on it"),
    "Networking": ("CCurl Primitives", "it knows HTTP and none of its callers"),
    "CommandLineKit": ("", "it knows none of the programs that use it"),
    "Persistence": ("CSQLite Primitives", "it knows SQLite and none of its callers"),
    "Common": ("Primitives", FEATURE),
    "MaliciousSiteProtection": ("CCrypto Common Networking Primitives", FEATURE),
    "Subscription": ("Common Networking Primitives WideEvent", FEATURE),
    "SubscriptionTesting": ("Common Primitives Subscription WideEvent", DOUBLE),
    "UserScripts": ("Common", FEATURE),
    "Outbox": ("Common Networking Persistence Primitives", "it delivers requests and knows none of its clients"),
    "PixelKit": ("Common Outbox Primitives", CLIENT),
    "PixelKitTesting": ("Common Outbox Persistence PixelKit Primitives", DOUBLE),
    "WideEvent": ("Common Outbox Persistence Primitives", CLIENT),
    "WideEventTesting": ("Common Outbox Persistence Primitives WideEvent", DOUBLE),
    "JSONSchema": ("", "it knows JSON and no pixels"),
    "PixelDefinitions": ("JSONSchema", DEFINITIONS),
    "PixelGeneration": ("JSONSchema PixelDefinitions", DEFINITIONS),
    "pixels": ("CommandLineKit JSONSchema PixelDefinitions PixelGeneration", DEFINITIONS),
    "Telemetry": ("Primitives", "telemetry stands alone"),
    "TelemetryTesting": ("Primitives Telemetry", DOUBLE),
    "TelemetryExport": ("Networking Primitives Telemetry", "it sends telemetry and knows no other source"),
    "DevServer": (
        "CMicrohttpd JSONSchema Persistence PixelDefinitions Primitives",
        "the server knows the definitions and not the app",
    ),
    "DevServerCommand": ("CommandLineKit DevServer Primitives", "a command only starts what it is named after"),
    "BrowserApp": (
        "CommandLineKit Common DevServer JSONSchema MaliciousSiteProtection Outbox Persistence PixelDefinitions PixelKit"
        " Primitives Subscription Telemetry TelemetryExport UserScripts WideEvent",
        "test doubles do not ship, and only Networking, Persistence and the server use a C library",
    ),
    "BrowserCommand": ("BrowserApp CommandLineKit", "a command only starts what it is named after"),
}
OURS = set(ALLOWED).union(*(allowed.split() for allowed, _ in ALLOWED.values()))

# Folders; the folders in them that are exempt; pattern; what is searched: the code, or the code and its strings; message.
WORDS = [
    ((FEATURES,), (), r"(?i)pixel", "uncommented", "“pixel” may stand in comments only here"),
    (
        ("SharedPackages/Definitions/Sources/JSONSchema/",),
        (),
        r"(?i)pixel",
        "uncommented",
        "“pixel” may stand in comments only here",
    ),
    (
        EVERYWHERE,
        (PRIMITIVES, STUBS),
        r"\bimport\s+(?:\w+\s+)?Synchronization\b",
        "code",
        "only Primitives imports Synchronization: use Locked",
    ),
    (
        EVERYWHERE,
        (PRIMITIVES, STUBS),
        r"\b(?:NS(?:Recursive)?Lock|os_unfair_lock\w*|OSAllocatedUnfairLock|pthread_mutex_\w+)\b",
        "code",
        "Primitives holds the one lock: use Locked",
    ),
    (
        SHIPPED,
        (NETWORKING,),
        r"\b(?:FoundationNetworking|URLSession\w*|URLRequest|URLProtocol|HTTPURLResponse|curl_\w+)\b",
        "code",
        "Networking holds the one HTTP code: use HTTPClient",
    ),
    (("Tests/",), (), r"\b(?:Task|Thread)\s*(?:<[^>]*>)?\.sleep\b", "code", "a test does not sleep; pass a clock in"),
    (("Tests/",), (), r"\b(?:Continuous|Suspending)Clock\(\)\.sleep\b", "code", "a test does not sleep; pass a clock in"),
    (("Tests/",), (), r"(?<![.\w])(?<!func )(?:u|nano)?sleep\(", "code", "a test does not sleep; pass a clock in"),
    (("Tests/",), (), r"\.asyncAfter\(|\bwait\(timeout:", "code", "a test does not wait for a time; await an event"),
]

# The folder that alone defines a type of this name.
DEFINED_ONCE = {
    "Locked": PRIMITIVES,
    "ErrorChain": PRIMITIVES,
    "TimeSource": PRIMITIVES,
    "SeededGenerator": PRIMITIVES,
    "HTTPClient": NETWORKING,
}

# A name that a module may share with one of its types, because its pattern gives it.
OWN_NAMES = {("Telemetry", "actor")}

# The entries of the root, and the only places of a manifest.
TOP_LEVEL = set(
    ".ci .gitignore .swift-format AppTarget CHANGELOG.md CONTRIBUTING.md Docs LICENSE Makefile Package.swift README.md"
    " SECURITY.md SharedPackages Tests".split()
)
MANIFESTS = {"Package.swift", "Docs/Sample/Package.swift"}

TYPE = re.compile(r"\b(struct|class|enum|actor|protocol|typealias)\s+`?(\w+)")
CONFORMANCE = re.compile(r"\b(?:struct|class|enum|actor|protocol|extension)\s+[\w.`]+\s*(?:<[^{]*?>)?\s*:([^{]*)\{")
DEFAULT = re.compile(r"(?:@unknown\s+)?\bdefault\s*:|\bcase\s+_\s*:")


def module(path):
    """The module that a file belongs to."""
    if match := re.match(r"(?:SharedPackages|AppTarget)/(?:.*/)?Sources/(\w+)/", path):
        return match[1]
    if path.startswith("AppTarget/Command/"):
        return "BrowserCommand"
    return "BrowserApp" if path.startswith("AppTarget/") else None


def check_imports(source):
    importer = module(source.path)
    if importer is None:
        return
    if importer not in ALLOWED:
        yield source.finding(0, f"{importer} has no row among the modules of check-walls.py: add what it may import")
        return
    allowed, reason = ALLOWED[importer]
    for offset, name in source.imports:
        if name in OURS and name not in (importer, *allowed.split()):
            yield source.finding(offset, f"{importer} may not import {name}: {reason}")


def check_words(source):
    for folders, exempt, pattern, kind, message in WORDS:
        if source.path.startswith(folders) and not source.path.startswith(exempt):
            matches = re.finditer(pattern, getattr(source, kind))
            yield from dict.fromkeys(source.finding(match.start(), message) for match in matches)


def check_names(source):
    for match in TYPE.finditer(source.code):
        kind, name = match[1], match[2]
        if name == module(source.path) and (name, kind) not in OWN_NAMES:
            yield source.finding(match.start(), f"{kind} {name} bears the name of its module and hides it")
        home = DEFINED_ONCE.get(name)
        if home and not source.path.startswith(home):
            yield source.finding(match.start(), f"{name} is defined in {home} and nowhere else: import it")


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


def top_level(root):
    """The names in the root that a commit would hold; outside a repository, those that are not hidden."""
    command = ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        paths = listed.stdout.decode().split("\0")[:-1] if listed.returncode == 0 else None
    except FileNotFoundError:
        paths = None
    if paths is None:
        paths = [path.name for path in root.iterdir() if not path.name.startswith(".")]
    return sorted({path.split("/")[0] for path in paths if (root / path).exists()})


def check_layout(root):
    for name in top_level(root):
        if name not in TOP_LEVEL:
            yield f"{name}:1: the root holds only what check-walls.py lists: move it into one of the folders"
    for folder in ["SharedPackages", "AppTarget", "Tests", "Docs"]:
        for path in sorted(root.glob(f"{folder}/**/Package.swift")):
            if (name := path.relative_to(root).as_posix()) not in MANIFESTS:
                yield f"{name}:1: the package has one manifest: declare the targets in Package.swift"
    for path in sorted(root.glob(f"{FEATURES}**/*")):
        if "pixel" in path.name.lower():
            yield f"{path.relative_to(root).as_posix()}:1: “pixel” may stand in comments only here"


def check(root):
    yield from check_layout(root)
    for source in files(root):
        yield from check_imports(source)
        yield from check_words(source)
        yield from check_names(source)
        yield from check_mappers(source)
        yield from check_conformances(source)


main(check)
