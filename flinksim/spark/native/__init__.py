"""Keyed windows without Python: as expressions that Spark compiles."""
