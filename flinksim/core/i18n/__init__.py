"""Translatable messages.

Belongs here: the languages, the message type that keeps its template, and the message catalogs
of each language (``catalog``). Does not belong here: the code that builds messages; it is next to
the feature.

Start reading at ``messages`` (``Message``).
"""
