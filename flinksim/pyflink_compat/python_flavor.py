"""PyFlink's API flavor: its differences while a program is built, and the settings of its workers.

Differences at run time are in :mod:`flinksim.pyflink_compat.task_factory`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.common.typeinfo import TypeInformation
from flinksim.core.java.key_groups import KeyHash
from flinksim.datastream.api_flavor import Dialect
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import OperatorSpec, VirtualSpec
from flinksim.pyflink_compat import build_hooks as building
from flinksim.pyflink_compat.function_kinds import has_an_operator
from flinksim.pyflink_compat.operator_names import python_name
from flinksim.pyflink_compat.pass_manager import as_pyflink_makes_it
from flinksim.pyflink_compat.row_key_hash import row_key_hash_for

BUNDLE_SIZE = "python.fn-execution.bundle.size"
BUNDLE_TIME = "python.fn-execution.bundle.time"
EXECUTION_MODE = "python.execution-mode"
STATE_CACHE_SIZE = "python.state.cache-size"


class PyFlinkDialect(Dialect):
    """PyFlink's dialect, with the settings of its workers.

    With bundles of one element (*bundle_size*) asynchronous calls are sequential. If
    ``has_workers``, functions run in their own process, results come in bundles, and timers fire in
    rounds; in thread mode Java calls Python directly. If ``workers_remember_state``, workers cache
    state across bundles.
    """

    operators_are_pythons = True
    sliding_count_windows_fill_first = True
    aggregates_take_anything = True
    sources_forget_timestamp_assigners = True
    prints_of_keyed_streams_have_no_name = True

    def __init__(
        self, bundle_size: int = 1000, in_threads: bool = False, state_cache_size: int = 1000
    ) -> None:
        self.asynchronous_calls_are_sequential = bundle_size == 1
        self.has_workers = bundle_size == 1 or not in_threads
        self.workers_remember_state = self.has_workers and state_cache_size > 0

    def key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """Return the hash function of keys: of ``Row(key)``, or of pickled bytes without a type."""
        return row_key_hash_for(key_type)

    def operator_name(self, name: str, spec: OperatorSpec | VirtualSpec) -> str:
        return python_name(name, spec)

    def added(
        self, name: str, spec: OperatorSpec | VirtualSpec, output_type: TypeInformation | None
    ) -> None:
        building.added(name, spec, output_type)

    def is_operator(self, spec: OperatorSpec | VirtualSpec) -> bool:
        return super().is_operator(spec) or has_an_operator(spec)

    def partitioned(self, functions: tuple[Any, ...], key_type: Any = None) -> None:
        building.partitioned(functions, key_type)

    def check_assigner(self, spec: OperatorSpec) -> None:
        building.check_assigner(spec)

    def collected(self, values: Sequence[Any]) -> None:
        building.collected(values)

    def made_of(self, pipeline: Pipeline) -> Pipeline:
        return as_pyflink_makes_it(pipeline)


def of_bundles(configuration: Configuration, option: str) -> int:
    """Read the size or time of bundles; values that are not positive become 1000, as in Flink."""
    value = configuration.get_integer(option, 1000)
    return value if value > 0 else 1000


def pyflink_dialect_of(configuration: Configuration) -> PyFlinkDialect:
    """Create PyFlink's dialect with the worker options of *configuration*."""
    return PyFlinkDialect(
        of_bundles(configuration, BUNDLE_SIZE),
        configuration.get_string(EXECUTION_MODE, "process") == "thread",
        configuration.get_integer(STATE_CACHE_SIZE, 1000),
    )
