"""What a sweep asks of a log, wherever it is read.

Not in Flink.
"""

from __future__ import annotations

from typing import Protocol

import pyarrow as pa

from flinksim.spark.columnar.log_parts import OfRecords
from flinksim.spark.columnar.reach import Reach


class LookedRun(Protocol):
    """A run of which no window has been worked out."""

    @property
    def reach(self) -> Reach:
        """How far the timestamps came."""

    @property
    def has_log(self) -> bool:
        """Whether the log can be read again."""

    def of_keys(self, work: OfRecords, schema: pa.Schema) -> pa.Table:
        """What *work* finds in the records that come to the window, all of a key together."""


__all__ = ["LookedRun"]
