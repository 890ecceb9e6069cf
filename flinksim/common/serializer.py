"""Serializers, which users may implement."""

from __future__ import annotations

from abc import ABC, abstractmethod
from io import BytesIO
from typing import Generic, TypeVar

T = TypeVar("T")

__all__ = ["TypeSerializer"]


class TypeSerializer(ABC, Generic[T]):
    """Serializes a value to bytes and back.

    Flink: ``org.apache.flink.api.common.typeutils.TypeSerializer``.
    """

    @abstractmethod
    def serialize(self, element: T, stream: BytesIO) -> None:
        """Write *element* to *stream*."""

    @abstractmethod
    def deserialize(self, stream: BytesIO) -> T:
        """Read one element from *stream*."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


void = b""
"""The namespace of state that belongs to no window."""


class VoidNamespaceSerializer(TypeSerializer[bytes]):
    """Serializes :data:`void` to nothing."""

    def serialize(self, element: bytes, stream: BytesIO) -> None:
        pass

    def deserialize(self, stream: BytesIO) -> bytes:
        return void
