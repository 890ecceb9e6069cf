"""Small expression language on runs: conditions, watch expressions and stop conditions.

- :mod:`.conditions`: "watermark of windows > 12:00", for model checking and ``run(until=...)``
- :mod:`.watch_expressions`: "state sum of a", for ``sim.watch(...)``
- :mod:`.stop_conditions`: everything that ``run(until=...)`` accepts
- :mod:`.name_resolution`: times, windows, values and operator names in text; questions use it as
  well

Start with :class:`flinksim.analysis.expressions.conditions.Condition`. The grammar of questions is
in :mod:`flinksim.analysis.why.question_parser`. Not in Flink.
"""
