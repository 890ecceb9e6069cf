"""PyFlink: ``pyflink.datastream.connectors.file_system``, for text files.

Bulk formats, buckets, compaction and rolling policies are not modelled.
"""

from __future__ import annotations

from typing import Any

from flinksim.connectors import sinks
from flinksim.connectors.printing import format_value
from flinksim.connectors.text_files import TextFileSource

__all__ = ["FileSink", "FileSource", "FileSourceBuilder", "OutputFileConfig", "StreamFormat"]


class StreamFormat:
    """How a file's bytes become records; only lines of text."""

    def __init__(self, charset: str) -> None:
        self.charset = charset

    @staticmethod
    def text_line_format(charset_name: str = "UTF-8") -> StreamFormat:
        """One record for each line."""
        return StreamFormat(charset_name)


class FileSource:
    """Begins the building of a source of files; see :class:`flinksim.connectors.TextFileSource`."""

    @staticmethod
    def for_record_stream_format(stream_format: StreamFormat, *paths: str) -> FileSourceBuilder:
        """A source that reads *paths*, files or folders."""
        return FileSourceBuilder(stream_format, paths)


class FileSourceBuilder:
    """Builds a source of files."""

    def __init__(self, stream_format: StreamFormat, paths: tuple[str, ...]) -> None:
        self._format = stream_format
        self._paths = paths

    def process_static_file_set(self) -> FileSourceBuilder:
        """Read the files that are there, and end: what the source does anyway."""
        return self

    def monitor_continuously(self, discovery_interval: Any) -> FileSourceBuilder:
        """Refused: a run is a function of its input, so the input cannot grow."""
        raise NotImplementedError(
            "flinksim reads the files that are there when a run begins and cannot watch a folder; "
            "leave monitor_continuously() out"
        )

    def build(self) -> TextFileSource:
        """The source, for ``env.from_source``."""
        return TextFileSource(*self._paths, charset=self._format.charset)


class OutputFileConfig:
    """What stands before and after the number in the names of part files."""

    def __init__(self, part_prefix: str = "part", part_suffix: str = "") -> None:
        self.part_prefix = part_prefix
        self.part_suffix = part_suffix

    def get_part_prefix(self) -> str:
        return self.part_prefix

    def get_part_suffix(self) -> str:
        return self.part_suffix

    @staticmethod
    def builder() -> OutputFileConfig.OutputFileConfigBuilder:
        """Begins the building."""
        return OutputFileConfig.OutputFileConfigBuilder()

    class OutputFileConfigBuilder:
        """Builds an :class:`OutputFileConfig`."""

        def __init__(self) -> None:
            self._part_prefix = "part"
            self._part_suffix = ""

        def with_part_prefix(self, prefix: str) -> OutputFileConfig.OutputFileConfigBuilder:
            self._part_prefix = prefix
            return self

        def with_part_suffix(self, suffix: str) -> OutputFileConfig.OutputFileConfigBuilder:
            self._part_suffix = suffix
            return self

        def build(self) -> OutputFileConfig:
            return OutputFileConfig(self._part_prefix, self._part_suffix)


class FileSink:
    """Begins the building of a sink of files; see :class:`flinksim.connectors.FileSink`."""

    @staticmethod
    def for_row_format(base_path: str, encoder: Any = None) -> FileSink.RowFormatBuilder:
        """A sink that writes one line for each value into the folder *base_path*.

        *encoder* may have a method ``encode(value) -> str``; without it values are written as Java
        writes them, which is what PyFlink's ``Encoder.simple_string_encoder()`` stands for.
        """
        return FileSink.RowFormatBuilder(base_path, encoder)

    class RowFormatBuilder:
        """Builds a sink of files."""

        def __init__(self, base_path: str, encoder: Any) -> None:
            self._base_path = base_path
            self._encode = getattr(encoder, "encode", format_value)
            self._names = OutputFileConfig()

        def with_output_file_config(
            self, output_file_config: OutputFileConfig
        ) -> FileSink.RowFormatBuilder:
            self._names = output_file_config
            return self

        def build(self) -> sinks.FileSink:
            """The sink, for ``stream.sink_to``."""
            return sinks.FileSink(
                self._base_path,
                part_prefix=self._names.part_prefix,
                part_suffix=self._names.part_suffix,
                encode=self._encode,
            )
