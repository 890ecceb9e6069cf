"""List of the differences of PyFlink's dialect; ``docs/reference/fidelity.md`` has this list. Not in Flink."""

from __future__ import annotations

DIFFERENCES = {
    "keys are rows": (
        "A key is hashed as ``Row(key)``, and as the bytes of its pickle if it has no declared "
        "type, so it goes to another subtask."
    ),
    "sliding count windows fill first": (
        "``count_window(size, slide)`` fires first after *size* values, then after every *slide*; "
        "else after every *slide* values, with up to *size* of them."
    ),
    "timers fire in rounds": (
        "What firing event-time timers set and delete takes effect when all that were due have "
        "fired; those that are due by then fire in the next round."
    ),
    "due timers wait": (
        "There is no next round: they wait for the next watermark, and behind the last one never "
        "fire. PyFlink does so with bundles of one element."
    ),
    "results come in bundles": (
        "What a Python operator puts out reaches the next one when a bundle ends, and a watermark "
        "(but for the last) waits for that, too: a sink right behind it has everything before one "
        "that is another operator away, windows fire later and fewer values are late, and what a "
        "bundle had put out before a function failed is lost. A function's ``open`` may fail only "
        "when there is an element for it. Not in thread mode."
    ),
    "asynchronous calls are sequential": (
        "A call of an ``AsyncFunction`` ends before the next begins. PyFlink does so, too, with "
        "bundles of one element."
    ),
    "retries go on at the end": (
        "A call of an ``AsyncFunction`` that is to be made again when the input ends is made again "
        "after its delay, as often as the strategy says. In Java it is made once more and at once, "
        "and what is under way then is not made again."
    ),
    "maps have the workers order": (
        "A ``MapState`` gives first what the bundle has written, then the rest: in the order of "
        "Java's hash map, or, once it went through items or values, as it remembers them."
    ),
    "workers remember state": (
        "The worker remembers state from bundle to bundle (``python.state.cache-size`` is not 0)."
    ),
    "on timer must return": (
        "``on_timer`` and the functions of windows must return something to iterate over; "
        "``None`` is an error."
    ),
    "results have time of firing": (
        "What a window puts out has the timestamp of the element or timer that fired it, not that "
        "of the window's end, and what a processing-time timer puts out has the timer's, not "
        "none."
    ),
    "merging keeps one value": (
        "When windows merge, one of their accumulators, and of the reducing or aggregating states "
        "of their triggers, is left, and ``merge`` is not called. Lists are joined as in Java."
    ),
    "merging in order of python sets": (
        "Which of the windows that merge lends its state to the result, and which comes first, "
        "follows the order of a Python set of windows and not that of a Java one."
    ),
    "untaken side outputs stay": (
        "If no side output of an operator is taken, ``(OutputTag, value)`` is a result like any "
        "other."
    ),
    "empty firings end the element": (
        "If a window fires for an element and has nothing to hand on, it is not purged, and no "
        "timer is set for its end: without another one its state and ``clear`` are left out."
    ),
    "aggregates take anything": (
        "``sum`` adds up whatever Python can add, text too, and that a field is not there is "
        "found out when the second value of a key comes; else the declared type decides that when "
        "the program is built."
    ),
    "none is a key": "``None`` is a key like any other.",
    "sources forget timestamp assigners": (
        "``from_source`` takes no notice of the timestamp assigner of its strategy: values have "
        "the timestamps that the source gives them, which is none in most."
    ),
    "prints of keyed streams have no name": (
        "``print`` on a keyed stream forgets the name that is to stand before its lines."
    ),
    "operators are pythons": (
        "Operators are those that PyFlink makes, with its names (``KEYED PROCESS``): ``key_by`` "
        "is one of its own, and Python functions in a row are one, in graphs, tasks and state "
        "alike. A function behind a window sees the watermark that fired it, as it is part of the "
        "same operator, and what one function does to an object the other sees. ``window_all`` is "
        "as parallel as the environment, with one subtask that does the work."
    ),
    "times are c longs": (
        "A timestamp or timer that 64 bits do not hold is an error, and what a float has behind "
        "its point is lost; else such a time wraps around, as in Java, and a float is refused."
    ),
}
