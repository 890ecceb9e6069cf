"""The state classes as data: the type of each attribute, read from the annotations.

Not in Flink.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, TypeAlias

AttributeContainer: TypeAlias = Literal["one", "list", "map", "composite"]
"""How a state attribute holds values: one value, a list, or a map with a simple or composite key."""

_MAP = re.compile(r"dict\[(\w+), (.+)\]")
_LIST = re.compile(r"list\[(.+)\]")


@dataclass(frozen=True, slots=True)
class AttributeShape:
    """One attribute of a state class.

    ``type`` is the type of the value itself, of the elements of a list, or of the values of a map.
    ``default`` is the initial value. ``key_type`` names the key of a map, ``key_parts`` (name and
    type) the parts of a composite key.
    """

    name: str
    container: AttributeContainer
    type: str
    default: Any
    key_type: str = ""
    key_parts: tuple[tuple[str, str], ...] = ()

    @property
    def list_type(self) -> str | None:
        """Element type if the values of a map are lists, or ``None``."""
        found = _LIST.fullmatch(self.type)
        return found[1] if found else None


@dataclass(frozen=True, slots=True)
class ClassShape:
    """The attributes of one class of the job state, with their types."""

    name: str
    doc: str
    attributes: tuple[AttributeShape, ...]

    def get_attribute(self, name: str) -> AttributeShape:
        """Return the attribute called *name*.

        Raises:
            TypeError: It does not exist. The message lists those that do.
        """
        for attribute in self.attributes:
            if attribute.name == name:
                return attribute
        known = ", ".join(attribute.name for attribute in self.attributes)
        raise TypeError(
            f"{self.name} has no attribute {name!r}. Attributes that an effect can change: {known}"
        )


def read_class_shapes(namespace: Mapping[str, Any]) -> dict[str, ClassShape]:
    """Read the state classes of a module by name, each after the classes of its parts.

    State classes are the dataclasses whose name ends with "View".
    """
    parts = namespace["KEY_PARTS"]
    return {
        name: ClassShape(name, cls.__doc__ or "", tuple(_read_attributes(cls, parts)))
        for name, cls in namespace.items()
        if name.endswith("View") and is_dataclass(cls)
    }


def _read_attributes(
    cls: Any, key_parts: Mapping[str, tuple[tuple[str, str], ...]]
) -> list[AttributeShape]:
    found = []
    for field in fields(cls):
        annotation = str(field.type)
        if of_map := _MAP.fullmatch(annotation):
            key, value = of_map.groups()
            holding: AttributeContainer = "composite" if key in key_parts else "map"
            found.append(
                AttributeShape(field.name, holding, value, None, key, key_parts.get(key, ()))
            )
        elif of_list := _LIST.fullmatch(annotation):
            found.append(AttributeShape(field.name, "list", of_list[1], None))
        else:
            found.append(AttributeShape(field.name, "one", annotation, field.default))
    return found
