"""List of the differences of PyFlink's dialect; ``docs/reference/fidelity.md`` has this list. Not in Flink."""

from __future__ import annotations

DIFFERENCES = {
    "keys are rows": (
        "A key is hashed as ``Row(key)``, or as the bytes of its pickle if it has no declared "
        "type. So it goes to another subtask."
    ),
    "sliding count windows fill first": (
        "``count_window(size, slide)`` fires first after *size* values, then after every "
        "*slide*. In Java it fires after every *slide* values, with up to *size* of them."
    ),
    "timers fire in rounds": (
        "What firing event-time timers register and delete takes effect when all due timers "
        "have fired. Timers that are due by then fire in the next round."
    ),
    "due timers wait": (
        "There is no next round. Timers wait for the next watermark, and after the last one "
        "never fire. PyFlink does this with bundles of one element."
    ),
    "results come in bundles": (
        "Results of a Python operator reach the next one when a bundle ends. A watermark "
        "(except the last) waits for this too. So windows fire later, fewer values are late, "
        "and a failure loses the output of its bundle. A function's ``open`` may fail only "
        "when it has an element. Not in thread mode."
    ),
    "asynchronous calls are sequential": (
        "A call of an ``AsyncFunction`` ends before the next one starts. PyFlink does this "
        "too, with bundles of one element."
    ),
    "retries go on at the end": (
        "A call of an ``AsyncFunction`` with retries is repeated after its delay when the "
        "input ends, as often as the strategy allows. In Java it is repeated once, "
        "immediately, and pending calls are not repeated."
    ),
    "maps have the workers order": (
        "A ``MapState`` iterates first over the writes of the bundle, then over the rest: in "
        "the order of Java's hash map, or in the cached order after an iteration over items "
        "or values."
    ),
    "workers remember state": (
        "The worker caches state between bundles (``python.state.cache-size`` is not 0)."
    ),
    "on timer must return": (
        "``on_timer`` and the functions of windows must return an iterable; ``None`` is an error."
    ),
    "results have time of firing": (
        "The result of a window has the timestamp of the element or timer that fired it, not "
        "that of the window's end. The result of a processing-time timer has the timer's "
        "timestamp; in Java it has none."
    ),
    "merging keeps one value": (
        "When windows merge, one accumulator is kept, also of the reducing and aggregating "
        "states of triggers, and ``merge`` is not called. Lists are joined as in Java."
    ),
    "merging in order of python sets": (
        "Which merged window lends its state to the result, and which is first, follows the "
        "order of a Python set of windows."
    ),
    "untaken side outputs stay": (
        "If no side output of an operator is read, ``(OutputTag, value)`` is an ordinary result."
    ),
    "empty firings end the element": (
        "If a window fires for an element without a result, it is not purged, and no timer "
        "for its end is registered. Without another timer its state is never cleared."
    ),
    "aggregates take anything": (
        "``sum`` adds whatever Python can add, also text. A missing field is noticed with the "
        "second value of a key. In Java the declared type decides this when the program is "
        "built."
    ),
    "checkpoints miss the timers of a bundle": (
        "A checkpoint ends the open bundle. It contains the state that the bundle's functions "
        "have changed, but not the timers that they have set or deleted. After a failure "
        "these timers never fire, and the windows that they belong to neither. If a watermark "
        "waits for the end of the bundle, its timers are in the checkpoint."
    ),
    "collecting drops other sinks": (
        "``execute_and_collect`` runs only the collected stream and what it reads. A ``print()`` "
        "or another sink of the program is not part of the job."
    ),
    "functions run twice": (
        "A function is in the job twice if ``forward()`` follows it and two functions read that, or "
        "if two functions of a collected stream read it. It does the same work twice; the results "
        "are the same."
    ),
    "clients cannot collect everything": (
        "``execute_and_collect`` raises an error at a value with a ``SQL_TIMESTAMP``, and at a "
        "``None`` inside a value if its type is a row, a tuple, a list, a map, an array, ``FLOAT`` or "
        "``SQL_TIME``. The error is in the client: the job does not restart."
    ),
    "reductions start anew": (
        "The values of ``reduce``, ``sum``, ``min``, ``max``, ``min_by`` and ``max_by`` on a keyed "
        "stream are not restored after a failure or from a savepoint: their state has a random "
        "name, another one in each attempt. State of your own functions is restored."
    ),
    "none is a key": "``None`` is an ordinary key.",
    "sources forget timestamp assigners": (
        "``from_source`` ignores the timestamp assigner of its strategy. Values have the "
        "timestamps of the source: of the messages for Kafka, usually none for others."
    ),
    "prints of keyed streams have no name": (
        "``print`` on a keyed stream omits the name before its lines."
    ),
    "operators are pythons": (
        "Operators are PyFlink's, with its names (``KEYED PROCESS``). ``key_by`` is an "
        "operator of its own, and consecutive Python functions are one operator, in graphs, "
        "tasks and state alike. A function after a window has the watermark that fired it, "
        "because it is part of the same operator. Functions share the objects that they "
        "change. ``window_all`` has the parallelism of the environment, and one subtask does "
        "the work."
    ),
    "times are c longs": (
        "A timestamp or timer that does not fit into 64 bits is an error, and the fraction of "
        "a float is dropped. In Java such a time wraps around, and a float is rejected."
    ),
}
