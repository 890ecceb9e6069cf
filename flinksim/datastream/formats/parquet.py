"""PyFlink: ``pyflink.datastream.formats.parquet``: names whose use raises an error."""

from __future__ import annotations

from flinksim.core.unsupported import Absence, absent_names

_ABSENCE = Absence(
    "it reads and writes Parquet by Java libraries, and flinksim needs the standard library alone",
    "the formats csv and json of flinksim.datastream.formats, or values that you read yourself and "
    "hand to env.from_collection(...)",
)
_NAMES = (
    "AvroParquetReaders",
    "AvroParquetWriters",
    "ParquetBulkWriters",
    "ParquetColumnarRowInputFormat",
)

__getattr__ = absent_names(__name__, dict.fromkeys(_NAMES, _ABSENCE))
