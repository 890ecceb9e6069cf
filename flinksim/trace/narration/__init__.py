"""Descriptions of a run in sentences, in English and Simplified Chinese.

- :mod:`flinksim.trace.narration.narrator` describes a whole run; start reading there.
- :mod:`flinksim.trace.narration.templates` has the sentence of each event type and fills it in.
- :mod:`flinksim.trace.narration.verbosity` decides which events are included.
- :mod:`flinksim.trace.narration.value_formatting` formats ids, times and values.

Explanations (why something did not happen) belong to :mod:`flinksim.analysis.why`, the Chinese texts
to :mod:`flinksim.core.i18n`.
"""
