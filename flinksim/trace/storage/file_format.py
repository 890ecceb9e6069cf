"""Constants of trace files; :mod:`flinksim.trace.storage.codec` documents the format."""

from __future__ import annotations

import struct

MAGIC = b"flnktrc\n"
VERSION = 2
SUFFIX = ".flinktrace"

PRELUDE = struct.Struct("<8sII")
CHUNK_HEADER = struct.Struct("<IIQQ")
