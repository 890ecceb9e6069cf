"""Formats of files and messages, like ``pyflink.datastream.formats``.

``csv`` and ``json`` work. The names in ``avro``, ``orc`` and ``parquet`` can be imported, and their
use raises an error that names an alternative. Sources and sinks that use a format belong to
:mod:`flinksim.connectors`. Start reading at :mod:`~flinksim.datastream.formats.csv`.
"""
