"""The results of ``execute_and_collect``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self


class CloseableIterator:
    """Iterator and context manager over results; after the values it raises the job's error, if any.

    Flink: ``org.apache.flink.util.CloseableIterator``.
    """

    def __init__(self, values: list[Any], error: BaseException | None = None) -> None:
        self._values: Iterator[Any] = iter(values)
        self._error = error

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Any:
        return self.next()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, exc_type: object, exc_val: object, exc_tb: object) -> None:
        self.close()

    def next(self) -> Any:
        """Return the next value.

        Raises:
            StopIteration: If there is none.
        """
        for value in self._values:
            return value
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        raise StopIteration("No more data.")

    def close(self) -> None:
        """Discard the values that were not read."""
        self._values = iter(())
        self._error = None
