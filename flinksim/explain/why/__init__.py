"""Why, why not, what if: questions to a run, in words, and their answers.

A question is parsed (:mod:`.grammar`), answered from the facts of the trace (:mod:`.firings`,
:mod:`.missing`, :mod:`.records` ...), and, where the program is at hand, tried (:mod:`.trying`):
without its cause, and with the smallest change that makes it otherwise. Not in Flink.
"""

from flinksim.explain.why.answer import Answer as Answer
from flinksim.explain.why.answer import Counterfactual as Counterfactual
from flinksim.explain.why.answer import Link as Link
from flinksim.explain.why.answer import Thing as Thing
from flinksim.explain.why.ask import ask as ask
from flinksim.explain.why.ask import ask_about_two as ask_about_two
from flinksim.explain.why.ask import questions as questions
from flinksim.explain.why.names import QuestionError as QuestionError
