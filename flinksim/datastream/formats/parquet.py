"""PyFlink: ``pyflink.datastream.formats.parquet``: records in files of Parquet, with pyarrow."""

from __future__ import annotations

from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.common.serialization import BulkWriterFactory, RowDataBulkWriterFactory
from flinksim.datastream.connectors.file_system import BulkFormat, StreamFormat
from flinksim.datastream.formats.avro import AvroSchema, GenericRecordAvroTypeInfo
from flinksim.datastream.formats.record_files import AvroParquetFile, RowFile

__all__ = [
    "AvroParquetReaders",
    "AvroParquetWriters",
    "ParquetBulkWriters",
    "ParquetColumnarRowInputFormat",
]


class AvroParquetReaders:
    """Reads dictionaries with the fields of an Avro schema."""

    @staticmethod
    def for_generic_record(schema: AvroSchema) -> StreamFormat:
        """Return a format for ``FileSource.for_record_stream_format``."""
        return BulkFormat(AvroParquetFile(schema.schema), GenericRecordAvroTypeInfo(schema))


class AvroParquetWriters:
    """Writes dictionaries with the fields of an Avro schema."""

    @staticmethod
    def for_generic_record(schema: AvroSchema) -> BulkWriterFactory:
        """Return a factory for ``FileSink.for_bulk_format``."""
        return BulkWriterFactory(AvroParquetFile(schema.schema).write)


class ParquetColumnarRowInputFormat(BulkFormat):
    """Reads rows with the columns of *row_type*, for ``FileSource.for_bulk_file_format``."""

    def __init__(
        self,
        row_type: Any,
        hadoop_config: Configuration | None = None,
        batch_size: int = 2048,
        is_utc_timestamp: bool = False,
        is_case_sensitive: bool = True,
    ) -> None:
        file = RowFile("parquet", row_type, "ParquetColumnarRowInputFormat")
        super().__init__(file, file.produced_type)


class ParquetBulkWriters:
    """Writes rows."""

    @staticmethod
    def for_row_type(
        row_type: Any, hadoop_config: Configuration | None = None, utc_timestamp: bool = False
    ) -> BulkWriterFactory:
        """Return a factory for ``FileSink.for_bulk_format``."""
        file = RowFile("parquet", row_type, "ParquetBulkWriters.for_row_type")
        return RowDataBulkWriterFactory(file.write, row_type)
