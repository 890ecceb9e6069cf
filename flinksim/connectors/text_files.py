"""A source of lines of text files.

Flink: ``FileSource`` with ``TextLineInputFormat``.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from flinksim.common.typeinfo import TypeInformation
from flinksim.connectors.collection_sources import CollectionSource
from flinksim.connectors.source import Source, SourceItem, SourceRecord
from flinksim.core.atomic_files import check_readable
from flinksim.core.validation import validate_arguments

_DECOMPRESSORS: dict[str, Callable[..., Any]] = {
    ".gz": gzip.open,
    ".gzip": gzip.open,
    ".bz2": bz2.open,
    ".xz": lzma.open,
}


class TextFileSource(Source):
    r"""The lines of files, one split for each file.

    A line ends with ``\n``, ``\r`` or ``\r\n``. A folder means all files in and below it, in the
    order of their paths; names that start with a dot or an underscore are ignored. Files that end
    in ``.gz``, ``.bz2`` or ``.xz`` are decompressed.

    Flink: ``FileSource.forRecordStreamFormat(new TextLineInputFormat(charset), paths)``.
    Differs: a large file is not divided into several splits.

    Args:
        paths: files and folders.
        charset: the encoding of the files.
        reader: yields the records of an open file; by default its lines.
        binary_reader: yields the records of a file that is open in binary mode.
        produced_type: the type of the records.
        waits_for_input: whether the source waits for more files after the existing ones.

    Raises:
        FileNotFoundError: when a path does not exist.
    """

    @validate_arguments
    def __init__(
        self,
        *paths: str | Path,
        charset: str = "utf-8",
        reader: Callable[[TextIO], Iterable[Any]] | None = None,
        produced_type: TypeInformation | None = None,
        waits_for_input: bool = False,
        binary_reader: Callable[[BinaryIO], Iterable[Any]] | None = None,
    ) -> None:
        self.binary_reader = binary_reader
        self.waits_for_input = waits_for_input
        self.bounded = not waits_for_input
        if not paths:
            raise ValueError("expected at least one path")
        self.reader = reader or _read_lines
        self.produced_type = produced_type
        self.paths = tuple(to_local_path(path) for path in paths)
        self.charset = charset

    def splits(self, parallelism: int) -> Sequence[str]:
        return [str(file) for path in self.paths for file in _list_files(path)]

    def open_split(self, split: str) -> Iterator[SourceItem]:
        open_file = _DECOMPRESSORS.get(Path(split).suffix, open)
        if self.binary_reader is not None:
            with open_file(split, "rb") as binary:
                for record in self.binary_reader(binary):
                    yield SourceRecord(record)
            return
        stream: TextIO = open_file(split, "rt", encoding=self.charset, newline=None)
        with closing(stream):
            for record in self.reader(stream):
                yield SourceRecord(record)


class TextLinesSource(CollectionSource):
    """The lines of one file, read when a run starts. Flink: ``FileReadFunction`` of Flink 1.x."""

    def __init__(self, path: str, charset: str) -> None:
        self.path = to_local_path(path)
        self.charset = charset
        self.problem = ""
        self._is_immutable = True
        self._lines: tuple[str, ...] | None = None

    @property
    def values(self) -> tuple[str, ...]:  # type: ignore[override]
        """The lines.

        Raises:
            FileNotFoundError: If the file cannot be read.
            ValueError: If it is not text in the charset.
        """
        if self._lines is None:
            check_readable(self.path, "a file of text")
            try:
                self._lines = tuple(self.path.read_text(encoding=self.charset).splitlines())
            except UnicodeError as error:
                raise ValueError(
                    f"read_text_file(file_path): {self.path} is not text in {self.charset}: {error}"
                ) from None
            except OSError as error:
                raise FileNotFoundError(
                    f"read_text_file(file_path): {self.path} cannot be read: {error.strerror}."
                ) from error
        return self._lines


def to_local_path(path: str | Path) -> Path:
    """Return the path of a local file that is written as an address, such as ``file:///tmp/a``."""
    text = str(path)
    return Path(text[5:].replace("//", "/", 1)) if text.startswith("file:") else Path(text)


def _read_lines(stream: TextIO) -> Iterator[str]:
    return (line.removesuffix("\n") for line in stream)


def _list_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise FileNotFoundError(
            f"file source: {path} not found (current folder: {Path.cwd()}). To read another file: "
            f"--source {path}=FILE. To generate lines: --sample 200."
        )
    found = [file for file in path.rglob("*") if file.is_file()]
    return sorted(file for file in found if not _is_hidden(file.relative_to(path)))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "_")) for part in path.parts)
