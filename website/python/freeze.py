"""What ``freeze.mjs`` runs in the Python that a page has: it compiles, and packs what is not in memory.

Its files are those of that Python alone: ``/stdlib.zip``, ``/sources.zip``, ``/playground.py`` and
``/cells.py`` are given; ``/compiled.zip`` and ``/all.tar`` are what a Python is started with, and
``/rest.zip`` and ``/rest.tar`` what a page fetches besides that one's memory.
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

OURS, THEIRS = "/lib/flinksim-site/", "/lib/python314.zip/"
"""Where flinksim and the standard library lie in a page."""

NO_USE = re.compile(
    r"(multiprocessing|unittest|doctest|pickletools|_pyio|optparse|xml|logging/(handlers|config)"
    r"|ctypes/(macholib|wintypes)|profile|pstats|trace|modulefinder|plistlib|wave|_pyrepl|pydoc_data"
    r"|idlelib|ensurepip|wsgiref|xmlrpc|turtledemo|lib2to3|curses|dbm|tkinter|venv|pdb|pydoc|imaplib"
    r"|smtplib|poplib|ftplib|nntplib|telnetlib|turtle|mailbox|socketserver|http/server|http/cookiejar"
    r"|encodings/(big5|cp9|euc|gb|hz|iso2022|johab|mac_|shift|mbcs|oem|cp1[0-24-9]|cp[34578]|kz1048"
    r"|koi8|ptcp|tis|hp_|palmos)\w*)(\.py|/|$)"
)
"""What of the standard library a page has no use for; it would not fit into 15 MB either."""

File = tuple[str, bytes]


def compiled(source: bytes, name: str) -> bytes:
    """The ``.pyc`` of a module."""
    code = compile(source, name, "exec", dont_inherit=True)
    flags = (0b01).to_bytes(4, "little")  # by a hash that nobody checks
    return importlib.util.MAGIC_NUMBER + flags + bytes(8) + marshal.dumps(code)


def entries(path: str) -> Iterator[File]:
    archive = zipfile.ZipFile(path)
    for name in sorted(archive.namelist()):
        if not name.endswith("/"):
            yield name, archive.read(name)


def library() -> list[File]:
    """The standard library as it is, without what has no use."""
    return [(name, data) for name, data in entries("/stdlib.zip") if not NO_USE.match(name)]


def package() -> list[File]:
    """What of flinksim is to be there, and the pages' own Python; compiled, but for lessons, which show
    their source.
    """
    own = [(name, Path("/", name).read_bytes()) for name in ("playground.py", "cells.py")]
    return [
        (f"{name}c", compiled(data, OURS + name))
        if name.endswith(".py") and not name.startswith("flinksim/course/lessons/")
        else (name, data)
        for name, data in [*entries("/sources.zip"), *own]
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
    """What a Python is started with, all compiled: it starts with less rubbish in its memory."""
    fast = (
        (f"{name}c", compiled(data, THEIRS + name)) if name.endswith(".py") else (name, data)
        for name, data in library()
    )
    write_zip("/compiled.zip", fast)
    write_tar("/all.tar", package())


def write_rest(loaded: str) -> None:
    """What is not in that Python's memory, whose modules came from the files *loaded*; and what Pyodide
    itself looks for.
    """
    there = set(loaded.split("\n"))
    write_zip(
        "/rest.zip",
        (
            (name, data)
            for name, data in library()
            if "pyodide" in name or f"{THEIRS}{name}c" not in there
        ),
    )
    write_tar(
        "/rest.tar",
        (
            (name, data)
            for name, data in package()
            if OURS + name not in there or name.endswith(".py")
        ),
    )
