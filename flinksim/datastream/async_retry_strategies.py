"""Retry strategies for asynchronous calls.

Flink: ``org.apache.flink.streaming.util.retryable.AsyncRetryStrategies``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from flinksim.core.validation import validate_arguments
from flinksim.datastream.functions import AsyncRetryPredicate, AsyncRetryStrategy

__all__ = [
    "ExponentialBackoffDelayRetryStrategy",
    "FixedDelayRetryStrategy",
    "NoRetryStrategy",
    "RetryPredicate",
]

OUT = TypeVar("OUT")
ResultPredicate: TypeAlias = Callable[[list[Any]], bool] | None
ExceptionPredicate: TypeAlias = Callable[[Exception], bool] | None


class RetryPredicate(AsyncRetryPredicate[OUT], Generic[OUT]):
    """A result predicate and an exception predicate; either may be ``None``."""

    def __init__(
        self, result_predicate: ResultPredicate, exception_predicate: ExceptionPredicate
    ) -> None:
        self._result_predicate = result_predicate
        self._exception_predicate = exception_predicate

    def result_predicate(self) -> ResultPredicate:
        return self._result_predicate

    def exception_predicate(self) -> ExceptionPredicate:
        return self._exception_predicate


class NoRetryStrategy(AsyncRetryStrategy[OUT], Generic[OUT]):
    """A single attempt."""

    def can_retry(self, current_attempts: int) -> bool:
        return False

    def get_backoff_time_millis(self, current_attempts: int) -> int:
        return -1

    def get_retry_predicate(self) -> AsyncRetryPredicate[Any]:
        return RetryPredicate(None, None)


class _LimitedRetryStrategy(AsyncRetryStrategy[OUT], Generic[OUT]):
    @validate_arguments
    def __init__(
        self,
        max_attempts: int,
        result_predicate: ResultPredicate,
        exception_predicate: ExceptionPredicate,
    ) -> None:
        _check_positive(max_attempts, "max_attempts")
        self._max_attempts = max_attempts
        self._predicate: RetryPredicate[Any] = RetryPredicate(result_predicate, exception_predicate)

    def can_retry(self, current_attempts: int) -> bool:
        return current_attempts <= self._max_attempts

    def get_retry_predicate(self) -> AsyncRetryPredicate[Any]:
        return self._predicate


class FixedDelayRetryStrategy(_LimitedRetryStrategy[OUT], Generic[OUT]):
    """The same delay before each further attempt."""

    @validate_arguments
    def __init__(
        self,
        max_attempts: int,
        backoff_time_millis: int,
        result_predicate: ResultPredicate,
        exception_predicate: ExceptionPredicate,
    ) -> None:
        super().__init__(max_attempts, result_predicate, exception_predicate)
        _check_positive(backoff_time_millis, "backoff_time_millis")
        self._backoff_time_millis = backoff_time_millis

    def get_backoff_time_millis(self, current_attempts: int) -> int:
        return self._backoff_time_millis


class ExponentialBackoffDelayRetryStrategy(_LimitedRetryStrategy[OUT], Generic[OUT]):
    """A delay that grows with each attempt, up to a maximum."""

    @validate_arguments
    def __init__(
        self,
        max_attempts: int,
        initial_delay: int,
        max_retry_delay: int,
        multiplier: float,
        result_predicate: ResultPredicate,
        exception_predicate: ExceptionPredicate,
    ) -> None:
        super().__init__(max_attempts, result_predicate, exception_predicate)
        _check_positive(initial_delay, "initial_delay")
        _check_positive(max_retry_delay, "max_retry_delay")
        _check_positive(multiplier, "multiplier")
        self._initial_delay = initial_delay
        self._max_retry_delay = max_retry_delay
        self._multiplier = multiplier
        self._last_retry_delay = initial_delay

    def get_backoff_time_millis(self, current_attempts: int) -> int:
        if current_attempts <= 1:
            self._last_retry_delay = self._initial_delay
        else:
            grown = self._last_retry_delay * self._multiplier
            self._last_retry_delay = int(min(grown, self._max_retry_delay))
        return self._last_retry_delay


def _check_positive(value: float, name: str) -> None:
    # An AssertionError, as in PyFlink, whose tests expect that class.
    if not value > 0:
        raise AssertionError(f"{name} should be greater than zero, found {value!r}.")


NO_RETRY_STRATEGY: AsyncRetryStrategy[Any] = NoRetryStrategy()
"""The strategy of ``unordered_wait`` and ``ordered_wait``."""
