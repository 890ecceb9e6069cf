"""What writing and reading a trace file have in common; the format is told in the codec."""

from __future__ import annotations

import struct

MAGIC = b"flnktrc\n"
VERSION = 2
SUFFIX = ".flinktrace"

PRELUDE = struct.Struct("<8sII")
CHUNK = struct.Struct("<IIQQ")
