r"""Whom a run follows where PyFlink and Flink's Java runtime differ: option ``flinksim.dialect``.

This module is the one place that knows what a dialect changes: :data:`JAVA`, the default, and
:data:`PYFLINK` are values of :class:`Dialect`, whose fields say it one by one. The API asks for the
dialect of its configuration, an operator finds it in its ``OperatorContext``.

``docs/fidelity.md`` lists the differences that no dialect reproduces. Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flinksim.common.configuration import Configuration
from flinksim.common.key_groups import KeyHash
from flinksim.common.row_key_hash import row_key_hash_for
from flinksim.common.typeinfo import TypeInformation

OPTION = "flinksim.dialect"
BUNDLE_SIZE = "python.fn-execution.bundle.size"


@dataclass(frozen=True, slots=True)
class Dialect:
    """What PyFlink does in its own way. The values given here are those of the Java runtime."""

    keys_are_rows: bool = False
    """A key is hashed as ``Row(key)``, and as the bytes of its pickle if it has no declared type, so it
    goes to another subtask."""

    sliding_count_windows_fill_first: bool = False
    """``count_window(size, slide)`` fires first after *size* values, then after every *slide*; else
    after every *slide* values, with up to *size* of them."""

    due_timers_wait: bool = False
    """An event-time timer that is set while timers fire, and is due, waits for the next watermark; what
    waits behind the last one never fires. PyFlink does so with bundles of one element."""

    on_timer_must_return: bool = False
    """``on_timer`` must return something to iterate over; ``None`` is an error."""

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

    def key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """The hash function for keys of *key_type*; ``None`` stands for the Java runtime's."""
        return row_key_hash_for(key_type) if self.keys_are_rows else None


JAVA = Dialect()
PYFLINK = Dialect(
    keys_are_rows=True,
    sliding_count_windows_fill_first=True,
    on_timer_must_return=True,
    results_have_time_of_firing=True,
    merging_keeps_one_value=True,
    merging_in_order_of_python_sets=True,
    untaken_side_outputs_stay=True,
)


def dialect_of(configuration: Configuration) -> Dialect:
    """The dialect that *configuration* asks for. Raises ``ValueError`` for an unknown one."""
    name = configuration.get_string(OPTION, "java")
    if name == "java":
        return JAVA
    if name == "pyflink":
        one_by_one = configuration.get_integer(BUNDLE_SIZE, 1000) == 1
        return replace(PYFLINK, due_timers_wait=True) if one_by_one else PYFLINK
    raise ValueError(f"option {OPTION!r}: expected java or pyflink, found {name!r}")
