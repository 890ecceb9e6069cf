"""One binding: the name of a source or sink, and its file.

The text form is ``NAME=FILE OPTION=VALUE ...``. A file ``flinksim.toml`` beside the program has the
tables ``[sources]`` and ``[sinks]`` with the same texts.
"""

from __future__ import annotations

import os
import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from flinksim.connectors.external.external_source import PartitionFacts, SourceMode
from flinksim.connectors.external.recording_files import UNITS_PER_MS, RecordingOptions
from flinksim.core.binding_errors import BindingError

_FACTS = ("appears", "committed")
_LOG_OPTIONS = ("split", "order", "arrival", "event_time", "zone", "names", "value")
"""Options of ``flinksim log`` that make a file a log; its messages have the times of its columns."""
SETTINGS_FILE = "flinksim.toml"

MAX_SETTINGS_BYTES = 16_384
"""Maximum size of a settings file in bytes."""


@dataclass(frozen=True, slots=True)
class SourceBinding:
    """A file for a source. *text* is what follows the name, with the options of the file."""

    name: str
    text: str

    @property
    def argument(self) -> str:
        """The binding as an option of the command line."""
        return f"--source {self.name}={self.text}" if self.name else f"--source {self.text}"

    @property
    def location(self) -> str:
        """The file, folder or pattern."""
        return _split_text(self.text)[0]

    @property
    def recording(self) -> str:
        """The file and its options, for a job that starts after this one."""
        location, words = _split_text(self.text)
        kept = [word for word in words if word.partition("=")[0] not in _FACTS]
        return shlex.join([location, *kept]) if kept else location

    @property
    def log_text(self) -> str | None:
        """The file with the options of ``flinksim log``, or ``None`` if none of them is given."""
        location, words = _split_text(self.text)
        names = {word.partition("=")[0] for word in words}
        if not names & set(_LOG_OPTIONS):
            return None
        return shlex.join([location, *(each for each in words if _is_log_option(each))])

    def parse_options(self) -> tuple[RecordingOptions, SourceMode | None, PartitionFacts]:
        """Parse the options of a recording.

        Raises:
            BindingError: If there is no such option.
        """
        values: dict[str, str] = {}
        mode: SourceMode | None = None
        for word in _split_text(self.text)[1]:
            name, equals, value = word.partition("=")
            if word in ("bounded", "unbounded"):
                mode = "bounded" if word == "bounded" else "unbounded"
            elif name in ("timestamp", "key", "partition", "unit", *_FACTS) and equals and value:
                values[name] = value
            elif name in _LOG_OPTIONS and equals and value:
                continue
            else:
                raise BindingError(
                    f"{self.argument}: expected timestamp=FIELD, key=FIELD, "
                    "partition=FIELD, unit=s|ms|us|ns, committed=PARTITION:OFFSET,..., "
                    "appears=PARTITION,..., bounded, unbounded, value=raw, or another option that "
                    f"flinksim log FILE prints; found {word!r}"
                )
        if self.log_text is not None and {"timestamp", "partition"} & set(values):
            raise BindingError(
                f"{self.argument}: timestamp= and partition= name fields of a value. With the options of "
                "flinksim log, write event_time= and split= instead"
            )
        if values.get("unit", "ms") not in UNITS_PER_MS:
            raise BindingError(f"{self.argument}: unit is s, ms, us or ns")
        facts = PartitionFacts(
            frozenset(_split_list(values.pop("appears", ""))),
            self._parse_committed(values.pop("committed", "")),
        )
        return RecordingOptions(**values), mode, facts  # type: ignore[arg-type]

    def _parse_committed(self, text: str) -> dict[str, int]:
        offsets = {}
        for each in _split_list(text):
            partition, _, offset = each.rpartition(":")
            if not partition or not offset.isdigit():
                raise BindingError(
                    f"{self.argument}: committed= expects PARTITION:OFFSET, such as 0:5, found {each!r}"
                )
            offsets[partition] = int(offset)
        return offsets


@dataclass(frozen=True, slots=True)
class BindingSettings:
    """All bindings of a run.

    ``sample`` is the number of records to generate for each source without a file, 0 for none;
    ``like`` is a sample line for values whose form no type declares.
    """

    sources: tuple[SourceBinding, ...] = ()
    sinks: Mapping[str, str] = field(default_factory=dict)
    sample: int = 0
    like: str = ""
    seed: int = 0


def parse_source(text: str) -> SourceBinding:
    """Parse ``NAME=FILE ...``; without a name the file is for the only source."""
    name, equals, rest = text.partition("=")
    if not equals or " " in name or os.path.exists(text):
        return SourceBinding("", text)
    return SourceBinding(name, rest)


def read_settings_file(folder: Path) -> BindingSettings:
    """Read ``flinksim.toml`` in *folder*; empty settings if there is none.

    Raises:
        BindingError: If it is invalid.
    """
    path = folder / SETTINGS_FILE
    if not path.is_file():
        return BindingSettings()
    if path.stat().st_size > MAX_SETTINGS_BYTES:
        raise BindingError(f"{path} is larger than {MAX_SETTINGS_BYTES:,} bytes")
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BindingError(f"{path} is invalid: {error}") from None
    tables = {name: content.get(name, {}) for name in ("sources", "sinks")}
    for name, table in tables.items():
        if not isinstance(table, dict) or not all(isinstance(each, str) for each in table.values()):
            raise BindingError(f'{path}: expected [{name}] with lines such as topic = "file.jsonl"')
    try:
        sources = tuple(
            SourceBinding(name, _resolve(folder, text)) for name, text in tables["sources"].items()
        )
        sinks = {name: _resolve(folder, text) for name, text in tables["sinks"].items()}
    except ValueError as error:  # of a file's name: a quote that is not closed, or a null character
        raise BindingError(f"{path} is invalid: {error}") from None
    return BindingSettings(sources, sinks)


def _is_log_option(word: str) -> bool:
    return word.partition("=")[0] in (*_LOG_OPTIONS, "unit")


def _resolve(folder: Path, text: str) -> str:
    """Resolve the file of a binding against the folder of the settings file."""
    location, words = _split_text(text)
    return shlex.join([str(folder / location), *words]) if words else str(folder / location)


def _split_list(text: str) -> list[str]:
    return [each for each in text.split(",") if each]


def _split_text(text: str) -> tuple[str, list[str]]:
    if os.path.exists(text) or " " not in text:
        return text, []
    location, *words = shlex.split(text)
    return location, words
