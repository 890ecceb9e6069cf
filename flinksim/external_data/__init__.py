"""Bindings: the files that stand in for the external systems of a program.

A program that reads Kafka runs here when a file is bound to its topic, and what it writes can be kept
in a file. Belongs here: parsing bindings, applying them to a program, and generating sample records.
Does not belong here: reading recordings and keeping messages (``flinksim.connectors.external``).

Start reading at :mod:`.bind_jobs`.
"""
