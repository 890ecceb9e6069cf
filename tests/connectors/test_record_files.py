"""Files of Avro, Parquet, ORC and CSV, which a job writes as a whole and reads again."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from flinksim.common import Row, Types, WatermarkStrategy
from flinksim.common.configuration import Configuration
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.connectors.file_system import (
    BucketAssigner,
    FileSink,
    FileSource,
    RollingPolicy,
)
from flinksim.datastream.formats.avro import (
    AvroBulkWriters,
    AvroInputFormat,
    AvroSchema,
    GenericRecordAvroTypeInfo,
)
from flinksim.datastream.formats.csv import CsvBulkWriters, CsvSchema, CsvSchemaBuilder
from flinksim.datastream.formats.orc import OrcBulkWriters
from flinksim.datastream.formats.parquet import (
    AvroParquetReaders,
    AvroParquetWriters,
    ParquetBulkWriters,
    ParquetColumnarRowInputFormat,
)
from flinksim.table import DataTypes
from flinksim.table.types import DataType

ROW_TYPE = DataTypes.ROW(
    [
        DataTypes.FIELD("n", DataTypes.INT()),
        DataTypes.FIELD("s", DataTypes.STRING()),
        DataTypes.FIELD("d", DataTypes.DECIMAL(8, 2)),
        DataTypes.FIELD("day", DataTypes.DATE()),
        DataTypes.FIELD("m", DataTypes.MAP(DataTypes.STRING(), DataTypes.BIGINT())),
        DataTypes.FIELD("r", DataTypes.ROW([DataTypes.FIELD("x", DataTypes.DOUBLE())])),
    ]
)
ROWS = [
    Row(1, "a", Decimal("1.25"), date(2024, 2, 29), {"k": 7}, Row(x=0.5)),
    Row(2, None, None, None, {}, None),
]
SCHEMA = AvroSchema.parse_string(
    """{"type": "record", "name": "Order", "fields": [
    {"name": "user", "type": ["null", "string"]},
    {"name": "lines", "type": {"type": "array", "items": "long"}}]}"""
)
ORDERS = [{"user": "ann", "lines": [1, 2]}, {"user": None, "lines": []}]


def write(folder: Path, values: list[Any], factory: Any) -> Path:
    """Write *values* with a bulk sink, and return the only finished file."""
    env = StreamExecutionEnvironment.get_execution_environment()
    sink = FileSink.for_bulk_format(str(folder), factory)
    sink.with_bucket_assigner(BucketAssigner.base_path_bucket_assigner())
    env.from_collection(values).sink_to(sink.build())
    env.execute()
    (part,) = folder.glob("part-*")
    return part


def read(source: Any) -> list[Any]:
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = (
        env.create_input(source)
        if isinstance(source, AvroInputFormat)
        else env.from_source(source, WatermarkStrategy.no_watermarks(), "files")
    )
    return list(stream.execute_and_collect())


def test_rows_of_a_parquet_file_are_read_as_they_were_written(tmp_path: Path) -> None:
    factory = ParquetBulkWriters.for_row_type(ROW_TYPE, Configuration(), True)
    part = write(tmp_path / "out", ROWS, factory)
    found = read(
        FileSource.for_bulk_file_format(ParquetColumnarRowInputFormat(ROW_TYPE), str(part)).build()
    )
    assert [tuple(row) for row in found] == [tuple(row) for row in ROWS]


def test_a_parquet_file_gives_the_columns_of_the_row_type(tmp_path: Path) -> None:
    part = write(tmp_path / "out", ROWS, ParquetBulkWriters.for_row_type(ROW_TYPE))
    some = DataTypes.ROW(
        [
            DataTypes.FIELD("s", DataTypes.STRING()),
            DataTypes.FIELD("absent", DataTypes.INT()),
            DataTypes.FIELD("n", DataTypes.INT()),
        ]
    )
    found = read(
        FileSource.for_bulk_file_format(ParquetColumnarRowInputFormat(some), str(part)).build()
    )
    assert [tuple(row) for row in found] == [("a", None, 1), (None, None, 2)]


def test_an_orc_file_has_the_rows(tmp_path: Path) -> None:
    from pyarrow import orc

    part = write(tmp_path / "out", ROWS, OrcBulkWriters.for_row_type(ROW_TYPE))
    first, second = orc.read_table(part).to_pylist()
    assert (first["d"], first["m"], first["r"]) == (Decimal("1.25"), [("k", 7)], {"x": 0.5})
    assert (second["s"], second["day"]) == (None, None)


def test_avro_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    part = write(tmp_path / "avro", ORDERS, AvroBulkWriters.for_generic_record(SCHEMA))
    assert part.read_bytes().startswith(b"Obj\x01")
    assert read(AvroInputFormat(str(tmp_path / "avro"), SCHEMA)) == ORDERS
    again = write(tmp_path / "again", ORDERS, AvroBulkWriters.for_generic_record(SCHEMA))
    assert again.read_bytes() == part.read_bytes()
    part = write(tmp_path / "parquet", ORDERS, AvroParquetWriters.for_generic_record(SCHEMA))
    reader = AvroParquetReaders.for_generic_record(SCHEMA)
    assert read(FileSource.for_record_stream_format(reader, str(part)).build()) == ORDERS


def test_a_part_is_written_at_each_checkpoint(tmp_path: Path) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10)
    sink = FileSink.for_bulk_format(
        str(tmp_path / "out"), AvroBulkWriters.for_generic_record(SCHEMA)
    )
    sink.with_bucket_assigner(BucketAssigner.base_path_bucket_assigner())
    env.from_source(_create_slow_source(), WatermarkStrategy.no_watermarks(), "slow").map(
        lambda n: {"user": str(n), "lines": [n]}, GenericRecordAvroTypeInfo(SCHEMA)
    ).sink_to(sink.build())
    env.execute()
    parts = sorted((tmp_path / "out").glob("part-*"))
    found = [order for part in parts for order in read(AvroInputFormat(str(part), SCHEMA))]
    assert len(parts) > 1
    assert sorted(order["lines"][0] for order in found) == list(range(6))


def _create_slow_source() -> Any:
    from flinksim.connectors.scripted_source import ScriptedSource, pause, record

    return ScriptedSource([item for n in range(6) for item in (record(n, n), pause(6))])


@pytest.mark.parametrize(
    ("values", "factory", "message"),
    [
        (
            [{"user": 5, "lines": []}],
            AvroBulkWriters.for_generic_record(SCHEMA),
            "does not fit the schema",
        ),
        (
            [Row("x", 1)],
            ParquetBulkWriters.for_row_type(ROW_TYPE),
            "does not fit the columns n, s, d",
        ),
    ],
)
def test_a_record_that_does_not_fit_is_rejected(
    values: list[Any], factory: Any, message: str, tmp_path: Path
) -> None:
    with pytest.raises(Exception, match=message):
        write(tmp_path / "out", values, factory)


def test_what_is_no_such_file_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a,b\n")
    with pytest.raises(Exception, match="text is not a file of Avro"):
        read(AvroInputFormat(str(tmp_path / "text"), SCHEMA))
    source = FileSource.for_bulk_file_format(
        ParquetColumnarRowInputFormat(ROW_TYPE), str(tmp_path / "text")
    )
    with pytest.raises(Exception, match="text is not a file of parquet"):
        read(source.build())


def test_only_checkpoints_close_a_part_of_a_bulk_format(tmp_path: Path) -> None:
    sink = FileSink.for_bulk_format(str(tmp_path), AvroBulkWriters.for_generic_record(SCHEMA))
    with pytest.raises(ValueError, match="must be OnCheckpointRollingPolicy for bulk format"):
        sink.with_rolling_policy(RollingPolicy.default_rolling_policy())
    with pytest.raises(TypeError, match="row_type must be an instance of RowType"):
        OrcBulkWriters.for_row_type(Types.ROW([Types.INT()]))


def columns(builder: CsvSchemaBuilder, number: DataType) -> CsvSchemaBuilder:
    return builder.add_string_column("s").add_number_column("f", number_type=number)


RECORDED = {
    "plain": (
        columns(CsvSchema.builder(), DataTypes.FLOAT()),
        '"a b",0.1|-,0.2|"back\\slash",0.3|"q""q",0.4|0,0.7',
    ),
    "escape": (
        columns(CsvSchema.builder().set_escape_char("\\"), DataTypes.FLOAT()),
        '"a b",0.1|-,0.2|"back\\\\slash",0.3|"q""q",0.4|0,0.7',
    ),
    "semicolon": (
        columns(CsvSchema.builder().set_column_separator(";"), DataTypes.FLOAT()),
        '"a b";0.1|"-";0.2|"back\\slash";0.3|"q""q";0.4|"0";0.7',
    ),
    "no quotes": (
        columns(CsvSchema.builder().disable_quote_char(), DataTypes.FLOAT()),
        'a b,0.1|-,0.2|back\\slash,0.3|q"q,0.4|0,0.7',
    ),
}


@pytest.mark.parametrize("name", RECORDED)
def test_csv_lines_are_those_of_pyflink(name: str, tmp_path: Path) -> None:
    """Recorded with PyFlink 2.3.0: the texts that Jackson quotes, and the digits of a FLOAT."""
    builder, expected = RECORDED[name]
    texts = ["a b", "-", "back\\slash", 'q"q', "0"]
    rows = [Row(text, n) for text, n in zip(texts, (0.1, 0.2, 0.3, 0.4, 0.7), strict=True)]
    part = write(tmp_path / "out", rows, CsvBulkWriters.for_schema(builder.build()))
    assert part.read_text().splitlines() == expected.split("|")
