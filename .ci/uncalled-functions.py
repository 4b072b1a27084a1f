#!/usr/bin/env python3
"""Lists the functions that no production code calls, from the index that the compiler writes in a debug build.

usage: uncalled-functions.py INDEX_STORE ROOT FOLDER…

A function counts as called if any code outside it refers to it, to the requirement that it satisfies, or to a function
that overrides it. Only the files below ROOT count, without Tests and the testing products. Prints a line for each
uncalled function below the FOLDERs: "path:line: name".
"""

import ctypes
import os
import re
import subprocess
import sys

# Values of indexstore.h.
RECORD = 2
DEFINITION, REFERENCE, CALL, IMPLICIT = 1 << 1, 1 << 2, 1 << 5, 1 << 8
OVERRIDE_OF, CALLED_BY, ACCESSOR_OF, CONTAINED_BY = 1 << 11, 1 << 13, 1 << 15, 1 << 16
FUNCTIONS = {12, 16, 17, 18}  # Free functions and methods of instances, classes and types.


POINTER = ctypes.c_void_p


class Text(ctypes.Structure):
    _fields_ = [("data", POINTER), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


ON_POINTER = ctypes.CFUNCTYPE(ctypes.c_bool, POINTER, POINTER)
ON_TEXT = ctypes.CFUNCTYPE(ctypes.c_bool, POINTER, Text)
ERROR = ctypes.POINTER(POINTER)
NUMBER = ctypes.POINTER(ctypes.c_uint)
TIME = ctypes.POINTER(ctypes.c_int64)

# The functions of libIndexStore that are used here: name, result, arguments.
FUNCTIONS_OF_LIBRARY = [
    ("store_create", POINTER, [ctypes.c_char_p, ERROR]),
    ("store_units_apply_f", ctypes.c_bool, [POINTER, ctypes.c_uint, POINTER, ON_TEXT]),
    ("store_get_unit_modification_time", ctypes.c_int, [POINTER, ctypes.c_char_p, TIME, TIME]),
    ("unit_reader_create", POINTER, [POINTER, ctypes.c_char_p, ERROR]),
    ("unit_reader_dispose", None, [POINTER]),
    ("unit_reader_get_main_file", Text, [POINTER]),
    ("unit_reader_dependencies_apply_f", ctypes.c_bool, [POINTER, POINTER, ON_POINTER]),
    ("unit_dependency_get_kind", ctypes.c_int, [POINTER]),
    ("unit_dependency_get_name", Text, [POINTER]),
    ("unit_dependency_get_filepath", Text, [POINTER]),
    ("record_reader_create", POINTER, [POINTER, ctypes.c_char_p, ERROR]),
    ("record_reader_dispose", None, [POINTER]),
    ("record_reader_occurrences_apply_f", ctypes.c_bool, [POINTER, POINTER, ON_POINTER]),
    ("occurrence_get_symbol", POINTER, [POINTER]),
    ("occurrence_get_roles", ctypes.c_uint64, [POINTER]),
    ("occurrence_get_line_col", None, [POINTER, NUMBER, NUMBER]),
    ("occurrence_relations_apply_f", ctypes.c_bool, [POINTER, POINTER, ON_POINTER]),
    ("symbol_relation_get_roles", ctypes.c_uint64, [POINTER]),
    ("symbol_relation_get_symbol", POINTER, [POINTER]),
    ("symbol_get_usr", Text, [POINTER]),
    ("symbol_get_name", Text, [POINTER]),
    ("symbol_get_kind", ctypes.c_int, [POINTER]),
]


class Library:
    """The index library of the toolchain on the PATH, with a method for each of its functions."""

    def __init__(self):
        find = ["xcrun", "-f", "swiftc"] if sys.platform == "darwin" else ["sh", "-c", "command -v swiftc"]
        compiler = subprocess.run(find, capture_output=True, text=True, check=True).stdout.strip()
        extension = "dylib" if sys.platform == "darwin" else "so"
        folder = os.path.dirname(os.path.dirname(os.path.realpath(compiler)))
        library = ctypes.CDLL(os.path.join(folder, "lib", f"libIndexStore.{extension}"))
        for name, result, arguments in FUNCTIONS_OF_LIBRARY:
            function = getattr(library, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)


def each(apply, owner, visit):
    """Calls `visit` with every element of a list of the library's."""
    apply(owner, None, ON_POINTER(lambda _, element: visit(element) or True))


class Index:
    """The definitions and references in the files that `includes` accepts."""

    def __init__(self, path, includes):
        self.library = Library()
        self.error = POINTER()
        self.store = self.library.store_create(path.encode(), ctypes.byref(self.error))
        if not self.store:
            sys.exit(f"uncalled-functions: '{path}' is not an index. Build the package in debug mode first.")
        self.definitions = {}  # Identifier: (path, line, name, kind, is accessor, identifiers that it overrides).
        self.references = {}  # Identifier: the identifiers of the functions that contain each reference.
        for file, record in self.records(includes):
            self.read(file, record)

    def records(self, includes):
        """The newest record of every file that still exists."""
        library, units, records = self.library, [], {}
        library.store_units_apply_f(self.store, 0, None, ON_TEXT(lambda _, name: units.append(str(name)) or True))
        for name in units:
            unit = library.unit_reader_create(self.store, name.encode(), ctypes.byref(self.error))
            file = str(library.unit_reader_get_main_file(unit))
            if includes(file) and os.path.exists(file):
                time = self.modification(name)

                def visit(dependency):
                    is_record = library.unit_dependency_get_kind(dependency) == RECORD
                    if is_record and str(library.unit_dependency_get_filepath(dependency)) == file:
                        record = str(library.unit_dependency_get_name(dependency))
                        records[file] = max(records.get(file, ((0, 0), "")), (time, record))

                each(library.unit_reader_dependencies_apply_f, unit, visit)
            library.unit_reader_dispose(unit)
        return [(file, record) for file, (_, record) in records.items()]

    def modification(self, unit):
        seconds, nanoseconds = ctypes.c_int64(), ctypes.c_int64()
        self.library.store_get_unit_modification_time(
            self.store, unit.encode(), ctypes.byref(seconds), ctypes.byref(nanoseconds))
        return seconds.value, nanoseconds.value

    def read(self, file, record):
        library = self.library
        reader = library.record_reader_create(self.store, record.encode(), ctypes.byref(self.error))
        if not reader:
            return

        def visit(occurrence):
            symbol = library.occurrence_get_symbol(occurrence)
            roles = library.occurrence_get_roles(occurrence)
            identifier = str(library.symbol_get_usr(symbol))
            relations = self.relations(occurrence)
            if roles & DEFINITION and not roles & IMPLICIT:
                line, column = ctypes.c_uint(), ctypes.c_uint()
                library.occurrence_get_line_col(occurrence, ctypes.byref(line), ctypes.byref(column))
                self.definitions[identifier] = (
                    file, line.value, str(library.symbol_get_name(symbol)), library.symbol_get_kind(symbol),
                    any(role & ACCESSOR_OF for role, _ in relations),
                    [other for role, other in relations if role & OVERRIDE_OF],
                )
            if roles & (REFERENCE | CALL):
                container = {other for role, other in relations if role & (CALLED_BY | CONTAINED_BY)}
                self.references.setdefault(identifier, []).append(container)

        each(library.record_reader_occurrences_apply_f, reader, visit)
        library.record_reader_dispose(reader)

    def relations(self, occurrence):
        relations = []

        def visit(relation):
            symbol = self.library.symbol_relation_get_symbol(relation)
            relations.append(
                (self.library.symbol_relation_get_roles(relation), str(self.library.symbol_get_usr(symbol))))

        each(self.library.occurrence_relations_apply_f, occurrence, visit)
        return relations

    def uncalled(self):
        called = {
            identifier for identifier, containers in self.references.items()
            if any(identifier not in container for container in containers)
        }
        overrides = {identifier: definition[5] for identifier, definition in self.definitions.items()}
        # A requirement or overridden function that is not ours is called by the system.
        called |= {other for others in overrides.values() for other in others if other not in self.definitions}
        # In both directions until nothing changes: a call of either reaches the other.
        before = -1
        while len(called) != before:
            before = len(called)
            for identifier, others in overrides.items():
                if identifier in called or called.intersection(others):
                    called |= {identifier, *others}
        for identifier, (path, line, name, kind, is_accessor, _) in self.definitions.items():
            if kind in FUNCTIONS and not is_accessor and identifier not in called:
                yield path, line, name


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.strip())
    store, root, *folders = sys.argv[1:]
    root = os.path.realpath(root) + "/"

    def includes(file):
        relative = file.removeprefix(root)
        return file.startswith(root) and not re.match(r"Tests/|\.build/|.*Testing/", relative)

    for path, line, name in sorted(Index(store, includes).uncalled()):
        relative = path.removeprefix(root)
        if relative.startswith(tuple(folder.rstrip("/") + "/" for folder in folders)):
            print(f"{relative}:{line}: {name}")


main()
