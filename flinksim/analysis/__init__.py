"""Analysis of runs: explain them, change them, compare them and check them.

- :mod:`flinksim.analysis.why` answers questions about a run ("why was record 2 dropped").
- :mod:`flinksim.analysis.whatif` changes a program, reruns it and finds counterfactuals.
- :mod:`flinksim.analysis.model_checking` checks a property under all schedules.
- :mod:`flinksim.analysis.compare` compares runs.
- :mod:`flinksim.analysis.expressions` parses conditions, watch expressions and stop conditions.
- :mod:`flinksim.analysis.bottlenecks` finds the cause of backpressure.

Everything here reads traces and runs programs; nothing here draws (see ``flinksim.viz``). Nothing
in ``flinksim.runtime`` may import it. Start with
:func:`flinksim.analysis.why.answer_question.answer_question` and
:func:`flinksim.analysis.model_checking.explore`.
"""
