"""Understanding of questions in a person's own words.

``intents.toml`` has the intents with phrases in English and Chinese. :mod:`.intent_matching` compares a
question with them, :mod:`.entities` finds the names of the run in it, and :mod:`.readings` turns both
into questions of the forms in :mod:`flinksim.analysis.why.question_parser`. Start with
:mod:`.understanding`. Answers do not belong here. Not in Flink.
"""
