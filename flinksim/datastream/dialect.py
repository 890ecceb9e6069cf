r"""Whom a run follows where PyFlink and Flink's Java runtime differ: option ``flinksim.dialect``.

This module is the one place that knows what a dialect changes: :data:`JAVA`, the default, and
:data:`PYFLINK` are values of :class:`Dialect`, whose fields say it one by one. The API asks for the
dialect of its configuration, an operator finds it in its ``OperatorContext``.

``docs/fidelity.md`` lists the differences that no dialect reproduces. Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.common.key_groups import KeyHash
from flinksim.common.key_order import KeyBytes, key_bytes_for
from flinksim.common.row_key_hash import row_key_hash_for
from flinksim.common.timestamps import timestamp_from
from flinksim.common.typed_key_hash import typed_key_hash_for
from flinksim.common.typeinfo import TypeInformation

OPTION = "flinksim.dialect"
BUNDLE_SIZE = "python.fn-execution.bundle.size"
EXECUTION_MODE = "python.execution-mode"


@dataclass(frozen=True, slots=True)
class Dialect:
    """What PyFlink does in its own way. The values given here are those of the Java runtime."""

    keys_are_rows: bool = False
    """A key is hashed as ``Row(key)``, and as the bytes of its pickle if it has no declared type, so it
    goes to another subtask."""

    sliding_count_windows_fill_first: bool = False
    """``count_window(size, slide)`` fires first after *size* values, then after every *slide*; else
    after every *slide* values, with up to *size* of them."""

    timers_fire_in_rounds: bool = False
    """What firing event-time timers set and delete takes effect when all that were due have fired;
    those that are due by then fire in the next round."""

    due_timers_wait: bool = False
    """There is no next round: they wait for the next watermark, and behind the last one never fire.
    PyFlink does so with bundles of one element."""

    results_come_in_bundles: bool = False
    """What a Python operator puts out reaches the next one when a bundle ends, at the latest with the
    last watermark: a sink right behind it has everything before one that is another operator away, and
    what a bundle had put out before a function failed is lost. A function's ``open`` may fail only when
    there is an element for it. Not in thread mode."""

    asynchronous_calls_are_sequential: bool = False
    """A call of an ``AsyncFunction`` ends before the next begins. PyFlink does so, too, with bundles
    of one element."""

    maps_have_the_workers_order: bool = False
    """A ``MapState`` gives first what the bundle has written, then the rest: in the order of Java's
    hash map, or, once it went through items or values, as it remembers them."""

    workers_remember_state: bool = False
    """The worker remembers state from bundle to bundle (``python.state.cache-size`` is not 0)."""

    on_timer_must_return: bool = False
    """``on_timer`` and the functions of windows must return something to iterate over; ``None`` is an
    error."""

    results_have_time_of_firing: bool = False
    """What a window puts out has the timestamp of the element or timer that fired it, not that of the
    window's end, and what a processing-time timer puts out has the timer's, not none."""

    merging_keeps_one_value: bool = False
    """When windows merge, one of their accumulators, and of the reducing or aggregating states of their
    triggers, is left, and ``merge`` is not called. Lists are joined as in Java."""

    merging_in_order_of_python_sets: bool = False
    """Which of the windows that merge lends its state to the result, and which comes first, follows the
    order of a Python set of windows and not that of a Java one."""

    untaken_side_outputs_stay: bool = False
    """If no side output of an operator is taken, ``(OutputTag, value)`` is a result like any other."""

    empty_firings_end_the_element: bool = False
    """If a window fires for an element and has nothing to hand on, it is not purged, and no timer is
    set for its end: without another one its state and ``clear`` are left out."""

    aggregates_take_anything: bool = False
    """``sum`` adds up whatever Python can add, text too, and that a field is not there is found out
    when the second value of a key comes; else the declared type decides that when the program is
    built."""

    none_is_a_key: bool = False
    """``None`` is a key like any other."""

    sources_forget_timestamp_assigners: bool = False
    """``from_source`` takes no notice of the timestamp assigner of its strategy: values have the
    timestamps that the source gives them, which is none in most."""

    prints_of_keyed_streams_have_no_name: bool = False
    """``print`` on a keyed stream forgets the name that is to stand before its lines."""

    failures_are_py4j_errors: bool = False
    """The exception of a failed job is called ``Py4JJavaError``."""

    operators_are_pythons: bool = False
    """Operators are those that PyFlink makes, with its names (``KEYED PROCESS``): ``key_by`` is one of
    its own, and Python functions in a row are one, in graphs, tasks and state alike. A function behind
    a window sees the watermark that fired it, as it is part of the same operator, and what one function
    does to an object the other sees. ``window_all`` is as parallel as the environment, with one subtask
    that does the work."""

    times_are_c_longs: bool = False
    """A timestamp or timer that 64 bits do not hold is an error, and what a float has behind its point
    is lost; else such a time wraps around, as in Java, and a float is refused."""

    bundle_size: int = 0
    """So many elements and timers a worker takes in one bundle, if there are bundles at all; what it
    knows of a ``MapState`` goes from bundle to bundle."""

    def time_from(self, number: Any, found_in: str) -> int:
        """What a program gives as a time; see :func:`~flinksim.common.timestamps.timestamp_from`."""
        if not self.times_are_c_longs:
            return timestamp_from(number, found_in)
        time = int(number) if isinstance(number, float) else number
        if timestamp_from(time, found_in) != time:
            raise OverflowError("Python int too large to convert to C long")
        return int(time)

    def key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """The hash function for keys of *key_type*; ``None`` where Java's needs no type.

        Errors: ``TypeError`` with Flink's words for a type that cannot be a key.
        """
        return row_key_hash_for(key_type) if self.keys_are_rows else typed_key_hash_for(key_type)

    def key_bytes(self, key_type: TypeInformation | None) -> KeyBytes:
        """What makes the bytes by which batch mode sorts keys of *key_type*."""
        return key_bytes_for(key_type, self.keys_are_rows)


JAVA = Dialect()
PYFLINK = Dialect(
    keys_are_rows=True,
    timers_fire_in_rounds=True,
    results_come_in_bundles=True,
    sliding_count_windows_fill_first=True,
    maps_have_the_workers_order=True,
    workers_remember_state=True,
    on_timer_must_return=True,
    results_have_time_of_firing=True,
    merging_keeps_one_value=True,
    merging_in_order_of_python_sets=True,
    untaken_side_outputs_stay=True,
    empty_firings_end_the_element=True,
    aggregates_take_anything=True,
    none_is_a_key=True,
    sources_forget_timestamp_assigners=True,
    prints_of_keyed_streams_have_no_name=True,
    failures_are_py4j_errors=True,
    operators_are_pythons=True,
    times_are_c_longs=True,
)
PYFLINK_ONE_BY_ONE = replace(
    PYFLINK,
    due_timers_wait=True,
    asynchronous_calls_are_sequential=True,
)
"""With bundles of one element."""
PYFLINK_IN_THREADS = replace(
    PYFLINK,
    results_come_in_bundles=False,
    timers_fire_in_rounds=False,
    maps_have_the_workers_order=False,
    workers_remember_state=False,
)
"""In thread mode, where Java calls Python directly: timers and state are those of Java."""


def dialect_of(configuration: Configuration) -> Dialect:
    """The dialect that *configuration* asks for. Raises ``ValueError`` for an unknown one."""
    name = configuration.get_string(OPTION, "java")
    if name == "java":
        return JAVA
    if name == "pyflink":
        dialect = _pyflink_of(configuration)
        return replace(
            dialect,
            workers_remember_state=(
                dialect.workers_remember_state
                and configuration.get_integer("python.state.cache-size", 1000) > 0
            ),
            bundle_size=configuration.get_integer(BUNDLE_SIZE, 1000),
        )
    raise ValueError(f"option {OPTION!r}: expected java or pyflink, found {name!r}")


def _pyflink_of(configuration: Configuration) -> Dialect:
    if configuration.get_integer(BUNDLE_SIZE, 1000) == 1:
        return PYFLINK_ONE_BY_ONE
    in_threads = configuration.get_string(EXECUTION_MODE, "process") == "thread"
    return PYFLINK_IN_THREADS if in_threads else PYFLINK
