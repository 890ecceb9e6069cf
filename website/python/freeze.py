"""Compiles and packs the Python files of a page; ``freeze.mjs`` runs it in the page's Python.

It reads ``/stdlib.zip``, ``/sources.zip``, ``/playground.py`` and ``/cells.py``. It writes
``/compiled.zip`` and ``/all.tar``, with which the interpreter to be saved starts, and ``/rest.zip``
and ``/rest.tar``, which a page fetches besides the saved memory.
"""

from __future__ import annotations

import importlib.util
import io
import marshal
import re
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

PACKAGE_PATH, STDLIB_PATH = "/lib/flinksim-site/", "/lib/python314.zip/"
"""Where flinksim and the standard library are in a page."""

EXCLUDED_STDLIB = re.compile(
    r"(multiprocessing|unittest|doctest|pickletools|_pyio|optparse|xml|logging/(handlers|config)"
    r"|ctypes/(macholib|wintypes)|profile|pstats|trace|modulefinder|plistlib|wave|_pyrepl|pydoc_data"
    r"|idlelib|ensurepip|wsgiref|xmlrpc|turtledemo|lib2to3|curses|dbm|tkinter|venv|pdb|pydoc|imaplib"
    r"|smtplib|poplib|ftplib|nntplib|telnetlib|turtle|mailbox|socketserver|http/server|http/cookiejar"
    r"|encodings/(big5|cp9|euc|gb|hz|iso2022|johab|mac_|shift|mbcs|oem|cp1[0-24-9]|cp[34578]|kz1048"
    r"|koi8|ptcp|tis|hp_|palmos)\w*)(\.py|/|$)"
)
"""Modules of the standard library that a page does not need; they would exceed 15 MB."""

File = tuple[str, bytes]


def compile_module(source: bytes, name: str) -> bytes:
    """Compile a module to the contents of a ``.pyc`` file."""
    code = compile(source, name, "exec", dont_inherit=True)
    flags = (0b01).to_bytes(4, "little")  # unchecked hash-based
    return importlib.util.MAGIC_NUMBER + flags + bytes(8) + marshal.dumps(code)


def read_entries(path: str) -> Iterator[File]:
    archive = zipfile.ZipFile(path)
    for name in sorted(archive.namelist()):
        if not name.endswith("/"):
            yield name, archive.read(name)


def list_library_files() -> list[File]:
    """List the files of the standard library that a page needs."""
    return [
        (name, data)
        for name, data in read_entries("/stdlib.zip")
        if not EXCLUDED_STDLIB.match(name)
    ]


def list_package_files() -> list[File]:
    """List the files of flinksim and of the pages, compiled except for lessons.

    Lessons show their source code.
    """
    own = [(name, Path("/", name).read_bytes()) for name in ("playground.py", "cells.py")]
    return [
        (f"{name}c", compile_module(data, PACKAGE_PATH + name))
        if name.endswith(".py")
        and not name.startswith(("flinksim/course/lessons/", "flinksim/course/example_jobs"))
        else (name, data)
        for name, data in [*read_entries("/sources.zip"), *own]
    ]


def write_zip(path: str, files: Iterable[File]) -> None:
    with zipfile.ZipFile(path, "w") as new:
        for name, data in files:
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            new.writestr(info, data, zipfile.ZIP_DEFLATED, 9)


def write_tar(path: str, files: Iterable[File]) -> None:
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as new:
        for name, data in files:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            new.addfile(info, io.BytesIO(data))


def write_all() -> None:
    """Write the files with which the interpreter to be saved starts.

    They are compiled, which leaves less garbage in its memory.
    """
    fast = (
        (f"{name}c", compile_module(data, STDLIB_PATH + name))
        if name.endswith(".py")
        else (name, data)
        for name, data in list_library_files()
    )
    write_zip("/compiled.zip", fast)
    write_tar("/all.tar", list_package_files())


def write_rest(loaded: str) -> None:
    """Write the files that are not in the interpreter's memory.

    Args:
        loaded: The files of its loaded modules, one per line.
    """
    loaded_files = set(loaded.split("\n"))
    write_zip(
        "/rest.zip",
        (
            (name, data)
            for name, data in list_library_files()
            if "pyodide" in name or f"{STDLIB_PATH}{name}c" not in loaded_files
        ),
    )
    write_tar(
        "/rest.tar",
        (
            (name, data)
            for name, data in list_package_files()
            if PACKAGE_PATH + name not in loaded_files or name.endswith(".py")
        ),
    )
