"""Asynchronous calls for each value of a stream.

Flink: ``org.apache.flink.streaming.api.datastream.AsyncDataStream``.
"""

from __future__ import annotations

import inspect
from typing import Any

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.pyflink_errors import PythonTypeMismatchError
from flinksim.datastream import async_retry_strategies
from flinksim.datastream.api_flavor import get_api_flavor
from flinksim.datastream.argument_checks import check_instance, check_whole_number, describe_value
from flinksim.datastream.data_stream import DataStream, as_type_info
from flinksim.datastream.functions import AsyncFunction, AsyncRetryStrategy
from flinksim.datastream.transformations import AsyncSpec


class AsyncDataStream:
    """Adds operators that make asynchronous calls.

    *timeout* is a ``Time`` or a ``Duration``. *capacity* is the maximum number of concurrent calls.
    """

    @staticmethod
    def unordered_wait(
        data_stream: DataStream,
        async_function: AsyncFunction[Any, Any],
        timeout: Any,
        capacity: int = 100,
        output_type: TypeInformation | None = None,
    ) -> DataStream:
        """Emit results as they arrive; records do not overtake watermarks."""
        return AsyncDataStream.unordered_wait_with_retry(
            data_stream, async_function, timeout, async_retry_strategies.NO_RETRY_STRATEGY,
            capacity, output_type,
        )  # fmt: skip

    @staticmethod
    def unordered_wait_with_retry(
        data_stream: DataStream,
        async_function: AsyncFunction[Any, Any],
        timeout: Any,
        async_retry_strategy: AsyncRetryStrategy[Any],
        capacity: int = 100,
        output_type: TypeInformation | None = None,
    ) -> DataStream:
        """Emit results as they arrive, and retry failed calls."""
        return _add_async_operator(
            data_stream, async_function, timeout, async_retry_strategy, capacity, output_type, False
        )

    @staticmethod
    def ordered_wait(
        data_stream: DataStream,
        async_function: AsyncFunction[Any, Any],
        timeout: Any,
        capacity: int = 100,
        output_type: TypeInformation | None = None,
    ) -> DataStream:
        """Emit results in the order of the values."""
        return AsyncDataStream.ordered_wait_with_retry(
            data_stream, async_function, timeout, async_retry_strategies.NO_RETRY_STRATEGY,
            capacity, output_type,
        )  # fmt: skip

    @staticmethod
    def ordered_wait_with_retry(
        data_stream: DataStream,
        async_function: AsyncFunction[Any, Any],
        timeout: Any,
        async_retry_strategy: AsyncRetryStrategy[Any],
        capacity: int = 100,
        output_type: TypeInformation | None = None,
    ) -> DataStream:
        """Emit results in the order of the values, and retry failed calls."""
        return _add_async_operator(
            data_stream, async_function, timeout, async_retry_strategy, capacity, output_type, True
        )


def _add_async_operator(
    data_stream: DataStream,
    async_function: AsyncFunction[Any, Any],
    timeout: Any,
    strategy: AsyncRetryStrategy[Any],
    capacity: int,
    output_type: TypeInformation | None,
    ordered: bool,
) -> DataStream:
    method = "AsyncDataStream.ordered_wait" if ordered else "AsyncDataStream.unordered_wait"
    check_instance(data_stream, DataStream, method, "data_stream", "A DataStream is required")
    check_whole_number(capacity, method, "capacity")
    if capacity < 1:
        raise ValueError(
            f"{method}(capacity): expected at least 1, found {capacity}. The "
            "capacity is the maximum number of concurrent calls."
        )
    check_instance(
        async_function, AsyncFunction, method, "async_function", "An AsyncFunction is required",
        pyflink_error=PythonTypeMismatchError,
    )  # fmt: skip
    if not inspect.iscoroutinefunction(async_function.async_invoke):
        raise TypeError(
            f"Method 'async_invoke' of class '{type(async_function)}' should be declared as "
            "'async def'."
        )
    if strategy is None:
        raise TypeError("Async retry strategy should not be None.")
    configuration = data_stream.get_execution_environment().configuration
    if configuration.get_string("python.execution-mode", "process") == "thread":
        raise RuntimeError("AsyncFunction is still not supported for 'thread' mode.")
    timeout_ms = _to_timeout_ms(timeout, method)
    if strategy is not async_retry_strategies.NO_RETRY_STRATEGY and timeout_ms <= 0:
        raise ValueError(
            "Timeout should be configured when do async with retry. "
            f"{method}(timeout) was given {timeout!r}."
        )
    if strategy.get_retry_predicate() is None:
        raise TypeError(f"Retry predicate of the async retry strategy '{type(strategy)}' is None.")
    retry = None if strategy is async_retry_strategies.NO_RETRY_STRATEGY else strategy
    if get_api_flavor(configuration).async_calls_are_sequential:
        capacity = 1
    spec = AsyncSpec(async_function, timeout_ms, capacity, ordered, retry)
    return data_stream.transform("async wait operator", spec, as_type_info(output_type, method))


def _to_timeout_ms(timeout: Any, method: str) -> int:
    for convert in ("to_milliseconds", "to_millis"):
        if callable(getattr(timeout, convert, None)):
            return int(getattr(timeout, convert)())
    raise TypeError(
        f"{method}(timeout): expected a Time or a Duration, found {describe_value(timeout)}."
    )


__getattr__ = build_lazy_getattr(
    __name__,
    {
        "common.time": "Time",
    },
)
