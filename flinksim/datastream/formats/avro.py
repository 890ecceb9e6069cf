"""PyFlink: ``pyflink.datastream.formats.avro``: names whose use raises an error."""

from __future__ import annotations

from flinksim.core.unsupported_api import UnsupportedFeature, build_unsupported_getattr

_UNSUPPORTED = UnsupportedFeature(
    "it uses Java libraries for Avro, and flinksim uses only the Python standard library",
    "the formats csv and json of flinksim.datastream.formats, or values that you "
    "read yourself and pass to env.from_collection(...)",
)
_NAMES = (
    "AvroBulkWriters",
    "AvroInputFormat",
    "AvroRowDeserializationSchema",
    "AvroRowSerializationSchema",
    "AvroSchema",
    "GenericRecordAvroTypeInfo",
)

__getattr__ = build_unsupported_getattr(__name__, dict.fromkeys(_NAMES, _UNSUPPORTED))
