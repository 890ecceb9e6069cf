"""PyFlink: ``pyflink.datastream.formats``: how values stand in files and messages."""
