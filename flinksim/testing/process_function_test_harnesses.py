"""Harnesses around a function, created in one call.

    harness = ProcessFunctionTestHarnesses.for_keyed_process_function(MyFunction(), lambda v: v[0])
    harness.process_element(("a", 1), 10)
    harness.process_watermark(20)
    assert harness.extract_output_values() == [...]

Flink: ``org.apache.flink.streaming.util.ProcessFunctionTestHarnesses``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flinksim.datastream.functions import KeySelector
from flinksim.datastream.transformations import (
    BroadcastProcessSpec,
    CoProcessSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
    KeyedProcessSpec,
    OperatorSpec,
    ProcessSpec,
)
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import (
    AbstractStreamOperatorTestHarness,
    KeyedOneInputStreamOperatorTestHarness,
    KeyedTwoInputStreamOperatorTestHarness,
    OneInputStreamOperatorTestHarness,
    TwoInputStreamOperatorTestHarness,
)

Harness = TypeVar("Harness", bound=AbstractStreamOperatorTestHarness)


class ProcessFunctionTestHarnesses:
    """Factory of opened harnesses; *settings* are those of the harness (``parallelism`` …)."""

    @staticmethod
    def for_process_function(function: Any, **settings: Any) -> OneInputStreamOperatorTestHarness:
        return _open_harness(OneInputStreamOperatorTestHarness, ProcessSpec(function), settings)

    @staticmethod
    def for_keyed_process_function(
        function: Any, key_selector: Any, **settings: Any
    ) -> KeyedOneInputStreamOperatorTestHarness:
        spec = KeyedProcessSpec(function, _to_callable(key_selector))
        return _open_harness(KeyedOneInputStreamOperatorTestHarness, spec, settings)

    @staticmethod
    def for_co_process_function(
        function: Any, **settings: Any
    ) -> TwoInputStreamOperatorTestHarness:
        return _open_harness(TwoInputStreamOperatorTestHarness, CoProcessSpec(function), settings)

    @staticmethod
    def for_keyed_co_process_function(
        function: Any, key_selector1: Any, key_selector2: Any, **settings: Any
    ) -> KeyedTwoInputStreamOperatorTestHarness:
        spec = KeyedCoProcessSpec(
            function, _to_callable(key_selector1), _to_callable(key_selector2)
        )
        return _open_harness(KeyedTwoInputStreamOperatorTestHarness, spec, settings)

    @staticmethod
    def for_broadcast_process_function(
        function: Any, *state_descriptors: Any, **settings: Any
    ) -> TwoInputStreamOperatorTestHarness:
        """Create a harness whose second input is the broadcast one."""
        spec = BroadcastProcessSpec(function, state_descriptors)
        return _open_harness(TwoInputStreamOperatorTestHarness, spec, settings)

    @staticmethod
    def for_keyed_broadcast_process_function(
        function: Any, key_selector: Any, *state_descriptors: Any, **settings: Any
    ) -> KeyedTwoInputStreamOperatorTestHarness:
        """Create a harness whose second input is the broadcast one."""
        spec = KeyedBroadcastProcessSpec(function, _to_callable(key_selector), state_descriptors)
        return _open_harness(KeyedTwoInputStreamOperatorTestHarness, spec, settings)


def _open_harness(
    harness_class: type[Harness], spec: OperatorSpec, settings: dict[str, Any]
) -> Harness:
    harness = harness_class(create_operator(spec), **settings)
    harness.open()
    return harness


def _to_callable(key_selector: Any) -> Callable[[Any], Any]:
    if isinstance(key_selector, KeySelector):
        return key_selector.get_key
    if not callable(key_selector):
        raise TypeError(
            f"expected a KeySelector or a function of one value, found {key_selector!r}"
        )
    result: Callable[[Any], Any] = key_selector
    return result
