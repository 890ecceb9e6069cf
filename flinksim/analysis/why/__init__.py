"""Why, why not, what if: questions to a run, in words, and their answers.

A question is parsed (:mod:`.grammar`), answered from the facts of the trace (:mod:`.firings`,
:mod:`.missing`, :mod:`.records` ...), and, where the program is at hand, tried (:mod:`.trying`):
without its cause, and with the smallest change that makes it otherwise. Not in Flink.
"""
