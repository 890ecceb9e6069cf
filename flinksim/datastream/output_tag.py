"""The name and type of a side output."""

from __future__ import annotations

from typing import Any

from flinksim.common.typeinfo import RowTypeInfo, TypeInformation, Types
from flinksim.core.pyflink_errors import raise_or_warn
from flinksim.core.unsupported_api import as_java_object

__all__ = ["OutputTag"]


class OutputTag:
    """The name of a side output; a function emits to it with ``yield tag, value``.

    Without a type the values are pickled; a list of types means a row of them.

    Flink: ``org.apache.flink.util.OutputTag``.
    Errors: ``ValueError`` for an empty name, ``TypeError`` for a name or type of a wrong class.
    """

    __slots__ = ("tag_id", "type_info")

    get_java_output_tag = as_java_object

    def __init__(self, tag_id: str, type_info: TypeInformation | list[Any] | None = None) -> None:
        if not tag_id:
            raise ValueError("OutputTag tag_id cannot be None or empty string")
        if not isinstance(tag_id, str):
            raise_or_warn(
                TypeError(f"OutputTag(tag_id): expected a name such as 'late', found {tag_id!r}.")
            )
        self.tag_id = tag_id
        if type_info is None:
            self.type_info: TypeInformation = Types.PICKLED_BYTE_ARRAY()
        elif isinstance(type_info, list):
            self.type_info = RowTypeInfo(type_info)
        elif isinstance(type_info, TypeInformation):
            self.type_info = type_info
        else:
            raise TypeError(
                "OutputTag type_info must be None, list or TypeInformation, "
                f"not {type(type_info).__name__}"
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OutputTag) and other.tag_id == self.tag_id

    def __hash__(self) -> int:
        return self.tag_id.__hash__()

    def __repr__(self) -> str:
        return f"OutputTag({self.tag_id!r})"
