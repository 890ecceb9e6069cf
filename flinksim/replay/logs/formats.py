"""Readers for files, data frames and lake tables with the rows of a log, as Arrow tables.

Files may be given as folders and URLs. A folder, or a pattern such as ``logs/*.csv.gz``, is the
sequence of its files in the order of their names. Names that begin with ``_`` or ``.`` are
skipped. The format follows from the file extension, or else from the first bytes.

Not in Flink.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq

from flinksim.connectors.event_log.line_reader import EventLogError
from flinksim.replay.logs.column_mapping import EMPTY_MAPPING, MappingError, propose_mapping
from flinksim.replay.logs.column_types import TEXT_COLUMN, flatten_structs
from flinksim.replay.logs.text_records import (
    convert_times,
    create_column_names,
    find_records_in_document,
    find_time_unit,
    flatten_telemetry,
    is_text_record,
    join_date_and_time,
    read_text_records,
    to_milliseconds,
)

TableReader: TypeAlias = Callable[[], Iterator[pa.Table]]

_FORMATS = {
    ".parquet": "Parquet", ".pq": "Parquet", ".csv": "CSV", ".tsv": "CSV", ".txt": "CSV",
    ".jsonl": "JSON lines", ".ndjson": "JSON lines", ".json": "JSON lines",
    ".arrow": "Arrow", ".feather": "Arrow", ".ipc": "Arrow",
}  # fmt: skip
_COMPRESSIONS = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2", ".lz4": "lz4"}
_FORMAT_MAGIC = ((b"PAR1", "Parquet"), (b"ARROW1", "Arrow"))
_COMPRESSION_MAGIC = ((b"\x1f\x8b", "gzip"), (b"\x28\xb5\x2f\xfd", "zstd"), (b"BZh", "bz2"))
_ROWS_PER_TABLE = 250_000
_HEAD_BYTES = 1 << 16
_DELIMITERS = ",;\t|"

MAX_INFLATION = 200
"""How many bytes a compressed byte of a log may decompress to, above :data:`MIN_INFLATION_LIMIT`."""

MIN_INFLATION_LIMIT = 1 << 28
"""Decompressed bytes that every compressed log may have."""


@dataclass(frozen=True)
class LogTables:
    """The rows of a log as Arrow tables with the columns of *schema*, which can be read repeatedly.

    ``name`` is the display name, ``kind`` the format. ``files`` are the files that are read: path,
    size in bytes and modification time in ns.
    """

    name: str
    kind: str
    schema: pa.Schema
    tables: TableReader
    files: tuple[tuple[str, int, int], ...] = ()


def open_tables(
    source: Any, names: Sequence[str] | None = None, *, with_text: bool = False
) -> LogTables:
    """Open the rows of *source*.

    Args:
        source: A path, pattern, URL, frame, table or list of rows.
        names: The columns of a CSV file without a header.
        with_text: Whether rows of text files have their text, as :data:`TEXT_COLUMN`.

    Raises:
        EventLogError: It does not exist or cannot be read.
        TypeError: It holds no rows.
    """
    if isinstance(source, str | Path):
        return _open_address(str(source), names, with_text)
    if hasattr(source, "toArrow") and hasattr(source, "sparkSession"):  # A Spark DataFrame.
        return _wrap_table("a Spark DataFrame", source.toArrow())
    if type(source).__module__.partition(".")[0] == "pandas":
        return _wrap_table("a pandas DataFrame", pa.Table.from_pandas(source, preserve_index=False))
    for method in ("to_pyarrow_table", "to_arrow"):  # Delta Lake; Polars and Iceberg scans.
        if hasattr(source, method):
            return _wrap_table(f"a {type(source).__name__}", getattr(source, method)())
    if hasattr(source, "__arrow_c_stream__") or isinstance(source, pa.RecordBatch):
        return _wrap_table(f"a {type(source).__name__}", pa.table(source))
    if isinstance(source, list | tuple) and source and all(isinstance(row, dict) for row in source):
        return _wrap_table("a list of rows", _build_table("the list", source))
    raise TypeError(
        "expected a path, a glob pattern, a URL, a DataFrame (pandas, Spark, "
        "Polars), an Arrow table or a list of dicts, found "
        f"{type(source).__name__}"
    )


def _wrap_table(kind: str, table: pa.Table) -> LogTables:
    def tables() -> Iterator[pa.Table]:
        for begin in range(0, table.num_rows, _ROWS_PER_TABLE):
            yield table.slice(begin, _ROWS_PER_TABLE)

    return LogTables(kind, kind, table.schema, tables)


# --- files ----------------------------------------------------------------------------------------


def _open_address(address: str, names: Sequence[str] | None, with_text: bool) -> LogTables:
    files, found = _find_files(address)
    lake = _open_lake_table(address, found)
    if lake is not None:
        return lake
    paths = [each.path for each in found]
    kinds = {path: _detect_format(files, path) for path in paths}
    if len(set(kinds.values())) > 1:
        one, other = list(dict.fromkeys(kinds.values()))[:2]
        raise _create_error(
            address, f"contains files of {one} and files of {other}", "Name files of one kind."
        )
    kind = kinds[paths[0]]
    readers = [_create_reader(files, path, kind, address, names, with_text) for path in paths]
    schema = _unify_schemas(address, [schema for schema, _ in readers])

    def tables() -> Iterator[pa.Table]:
        for _, read in readers:
            for table in read():
                yield _cast_to_schema(table, schema)

    versions = tuple((each.path, each.size, each.mtime_ns or 0) for each in found)
    return LogTables(address, kind, schema, tables, versions)


def _find_files(address: str) -> tuple[pa.fs.FileSystem, list[pa.fs.FileInfo]]:
    """Find the files of *address* in the order of their names, and their file system."""
    files, path = _resolve_file_system(address)
    is_pattern = re.search(r"[*?\[]", path) is not None
    root = path
    while is_pattern and re.search(r"[*?\[]", root):
        root = str(PurePosixPath(root).parent)
    try:
        info = files.get_file_info(root)
        if info.type == pa.fs.FileType.NotFound:
            hint = "" if "://" in address else f"Current folder: {Path.cwd()}."
            raise _create_error(address, "file or folder not found", hint)
        if info.type == pa.fs.FileType.File:
            return files, [info]
        if info.type != pa.fs.FileType.Directory:
            raise _create_error(address, "this is neither a file nor a folder")
        below = files.get_file_info(pa.fs.FileSelector(root, recursive=True))
    except OSError as error:
        raise _create_error(address, f"cannot access it: {_get_first_line(error)}") from None
    try:
        paths = [each.path for each in below]
    except UnicodeDecodeError:
        message = "a file in the folder has a name that is not UTF-8; rename it"
        raise _create_error(address, message) from None
    is_lake = any(map(_is_lake_metadata, paths))
    found = [
        each
        for each in below
        if each.type == pa.fs.FileType.File
        and (is_lake or not _is_hidden(each.path, root))
        and (not is_pattern or fnmatch(each.path, path))
    ]
    if not found:
        raise _create_error(address, "the folder contains no files")
    return files, sorted(found, key=lambda each: str(each.path))


# --- lake tables (Delta Lake, Iceberg) ------------------------------------------------------------


def _is_lake_metadata(path: str) -> bool:
    return PurePosixPath(path).parent.name == "_delta_log" or path.endswith(".metadata.json")


def _open_lake_table(address: str, files: list[pa.fs.FileInfo]) -> LogTables | None:
    """Open the newest version of a Delta Lake or Iceberg table; ``None`` if *address* is not one."""
    logs = [each.path for each in files if _is_lake_metadata(each.path)]
    if not logs:
        return None
    is_delta = PurePosixPath(logs[0]).parent.name == "_delta_log"
    name = "Delta Lake" if is_delta else "Iceberg"
    try:
        table = _read_delta(address) if is_delta else _read_iceberg(address, logs)
    except ImportError as error:
        advice = "Install the reader: pip install 'flinksim[lakes]'."
        raise _create_error(address, f"a table of {name}", advice) from error
    except Exception as error:  # Errors of the Rust library have many types.
        raise _create_error(
            address, f"cannot be read as {name}: {_get_first_line(error)}"
        ) from None
    return _wrap_table(f"a table of {name}", table)


def _read_delta(address: str) -> pa.Table:
    from deltalake import DeltaTable, QueryBuilder

    return pa.table(
        QueryBuilder().register("log", DeltaTable(address)).execute("SELECT * FROM log")
    )


def _read_iceberg(address: str, logs: list[str]) -> pa.Table:
    from pyiceberg.table import StaticTable

    newest = max((path for path in logs if path.endswith(".metadata.json")), key=_parse_version)
    scheme = f"{address.partition('://')[0]}://" if "://" in address else "file://"
    return StaticTable.from_metadata(f"{scheme}{newest}").scan().to_arrow()


def _parse_version(path: str) -> int:
    """Parse the version in ``v12.metadata.json`` or ``00012-a1b2.metadata.json``."""
    digits = re.match(r"v?(\d+)", PurePosixPath(path).name)
    return int(digits[1]) if digits else -1


def _is_hidden(name: str, root: str) -> bool:
    parts = PurePosixPath(name).relative_to(root).parts
    return any(part.startswith(("_", ".")) for part in parts)


def _resolve_file_system(address: str) -> tuple[pa.fs.FileSystem, str]:
    if "://" not in address:
        return pa.fs.LocalFileSystem(), str(Path(address).absolute())
    try:
        found: tuple[pa.fs.FileSystem, str] = pa.fs.FileSystem.from_uri(_strip_pattern(address))
    except (pa.ArrowException, OSError, ValueError) as error:
        files = _create_fsspec_file_system(address, error)
        return files, address.partition("://")[2]
    files, path = found
    return files, path + address[len(_strip_pattern(address)) :]


def _strip_pattern(address: str) -> str:
    """Return the address without its pattern (``*.csv``), because Arrow's URIs have no patterns."""
    return re.split(r"[*?\[]", address, maxsplit=1)[0] if "?endpoint" not in address else address


def _create_fsspec_file_system(address: str, cause: Exception) -> pa.fs.FileSystem:
    scheme = address.partition("://")[0]
    try:
        import fsspec

        return pa.fs.PyFileSystem(pa.fs.FSSpecHandler(fsspec.filesystem(scheme)))
    except (ImportError, ValueError) as error:
        advice = "python -m pip install fsspec, and the package that fsspec names for it"
        raise _create_error(
            address, f"no file system for {scheme}:// ({_get_first_line(cause)})", f"Try {advice}."
        ) from error


def _detect_format(files: pa.fs.FileSystem, path: str) -> str:
    suffixes = [suffix.lower() for suffix in PurePosixPath(path).suffixes]
    for suffix in reversed(suffixes):
        if suffix in _FORMATS:
            return _FORMATS[suffix]
        if suffix not in _COMPRESSIONS:
            break
    head = _read_head(files, path)
    for magic, kind in _FORMAT_MAGIC:
        if head.startswith(magic):
            return kind
    if head.lstrip()[:1] in (b"{", b"["):
        return "JSON lines"
    header = head.partition(b"\n")[0]
    has_delimiter = any(sign.encode() in header for sign in _DELIMITERS)
    try:
        is_known = has_delimiter or is_text_record(head.decode("utf-8", "replace"))
    except ValueError as error:
        raise _create_error(path, str(error)) from None
    if not is_known:
        raise _create_error(
            path,
            "the format is not Parquet, CSV, JSON lines or Arrow. Its lines do not fit a known log format",
            "Convert it to CSV or JSON lines.",
        )
    return "CSV"


class _LimitedStream:
    """A decompressed stream that fails after a maximum number of bytes.

    A few bytes can decompress to as much as the memory has.
    """

    closed = False

    def __init__(self, stream: Any, max_bytes: int) -> None:
        self._stream, self._max_bytes, self._bytes = stream, max_bytes, 0

    def read(self, size: int = -1) -> bytes:
        data: bytes = self._stream.read(self._max_bytes + 1 if size < 0 else size)
        self._bytes += len(data)
        if self._bytes > self._max_bytes:
            raise OSError(
                f"it decompresses to more than {self._max_bytes:,} bytes; decompress it first"
            )
        return data

    def tell(self) -> int:
        return self._bytes

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def close(self) -> None:
        self._stream.close()
        self.closed = True


def _open_decompressed(files: pa.fs.FileSystem, path: str) -> Any:
    """Open a file as a decompressed stream; see :data:`MAX_INFLATION`."""
    with files.open_input_file(path) as stream:
        begin = bytes(stream.read(4))
        size = stream.size()
    packing = next((name for magic, name in _COMPRESSION_MAGIC if begin.startswith(magic)), None)
    stream = files.open_input_stream(path, compression=packing)
    if packing is None:
        return stream
    limit = max(MIN_INFLATION_LIMIT, MAX_INFLATION * size)
    return pa.PythonFile(_LimitedStream(stream, limit), mode="r")


def _read_head(files: pa.fs.FileSystem, path: str) -> bytes:
    with _open_decompressed(files, path) as stream:
        return bytes(stream.read(_HEAD_BYTES))


def _create_reader(
    files: pa.fs.FileSystem,
    path: str,
    kind: str,
    address: str,
    column_names: Sequence[str] | None,
    with_text: bool,
) -> tuple[pa.Schema, TableReader]:
    name = path if path.endswith(address) or "://" not in address else address
    try:
        if kind == "Parquet":
            return _create_parquet_reader(files, path)
        if kind == "Arrow":
            with files.open_input_file(path) as stream:
                table = pa.ipc.open_file(stream).read_all()
        else:
            table = _read_text(files, path, kind, name, column_names)
            if with_text and TEXT_COLUMN not in table.column_names:
                table = _append_text(table, kind, _read_all(files, path))
            if not with_text and TEXT_COLUMN in table.column_names:
                table = table.drop_columns([TEXT_COLUMN])
        _validate_table(table)
    except UnicodeDecodeError as error:
        advice = (
            f"Convert it: iconv -f WINDOWS-1252 -t UTF-8 {name}. Name its own encoding after -f."
        )
        problem = f"invalid {kind} file: text that is not UTF-8: {error}"
        raise _create_error(name, problem, advice) from None
    except pa.ArrowException as error:
        raise _create_error(name, f"invalid {kind} file: {_get_first_line(error)}") from None
    except OSError as error:
        raise _create_error(name, f"cannot be read: {_get_first_line(error)}") from None
    with_path_columns = _append_path_columns(path, table)
    return with_path_columns.schema, _wrap_table(kind, with_path_columns).tables


def _validate_table(table: pa.Table) -> pa.Table:
    """Check offsets and texts; Arrow does not check those of a file, and would read other memory.

    Raises:
        pa.ArrowInvalid: If a column is invalid.
        UnicodeDecodeError: If a column's name is invalid.
    """
    table.validate(full=True)
    _check_names(table.schema)
    return table


def _check_names(schema: pa.Schema) -> list[str]:
    return [field.name for field in schema]  # decodes the names


def _create_parquet_reader(files: pa.fs.FileSystem, path: str) -> tuple[pa.Schema, TableReader]:
    schema = pq.ParquetFile(files.open_input_file(path)).schema_arrow
    _check_names(schema)

    def batches() -> Iterator[pa.Table]:
        file = pq.ParquetFile(files.open_input_file(path))
        for batch in file.iter_batches(_ROWS_PER_TABLE):
            table = _validate_table(pa.Table.from_batches([batch]))
            yield _append_path_columns(path, table)

    empty = _append_path_columns(path, schema.empty_table())
    head = next(batches(), empty)
    try:
        propose_mapping(flatten_structs(head), EMPTY_MAPPING)
        return empty.schema, batches
    except MappingError:
        head = flatten_structs(head)
    units = {
        field.name: unit
        for field in head.schema
        if (unit := find_time_unit(field.name, head.column(field.name))) is not None
    }
    if not units:
        return empty.schema, batches

    def tables() -> Iterator[pa.Table]:
        for table in map(flatten_structs, batches()):
            for name, unit in units.items():
                times = to_milliseconds(table.column(name), unit)
                table = table.set_column(table.column_names.index(name), name, times)
            yield table

    return next(tables()).schema, tables


def _append_path_columns(path: str, table: pa.Table) -> pa.Table:
    """Append the columns that are encoded in a file's path.

    These are Hive partitions (``day=3/``) and the file names of Kafka Connect
    (``topic+0+000000120``).
    """
    path_columns: dict[str, pa.Scalar] = {}
    for part in PurePosixPath(path).parts[:-1]:
        name, equals, value = part.partition("=")
        if equals and name:
            path_columns[name] = pa.scalar(int(value) if value.lstrip("-").isdecimal() else value)
    connect_match = re.fullmatch(r"(.+)\+(\d+)\+(\d+)\..*", PurePosixPath(path).name)
    if connect_match is not None:
        path_columns |= {
            "topic": pa.scalar(connect_match[1]),
            "partition": pa.scalar(int(connect_match[2])),
        }
    for name, value in path_columns.items():
        if name not in table.column_names:
            table = table.append_column(name, pa.repeat(value, table.num_rows))
    return table


# --- text formats ---------------------------------------------------------------------------------


def _read_text(
    files: pa.fs.FileSystem, path: str, kind: str, name: str, column_names: Sequence[str] | None
) -> pa.Table:
    """Read a text file; where nothing in it says when a row arrived, look closer for times."""
    head = _read_head(files, path).decode("utf-8", "replace")
    # The words of a JSON object are no fields of a line.
    may_be_text = kind != "JSON lines" or head.lstrip()[:1] not in "{["
    if isinstance(files, pa.fs.LocalFileSystem) and column_names is None and may_be_text:
        try:
            records = read_text_records(path, head, lambda: _read_all(files, path))
        except ValueError as error:
            raise _create_error(name, str(error)) from None
        if records is not None:
            return convert_times(flatten_structs(_build_table(name, records)))
    if kind == "CSV":
        table = join_date_and_time(_read_csv(files, path, name, column_names))
    else:
        table = _read_json(files, path, name)
    try:
        propose_mapping(flatten_structs(table), EMPTY_MAPPING)
    except MappingError:
        return convert_times(flatten_structs(table))
    return table


def _append_text(table: pa.Table, kind: str, text: str) -> pa.Table:
    """Append the text of each row of a CSV or JSON file, if the rows are lines of it."""
    lines = text.splitlines()
    if kind == "CSV":
        while lines and lines[0].startswith("#"):
            del lines[0]
        reader, texts, begin = csv.reader(lines), [], 0
        for cells in reader:  # a cell in quotes may have several lines
            if cells:
                texts.append("\n".join(lines[begin : reader.line_num]))
            begin = reader.line_num
        texts = texts[-table.num_rows :]  # without the header
    else:
        texts = [] if _is_document(text) else [line for line in lines if line.strip()]
    if len(texts) != table.num_rows:
        return table
    return table.append_column(TEXT_COLUMN, pa.array(texts, pa.string()))


def _read_all(files: pa.fs.FileSystem, path: str) -> str:
    with _open_decompressed(files, path) as stream:
        chunks = iter(lambda: bytes(stream.read(_HEAD_BYTES)), b"")
        return b"".join(chunks).decode("utf-8", "replace")


def _read_csv(
    files: pa.fs.FileSystem, path: str, name: str, column_names: Sequence[str] | None
) -> pa.Table:
    from pyarrow import (
        csv as arrow_csv,
    )  # The import takes a tenth of a small replay and is rarely needed.

    head = _read_head(files, path).decode("utf-8", "replace")
    comment_lines = 0
    for line in head.splitlines():
        if not line.startswith("#"):
            break
        comment_lines += 1
    header = next(iter(head.splitlines()[comment_lines:]), "")
    if not header.strip():
        raise _create_error(
            name, "there is no header row", "Add a row with the names of the columns."
        )
    delimiter = max(_DELIMITERS, key=header.count)
    names = next(csv.reader([header], delimiter=delimiter))
    made_names = create_column_names(names) if column_names is None else list(column_names)
    if made_names is not None and len(made_names) != len(names):
        raise _create_error(
            name, f"its rows have {len(names)} columns, but names= has {len(made_names)} names"
        )
    with _open_decompressed(files, path) as stream:
        table = arrow_csv.read_csv(
            stream,
            read_options=arrow_csv.ReadOptions(skip_rows=comment_lines, column_names=made_names),
            parse_options=arrow_csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
            convert_options=arrow_csv.ConvertOptions(
                column_types={each: pa.string() for each in names if each.endswith(":str")},
                strings_can_be_null=False,
            ),
        )
    # Headers of flinksim's own logs have types: delay:int.
    return table.rename_columns([each.strip().partition(":")[0] for each in table.column_names])


def _read_json(files: pa.fs.FileSystem, path: str, name: str) -> pa.Table:
    from pyarrow import json as arrow_json

    head = _read_head(files, path).decode("utf-8", "replace")
    if any(f'"{word}"' in head for word in ("resourceLogs", "resourceSpans")):
        exports = _parse_exports(name, _read_all(files, path))
        return _build_table(
            name, (row for each in exports for row in flatten_telemetry(each) or ())
        )
    if _is_document(head):
        records = find_records_in_document(_read_all(files, path))
        if records is not None:
            return _build_table(name, records)
    try:
        with _open_decompressed(files, path) as stream:
            return arrow_json.read_json(
                stream, parse_options=arrow_json.ParseOptions(newlines_in_values=False)
            )
    except pa.ArrowInvalid:  # Columns of several types, or lines that are not objects.
        return _build_table(name, _parse_json_lines(name, _read_all(files, path)))


def _is_document(head: str) -> bool:
    """Return whether a JSON file is one document, and not a file with an object in each line."""
    lines = head.split("\n", 2)
    if len(lines) < 3:
        return True
    try:
        return not isinstance(json.loads(lines[0]), dict)
    except (ValueError, RecursionError):
        return True


def _parse_exports(name: str, text: str) -> list[dict[str, Any]]:
    """Parse exports of OTLP: one document, or one in each line."""
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        return list(_parse_json_lines(name, text))


def _parse_json_lines(name: str, text: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise EventLogError(name, number, None, f"invalid JSON object: {error}") from None
        if not isinstance(row, dict):
            problem = f"expected a JSON object, found {line.strip()[:40]!r}"
            raise EventLogError(name, number, None, problem)
        yield row


def _build_table(name: str, rows: Iterable[dict[str, Any]]) -> pa.Table:
    """Build a table from rows; a column of several types becomes text or JSON."""
    columns: dict[str, list[Any]] = {}
    for number, row in enumerate(rows):
        for key, value in row.items():
            columns.setdefault(str(key), [None] * number).append(value)
        for cells in columns.values():
            if len(cells) == number:
                cells.append(None)
    if not columns:
        raise _create_error(name, "there are no rows")
    return pa.table({key: _build_array(cells) for key, cells in columns.items()})


def _build_array(cells: list[Any]) -> pa.Array:
    try:
        return pa.array(cells)
    except (pa.ArrowException, OverflowError, TypeError):
        return pa.array([_to_text(cell) for cell in cells], pa.string())


def _to_text(cell: Any) -> str | None:
    if cell is None or isinstance(cell, str):
        return cell
    return json.dumps(cell, ensure_ascii=False, default=str)


# --- several files --------------------------------------------------------------------------------


def _unify_schemas(name: str, schemas: list[pa.Schema]) -> pa.Schema:
    try:
        return pa.unify_schemas(
            [schema.remove_metadata() for schema in schemas], promote_options="permissive"
        )
    except pa.ArrowException as error:
        raise _create_error(
            name, f"its files do not have the same columns: {_get_first_line(error)}"
        ) from None


def _cast_to_schema(table: pa.Table, schema: pa.Schema) -> pa.Table:
    columns = []
    for field in schema:
        if field.name in table.column_names:
            columns.append(table.column(field.name).cast(field.type))
        else:
            columns.append(pa.nulls(table.num_rows, field.type))
    return pa.table(columns, schema=schema)


def _get_first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0]


def _create_error(name: str, problem: str, advice: str = "") -> EventLogError:
    return EventLogError(name, None, None, problem, advice)


__all__ = ["LogTables", "open_tables"]
