"""A run and its forks in one file, to be shown and compared without the program.

Not in Flink.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from flinksim.core.atomic_files import FileError, StrPath, check_readable, write_file
from flinksim.core.validation import validate_arguments
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import decode, encode, find_chunk_problem
from flinksim.trace.storage.columns import TraceFileError
from flinksim.viz.compare_view import SideBySideView, compare_side_by_side

FORMAT = "flinksim runs 1"
_INDEX_FILE = "runs.json"


class RunTreeError(ValueError):
    """The file contains no valid tree of runs."""


@dataclass(frozen=True, slots=True)
class RunTree:
    """A run and its forks: runs that repeat its first steps and then differ.

    ``fork_step`` is the step at which this run was itself forked from another one.
    """

    name: str
    trace: Trace
    status: str
    fork_step: int
    forks: tuple[RunTree, ...] = ()

    def __iter__(self) -> Iterator[RunTree]:
        yield self
        for fork in self.forks:
            yield from fork

    @validate_arguments
    def __getitem__(self, name: str) -> RunTree:
        found = [one for one in self if one.name == name]
        if len(found) == 1:
            return found[0]
        if found:
            raise KeyError(f"{len(found)} runs have the name {name!r}. Give each fork its own name")
        known = ", ".join(repr(one.name) for one in self)
        raise KeyError(f"there is no run with the name {name!r}. Available: {known}")

    @validate_arguments
    def compare_side_by_side(self, left: str, right: str) -> SideBySideView:
        """Compare two of the runs by name, side by side (:func:`flinksim.compare_side_by_side`).

        Raises:
            KeyError: No run has this name.
        """
        return compare_side_by_side(self[left].trace, self[right].trace, (left, right))

    @validate_arguments
    def save(self, path: StrPath) -> Path:
        """Write all runs to one file; return its path.

        Raises:
            FileError: The file cannot be written.
        """
        buffer = BytesIO()
        with ZipFile(buffer, "w") as file:
            runs = list(self)
            for number, run in enumerate(runs):
                # the entry keeps its default date of 1980, so that equal runs give equal files
                file.writestr(ZipInfo(f"{number}.flinktrace"), encode(run.trace))
            index = {"format": FORMAT, "tree": _build_index(self, iter(range(len(runs))))}
            file.writestr(ZipInfo(_INDEX_FILE), json.dumps(index))
        return write_file(path, buffer.getvalue())

    def __repr__(self) -> str:
        lines = [f"{self.name}: {self.status}, {len(self.trace)} steps"]
        for fork in self.forks:
            lines += [f"  {line}" for line in repr(fork).splitlines()]
        return "\n".join(lines)


def _build_index(run: RunTree, numbers: Iterator[int]) -> dict[str, Any]:
    return {
        "trace": next(numbers), "name": run.name, "status": run.status, "at": run.fork_step,
        "forks": [_build_index(fork, numbers) for fork in run.forks],
    }  # fmt: skip


@validate_arguments
def read_runs(path: StrPath) -> RunTree:
    """Read the file that :meth:`RunTree.save` wrote.

    Raises:
        FileError: The file cannot be read.
        RunTreeError: The file is something else or damaged.
    """
    check_readable(path, "a file of runs")
    try:
        with ZipFile(Path(path)) as file:
            if any(info.compress_type != ZIP_STORED for info in file.infolist()):
                raise RunTreeError(
                    f"{path}: expected a file written by sim.tree().save(), whose parts are not compressed"
                )
            index = json.loads(file.read(_INDEX_FILE))
            if index["format"] != FORMAT:
                raise RunTreeError(f"{path}: expected {FORMAT!r}, found {index['format']!r}")
            return _read_tree(index["tree"], file, str(path), set())
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror or error}") from None
    except (RunTreeError, TraceFileError):
        raise
    except (
        ArithmeticError, BadZipFile, EOFError, LookupError, NotImplementedError, RuntimeError,
        TypeError, ValueError, zlib.error,
    ) as error:  # fmt: skip
        raise RunTreeError(
            f"{path}: expected a file written by sim.tree().save(), found other content ({error})"
        ) from None


def _read_tree(entry: dict[str, Any], file: ZipFile, path: str, known: set[int]) -> RunTree:
    number = int(entry["trace"])
    if number in known:
        raise RunTreeError(f"{path}: two of its runs have the trace {number}")
    known.add(number)
    source = f"{path}, {entry['name']}"
    trace = decode(file.read(f"{number}.flinktrace"), source, find_chunk_problem)
    forks = tuple(_read_tree(fork, file, path, known) for fork in entry["forks"])
    return RunTree(str(entry["name"]), trace, str(entry["status"]), int(entry["at"]), forks)
