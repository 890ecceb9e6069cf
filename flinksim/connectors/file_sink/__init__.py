"""File sink with exactly-once part files, as Flink's ``FileSink``.

Belongs here: the sink, bucket assigners and rolling policies, and the state in snapshots.
Does not belong here: PyFlink's builders (``flinksim.datastream.connectors.file_system``), and the
writing of files as such (``flinksim.core.atomic_files``).

Start reading at ``sink``.
"""
