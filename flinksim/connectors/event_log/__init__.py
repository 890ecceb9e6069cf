"""Event logs: files of real events, each with its split and arrival time.

Belongs here: the format (see ``source``), its reader in layers of byte ranges, lines and rows, and
its writer. Does not belong here: Parquet logs and conversion from other formats
(``flinksim.replay.logs``).

Start reading at ``source``.
"""
