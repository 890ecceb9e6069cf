"""Schemas and encoders that convert values to bytes for sources and sinks."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from typing import Any

from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.core.safe_repr import format_repr
from flinksim.core.unsupported_api import as_java_object
from flinksim.core.validation import validate_arguments

__all__ = [
    "BulkWriterFactory",
    "ByteArraySchema",
    "DeserializationSchema",
    "Encoder",
    "RowFieldExtractorSchema",
    "SerializationSchema",
    "SimpleStringSchema",
]


class SerializationSchema:
    """Converts values to bytes.

    Flink: ``org.apache.flink.api.common.serialization.SerializationSchema``.
    """

    _j_serialization_schema = property(as_java_object)

    def serialize(self, element: Any) -> bytes:
        """Serialize *element*. Not in PyFlink, where Java does it."""
        raise NotImplementedError(f"{type(self).__name__} does not support serialization")


class DeserializationSchema:
    """Converts bytes to values.

    Flink: ``org.apache.flink.api.common.serialization.DeserializationSchema``.
    """

    _j_deserialization_schema = property(as_java_object)

    def deserialize(self, message: bytes) -> Any:
        """Deserialize *message*. Not in PyFlink, where Java does it."""
        raise NotImplementedError(f"{type(self).__name__} does not support deserialization")


def check_charset(charset: str, context: str) -> None:
    """Check that *charset* exists, as Java does.

    Args:
        charset: name of the charset.
        context: the argument, for the message.

    Raises:
        LookupError: if there is no such charset; the message names *context*.
    """
    try:
        codecs.lookup(charset)
    except (LookupError, ValueError):
        raise LookupError(
            f"{context}: unknown charset {format_repr(charset, 60)}. The usual charset is 'UTF-8'"
        ) from None


class SimpleStringSchema(SerializationSchema, DeserializationSchema):
    """Text in a charset."""

    @validate_arguments
    def __init__(self, charset: str = "UTF-8") -> None:
        check_charset(charset, "SimpleStringSchema(charset)")
        self._charset = charset

    def get_produced_type(self) -> TypeInformation:
        """Return the type of the values."""
        return Types.STRING()

    def serialize(self, element: Any) -> bytes:
        return str(element).encode(self._charset)

    def deserialize(self, message: bytes) -> str:
        return message.decode(self._charset)


class ByteArraySchema(SerializationSchema, DeserializationSchema):
    """Bytes, unchanged."""

    def get_produced_type(self) -> TypeInformation:
        """Return the type of the values."""
        return Types.PRIMITIVE_ARRAY(Types.BYTE())

    def serialize(self, element: Any) -> bytes:
        return bytes(element)

    def deserialize(self, message: bytes) -> bytes:
        return message


class RowFieldExtractorSchema(SerializationSchema):
    """One field of a row, as bytes."""

    def __init__(self, field_index: int) -> None:
        if field_index < 0:
            raise ValueError(f"Field index must be non-negative, got: {field_index}")
        self._field_index = field_index

    def serialize(self, element: Any) -> bytes:
        field = element[self._field_index]
        return field if isinstance(field, bytes) else str(field).encode()


class Encoder:
    """Encodes one value for a file sink."""

    @validate_arguments
    def __init__(self, charset_name: str = "UTF-8") -> None:
        self._charset = charset_name

    @staticmethod
    @validate_arguments
    def simple_string_encoder(charset_name: str = "UTF-8") -> Encoder:
        """Return an encoder that writes each value as one line of text."""
        return Encoder(charset_name)

    def encode(self, element: Any) -> bytes:
        """Encode *element* as one line. Not in PyFlink, where Java does it."""
        return f"{element}\n".encode(self._charset)


class BulkWriterFactory:
    """Creates the writers of whole files, for ``FileSink.for_bulk_format``."""

    get_java_object = as_java_object

    def __init__(self, encode_file: Callable[[Sequence[Any]], bytes] | None = None) -> None:
        self._encode_file = encode_file

    def encode_file(self, values: Sequence[Any]) -> bytes:
        """Return the content of a file with *values*. Not in PyFlink, where Java writes it."""
        if self._encode_file is None:
            raise NotImplementedError("a bulk writer of one's own is a class of Java")
        return self._encode_file(values)


class RowDataBulkWriterFactory(BulkWriterFactory):
    """Creates writers of rows."""

    def __init__(self, encode_file: Callable[[Sequence[Any]], bytes], row_type: Any) -> None:
        super().__init__(encode_file)
        self._row_type = row_type

    def get_row_type(self) -> Any:
        """Return the type of the rows."""
        return self._row_type
