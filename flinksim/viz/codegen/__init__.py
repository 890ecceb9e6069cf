"""Code and reference pages that are generated from the Python declarations.

Run ``python -m flinksim.viz.codegen.schema --write`` after a change of the declarations. Files that
people write by hand do not belong here. Not in Flink.
"""
