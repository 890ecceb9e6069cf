"""PyFlink: ``pyflink.datastream.formats.orc``: rows in files of ORC, with pyarrow."""

from __future__ import annotations

from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.common.serialization import BulkWriterFactory, RowDataBulkWriterFactory
from flinksim.datastream.formats.record_files import RowFile

__all__ = ["OrcBulkWriters"]


class OrcBulkWriters:
    """Writes rows."""

    @staticmethod
    def for_row_type(
        row_type: Any,
        writer_properties: Configuration | None = None,
        hadoop_config: Configuration | None = None,
    ) -> BulkWriterFactory:
        """Return a factory for ``FileSink.for_bulk_format``."""
        file = RowFile("orc", row_type, "OrcBulkWriters.for_row_type")
        return RowDataBulkWriterFactory(file.write, row_type)
