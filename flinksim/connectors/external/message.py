"""A message of an external system, and its form as a line of JSON.

The form is that of ``kcat -J``: ``topic``, ``partition``, ``offset``, ``ts``, ``key``, ``payload``.
Bytes that are not UTF-8 are written in base64, as ``key_base64`` and ``payload_base64``.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any

from flinksim.common.types import Row


@dataclass(frozen=True, slots=True)
class ExternalMessage:
    """One message.

    ``timestamp`` is that of the external system, in ms; ``None`` if it has none. ``arrival_ms`` is
    the processing time from which it can be read. ``location`` is the file and line that it is from.
    """

    value: bytes | None
    key: bytes | None = None
    topic: str = ""
    partition: int = 0
    offset: int = 0
    timestamp: int | None = None
    arrival_ms: int | None = None
    location: str = ""


def format_message(message: ExternalMessage, **extra: Any) -> str:
    """Format *message* as a line of JSON, with *extra* fields at its end."""
    content: dict[str, Any] = {
        "topic": message.topic,
        "partition": message.partition,
        "offset": message.offset,
        "ts": message.timestamp,
        **_encode("key", message.key),
        **_encode("payload", message.value),
        **extra,
    }
    return json.dumps(content, ensure_ascii=False)


def decode_field(content: dict[str, Any], name: str) -> bytes | None:
    """Return the bytes of the field *name* of a message in JSON."""
    if f"{name}_base64" in content:
        return base64.b64decode(content[f"{name}_base64"])
    return encode_value(content.get(name))


def encode_value(value: Any) -> bytes | None:
    """Return the bytes of a value: text as UTF-8, other values as JSON."""
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode()
    return json.dumps(value, ensure_ascii=False, default=str).encode()


def convert_to_plain(value: Any) -> Any:
    """Convert a value of a program, such as a row, to what JSON can express."""
    if isinstance(value, Row):
        names = getattr(value, "_fields", None)
        content = [convert_to_plain(each) for each in value]
        return dict(zip(names, content, strict=True)) if names else content
    if isinstance(value, dict):
        return {str(key): convert_to_plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [convert_to_plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _encode(name: str, value: bytes | None) -> dict[str, str | None]:
    if value is None:
        return {name: None}
    try:
        return {name: value.decode()}
    except UnicodeDecodeError:
        return {f"{name}_base64": base64.b64encode(value).decode("ascii")}
