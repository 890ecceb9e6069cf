"""Formats of files and messages, like ``pyflink.datastream.formats``.

``csv`` and ``json`` work, and the row schemas of ``avro``. The other names in ``avro``, and those in
``orc`` and ``parquet``, can be imported. Their use raises an error that names an alternative.
Sources and sinks that use a format belong to :mod:`flinksim.connectors`. Start reading at
:mod:`~flinksim.datastream.formats.csv`.
"""
