"""Answers to questions about one run: why, why not, what if.

A question is text. :mod:`.question_parser` parses it and selects an explainer. The explainer (in
:mod:`.window_firing_answers`, :mod:`.missing_firing_answers`, :mod:`.record_outcomes`,
:mod:`.watermark_answers`, :mod:`.timers`, :mod:`.task_states` ...) reads the events of the trace
and builds a :class:`~flinksim.analysis.why.finding.Finding`. If the program is available,
:mod:`flinksim.analysis.whatif` verifies the cause and searches the smallest change.

Here belong questions, explainers and answers. Changes of programs belong to
:mod:`flinksim.analysis.whatif`, event descriptions to ``flinksim.trace.narration``. Start with
:func:`flinksim.analysis.why.answer_question.answer_question`. Not in Flink.
"""
