"""Input formats."""

from __future__ import annotations

from typing import Any

from flinksim.core.unsupported_api import as_java_object

__all__ = ["InputFormat"]


class InputFormat:
    """A placeholder for a Java input format, which flinksim does not support.

    Flink: ``org.apache.flink.api.common.io.InputFormat``.
    """

    get_java_object = as_java_object

    def __init__(self, input_format: Any = None) -> None:
        self.input_format = input_format
