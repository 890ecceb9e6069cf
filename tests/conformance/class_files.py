"""Class files read with nothing but Python: names, supertypes, members, what is deprecated, texts."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

_INTERFACE, _ABSTRACT, _ENUM, _SYNTHETIC, _PRIVATE = 0x0200, 0x0400, 0x4000, 0x1000, 0x0002
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4}
_SIZES |= {19: 2, 20: 2}


@dataclass(slots=True)
class ClassFile:
    """What a class says of itself; names have dots, nested classes a ``$``."""

    name: str
    kind: str
    supertypes: list[str]
    deprecated: bool
    members: dict[str, bool] = field(default_factory=dict)  # name: whether it is deprecated
    texts: list[str] = field(default_factory=list)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return values

    def one(self, form: str) -> int:
        return self.take(form)[0]


def read_class(data: bytes) -> ClassFile:
    """A class file's own words.

    Raises:
        ValueError: *data* is no class file.
    """
    reader = _Reader(data)
    if reader.one(">I") != 0xCAFEBABE:
        raise ValueError("not a class file: it does not begin with CAFEBABE")
    reader.take(">HH")
    texts, names, strings = _constants(reader)
    access, this, parent = reader.take(">HHH")
    interfaces = [reader.one(">H") for _ in range(reader.one(">H"))]

    def name_of(index: int) -> str:
        return texts[names[index]].replace("/", ".")

    members: dict[str, bool] = {}
    for _ in range(2):  # fields, then methods
        for _ in range(reader.one(">H")):
            flags, name, _descriptor = reader.take(">HHH")
            deprecated = _is_deprecated(reader, texts)
            if not flags & _SYNTHETIC and texts[name][0] not in "<$":
                members[texts[name]] = members.get(texts[name], True) and deprecated
    kind = "interface" if access & _INTERFACE else "enum" if access & _ENUM else "class"
    if kind == "class" and access & _ABSTRACT:
        kind = "abstract class"
    supers = [name_of(parent)] if parent and kind != "interface" else []
    supers += [name_of(index) for index in interfaces]
    return ClassFile(
        name_of(this),
        kind,
        [name for name in supers if name != "java.lang.Object"],
        _is_deprecated(reader, texts),
        members,
        [texts[index] for index in strings],
    )


def _constants(reader: _Reader) -> tuple[dict[int, str], dict[int, int], list[int]]:
    texts: dict[int, str] = {}
    names: dict[int, int] = {}
    strings: list[int] = []
    count, index = reader.one(">H"), 1
    while index < count:
        tag = reader.one(">B")
        if tag == 1:
            length = reader.one(">H")
            texts[index] = reader.data[reader.at : reader.at + length].decode("utf-8", "replace")
            reader.at += length
        elif tag == 7:
            names[index] = reader.one(">H")
        elif tag == 8:
            strings.append(reader.one(">H"))
        else:
            reader.at += _SIZES[tag]
        index += 2 if tag in (5, 6) else 1
    return texts, names, strings


def _is_deprecated(reader: _Reader, texts: dict[int, str]) -> bool:
    deprecated = False
    for _ in range(reader.one(">H")):
        name, length = reader.take(">HI")
        deprecated = deprecated or texts[name] == "Deprecated"
        reader.at += length
    return deprecated
