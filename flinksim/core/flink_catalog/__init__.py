"""A catalog of Flink's classes, members, options and outdated claims.

Belongs here: which versions have a class (``classes``), class hierarchies (``class_hierarchy``),
and explanations of old names and claims (``glossary``). The data is in ``flinksim/core/resources``.
Does not belong here: which classes flinksim models, and how the catalog is displayed.

Start reading at ``classes``.
"""
