"""Source of the compiled forms of operators: what their ``process_element`` does in an untraced run.

The class of an operator is its specification. A template writes the same calls of user functions and the
same changes of state in the same order, without the calls in between. The generated lines have the value of
the record in the variable ``value`` and its timestamp in ``timestamp``. An operator without a template is
called with a record.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable

from flinksim.core.code_writer import CodeWriter
from flinksim.core.java.int64 import to_long
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream.aggregations import SumAggregator
from flinksim.datastream.triggers import EventTimeTrigger, TriggerResult
from flinksim.datastream.window_assigners import TumblingEventTimeWindows
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.operators.one_input_operators import StreamFilter, StreamMap
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.operators.window_contents import Pane
from flinksim.runtime.operators.window_operator import WindowOperator

WriteOutput = Callable[[CodeWriter, StreamOperator], None]
"""Writes what happens to the records that an operator emits."""


def write_operator(code: CodeWriter, operator: StreamOperator, write_output: WriteOutput) -> None:
    """Write how *operator* processes the record with ``value`` and ``timestamp``."""
    if type(operator) is StreamMap:
        code.write(f"value = {code.bind('map_value', operator._map)}(value)")
        write_output(code, operator)
    elif type(operator) is StreamFilter:
        with code.indent(f"if {code.bind('accepts', operator._filter)}(value):"):
            write_output(code, operator)
    elif is_simple_window_operator(operator):
        assert isinstance(operator, WindowOperator)
        _write_window_operator(code, operator)
    else:
        record = code.bind("StreamRecord", StreamRecord)
        process = code.bind("process_element", operator.process_element)
        code.write(f"{process}({record}(value, timestamp))")


def is_single_output(operator: StreamOperator) -> bool:
    """Return whether *operator* has a template and emits at most one record for each record."""
    return type(operator) in (StreamMap, StreamFilter)


def is_simple_window_operator(operator: StreamOperator) -> bool:
    """Return whether *operator* has tumbling event-time windows that fire at their end, without elements."""
    return (
        type(operator) is WindowOperator
        and type(operator._assigner) is TumblingEventTimeWindows
        and type(operator._trigger) is EventTimeTrigger
        and operator._merging is None
        and operator._element_state is None
        and operator._tracer is None
        and not operator._strategy.has_shared_elements
    )


def _write_window_operator(code: CodeWriter, operator: WindowOperator) -> None:
    """Write :meth:`WindowOperator.process_element`."""
    timers = operator.timer_service
    names = {
        "operator": code.bind("window_operator", operator),
        "backend": code.bind("backend", operator.backend),
        "first_group": operator.backend.key_group_range.start,
        "known_keys": code.bind("known_keys", operator.backend._key_group_indexes),
        "key_selector": code.bind("select_window_key", operator._key_selector),
        "assigner": code.bind("assigner", operator._assigner),
        "assigner_context": code.bind("assigner_context", operator._assigner_context),
        "timers": code.bind("timers", timers),
        "queue": code.bind("timer_queue", timers.event_time_timers),
        "known_timers": code.bind("known_timers", timers.event_time_timers.timers),
        "maps": code.bind("pane_maps", operator._panes.maps),
        "context": code.bind("trigger_context", operator._trigger_context),
        "FIRE": code.bind("FIRE", TriggerResult.FIRE),
        "Pane": code.bind("Pane", Pane),
        "StreamRecord": code.bind("StreamRecord", StreamRecord),
        "to_long": code.bind("to_long", to_long),
        "lateness": operator._lateness,
        "MIN": MIN_TIMESTAMP,
        "MAX": MAX_TIMESTAMP,
    }
    code.write(
        """
time = {MIN} if timestamp is None else timestamp
key = {key_selector}(value)
kind = type(key)
group = {known_keys}.get(key) if kind is str or kind is int else None
if group is None:
    {backend}.set_current_key(key)
    group = {backend}.key_group_index
    identity = {backend}.key_identity
else:
    {backend}.current_key = {backend}.key_identity = identity = key
    {backend}.key_group_index = group
    {backend}.current_key_group = group + {first_group}
if {assigner}._cached_start <= time < {assigner}._cached_end:
    window = {assigner}._cached_windows[0]
    end = window[1] - 1
else:
    window, = {assigner}.assign_windows(value, time, {assigner_context})
    end = window.max_timestamp()
cleanup_time = end + {lateness}
if cleanup_time > {MAX}:
    cleanup_time = {MAX}
watermark = {timers}.current_watermark
if cleanup_time <= watermark:
    if {to_long}(time + {lateness}) <= watermark:
        {operator}._drop_late({StreamRecord}(value, timestamp))
""".format(**names)
    )
    with code.indent("else:"):
        code.write(
            """
panes = {maps}[group]
pane = panes.get((identity, window))
if pane is None:
    pane = panes[identity, window] = {Pane}()
""".format(**names)
        )
        _write_add_to_pane(code, operator)
        code.write(
            """
pane.count += 1
{context}.window = window
if end <= watermark:
    {operator}._apply_trigger_result({FIRE}, window, window, pane, {StreamRecord}(value, timestamp))
elif (identity, window, end) not in {known_timers}:
    {queue}.add(end, key, identity, window)
""".format(**names)
        )
        if operator._lateness:
            code.write(
                """
if cleanup_time < {MAX} and (identity, window, cleanup_time) not in {known_timers}:
    {queue}.add(cleanup_time, key, identity, window)
""".format(**names)
            )


def _write_add_to_pane(code: CodeWriter, operator: WindowOperator) -> None:
    """Write the addition of ``value`` to ``pane.contents``."""
    add = code.bind("add", operator._strategy.add)
    function = getattr(operator._strategy.merge, "__self__", None)
    if type(function) is SumAggregator and type(function.field) is int and function.field >= 0:
        field = function.field
        code.write(
            f"""
contents = pane.contents
if (
    type(contents) is tuple
    and type(value) is tuple
    and len(contents) > {field} < len(value)
    and type(contents[{field}]) is int
    and type(value[{field}]) is int
):
    total = contents[{field}] + value[{field}]
    pane.contents = (*contents[:{field}], total, *contents[{field + 1}:])
else:
    pane.contents = {add}(contents, value)
"""
        )
    else:
        code.write(f"pane.contents = {add}(pane.contents, value)")
