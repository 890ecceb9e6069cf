"""PyFlink's API flavor: its differences while a program is built, and the settings of its workers.

Differences at run time are in :mod:`flinksim.pyflink_compat.python_task_factory`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.common.typeinfo import TypeInformation
from flinksim.core.java.key_groups import KeyHash
from flinksim.datastream.api_flavor import ApiFlavor
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import OperatorSpec, VirtualSpec
from flinksim.pyflink_compat import build_hooks as building
from flinksim.pyflink_compat.function_kinds import has_python_operator
from flinksim.pyflink_compat.operator_names import get_python_name
from flinksim.pyflink_compat.pass_manager import apply_pyflink_passes
from flinksim.pyflink_compat.row_key_hash import select_row_key_hash

BUNDLE_SIZE = "python.fn-execution.bundle.size"
BUNDLE_TIME = "python.fn-execution.bundle.time"
EXECUTION_MODE = "python.execution-mode"
STATE_CACHE_SIZE = "python.state.cache-size"


class PythonApiFlavor(ApiFlavor):
    """PyFlink's dialect, with the settings of its workers.

    With bundles of one element (*bundle_size*) asynchronous calls are sequential. If
    ``has_workers``, functions run in their own process, results come in bundles, and timers fire in
    rounds; in thread mode Java calls Python directly. If ``has_state_cache``, workers cache
    state across bundles.
    """

    uses_python_operators = True
    sliding_count_windows_wait_for_full_size = True
    aggregates_accept_any_type = True
    sources_ignore_timestamp_assigners = True
    derived_strategies_lose_assigners = True
    keyed_print_ignores_identifier = True

    def __init__(
        self, bundle_size: int = 1000, is_thread_mode: bool = False, state_cache_size: int = 1000
    ) -> None:
        self.async_calls_are_sequential = bundle_size == 1
        self.has_workers = bundle_size == 1 or not is_thread_mode
        self.has_state_cache = self.has_workers and state_cache_size > 0

    def create_key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """Return the hash function of keys: of ``Row(key)``, or of pickled bytes without a type."""
        return select_row_key_hash(key_type)

    def get_operator_name(self, name: str, spec: OperatorSpec | VirtualSpec) -> str:
        return get_python_name(name, spec)

    def on_operator_added(
        self, name: str, spec: OperatorSpec | VirtualSpec, output_type: TypeInformation | None
    ) -> None:
        building.on_operator_added(name, spec, output_type)

    def is_operator(self, spec: OperatorSpec | VirtualSpec) -> bool:
        return super().is_operator(spec) or has_python_operator(spec)

    def on_partitioned(self, functions: tuple[Any, ...], key_type: Any = None) -> None:
        building.on_partition_added(functions, key_type)

    def check_timestamp_assigner(self, spec: OperatorSpec) -> None:
        building.check_assigner(spec)

    def on_collection(self, values: Sequence[Any], type_: TypeInformation | None) -> str:
        if type_ is None:
            building.check_collection(values)
            return ""
        return building.find_unreadable_timestamp(values, type_)

    def transform_pipeline(self, pipeline: Pipeline) -> Pipeline:
        return apply_pyflink_passes(pipeline)


def read_bundle_option(configuration: Configuration, option: str) -> int:
    """Read the size or time of bundles; values that are not positive become 1000, as in Flink."""
    value = configuration.get_integer(option, 1000)
    return value if value > 0 else 1000


def create_pyflink_flavor(configuration: Configuration) -> PythonApiFlavor:
    """Create PyFlink's dialect with the worker options of *configuration*."""
    return PythonApiFlavor(
        read_bundle_option(configuration, BUNDLE_SIZE),
        configuration.get_string(EXECUTION_MODE, "process") == "thread",
        configuration.get_integer(STATE_CACHE_SIZE, 1000),
    )
