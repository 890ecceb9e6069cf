"""The result of an asynchronous call."""

from __future__ import annotations

from typing import Any

__all__ = ["CompletableFuture"]


class CompletableFuture:
    """A completed future: the simulator runs a job to its end before it returns.

    Flink: ``java.util.concurrent.CompletableFuture`` as PyFlink wraps it.
    """

    def __init__(self, value: Any = None, error: BaseException | None = None) -> None:
        self._value = value
        self._error = error

    def cancel(self) -> bool:
        """Return false: nothing is left to cancel."""
        return False

    def cancelled(self) -> bool:
        """Return false."""
        return False

    def done(self) -> bool:
        """Return true."""
        return True

    def result(self) -> Any:
        """Return the value, or raise the error if the call failed."""
        if self._error is not None:
            raise self._error
        return self._value

    def exception(self) -> BaseException | None:
        """Return the error, or ``None``."""
        return self._error

    def __str__(self) -> str:
        state = "Completed normally" if self._error is None else "Completed exceptionally"
        return f"CompletableFuture[{state}]"
