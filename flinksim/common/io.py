"""Input formats."""

from __future__ import annotations

from typing import Any

from flinksim.core.unsupported_api import as_java_object

__all__ = ["InputFormat"]


class InputFormat:
    """Reads files, for ``env.create_input``; ``AvroInputFormat`` is the one that PyFlink has.

    Flink: ``org.apache.flink.api.common.io.InputFormat``.
    """

    get_java_object = as_java_object

    def __init__(self, input_format: Any = None) -> None:
        self.input_format = input_format

    def create_source(self) -> Any:
        """Create the source that reads the files. Not in PyFlink."""
        raise NotImplementedError(
            "create_input: an input format of one's own is a class of Java. Use "
            "from_source(source, watermark_strategy, name) or from_collection(values)."
        )
