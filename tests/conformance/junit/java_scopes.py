"""Names of a Java class while it is translated."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from javalang import tree

RESERVED = ("print", "self", "list", "str", "int")
NUMBERS = ("int", "long", "short", "byte", "double", "float")


def to_identifier(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) or name in RESERVED else name


def get_type_name(java_type: Any, qualified: bool = False) -> str:
    """The name of a Java type: of an inner class alone, or ``Outer.Inner``."""
    names = [java_type.name]
    while getattr(java_type, "sub_type", None):
        java_type = java_type.sub_type
        names.append(java_type.name)
    return ".".join(names[-2:]) if qualified else names[-1]


def get_default(java_type: Any) -> str:
    """The value of a field without an initializer."""
    if java_type.dimensions:
        return "None"
    if java_type.name in NUMBERS:
        return "0"
    return "False" if java_type.name == "boolean" else "None"


@dataclass
class Scope:
    """Local names of a block."""

    parent: Scope | None = None
    names: set[str] = field(default_factory=set)

    def has(self, name: str) -> bool:
        return name in self.names or (self.parent is not None and self.parent.has(name))


@dataclass
class ClassNames:
    """The members of a class, and how its methods call the instance."""

    name: str
    outer: ClassNames | None
    self_name: str
    methods: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    static_fields: set[str] = field(default_factory=set)

    @classmethod
    def collect(
        cls, name: str, body: list[Any], outer: ClassNames | None, self_name: str
    ) -> ClassNames:
        names = cls(name, outer, self_name)
        for member in body:
            if isinstance(member, tree.MethodDeclaration):
                names.methods.add(member.name)
            if isinstance(member, tree.FieldDeclaration):
                declared = {declarator.name for declarator in member.declarators}
                names.fields |= declared
                if "static" in member.modifiers:
                    names.static_fields |= declared
        return names


class SourceWriter:
    """Lines of Python, and the names that are known where the next one is written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.problems: list[str] = []
        self.scope = Scope()
        self.cls: ClassNames | None = None
        self._indent = 0
        self._fresh = 0

    def write(self, line: str) -> None:
        self.lines.append("    " * self._indent + line)

    def create_name(self, prefix: str = "_t") -> str:
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    @contextmanager
    def indent(self) -> Iterator[None]:
        self._indent += 1
        try:
            yield
        finally:
            self._indent -= 1

    @contextmanager
    def nested_scope(self) -> Iterator[None]:
        before, self.scope = self.scope, Scope(self.scope)
        try:
            yield
        finally:
            self.scope = before

    @property
    def self_name(self) -> str:
        return self.cls.self_name if self.cls is not None else "None"

    def find_owner(self, name: str, kind: str) -> ClassNames | None:
        """The innermost class around that has the member *name*."""
        owner = self.cls
        while owner is not None and name not in getattr(owner, kind):
            owner = owner.outer
        return owner

    def refer_to(self, owner: ClassNames) -> str:
        """The instance of *owner*: a name in reach, or the instance that runs, for a flat class."""
        inner = self.cls
        while inner is not owner:
            if inner is None or inner.self_name == "self":
                return f"java_.find_outer({owner.name})"
            inner = inner.outer
        return owner.self_name
