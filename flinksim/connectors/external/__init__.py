"""Sources and sinks of external systems (Kafka, Kinesis, a database), which files stand in for.

Belongs here: the messages of such a system, the source that reads them from a recording, and the
sink that keeps what the program wrote. Does not belong here: PyFlink's builders
(``flinksim.datastream.connectors``), and the choice of a file for a source (``flinksim.external_data``).

Start reading at :mod:`.external_source`.
"""
