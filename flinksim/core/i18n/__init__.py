"""Translatable messages.

Belongs here: the languages, the message type that keeps its template, and the translations by
English template (``locales``). Does not belong here: the code that builds messages; it is next to
the feature.

Start reading at ``messages`` (``Message``).
"""
