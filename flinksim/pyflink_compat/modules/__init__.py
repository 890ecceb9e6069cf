"""Modules that exist only as ``pyflink.X``: they are about Java, which flinksim does not have.

:mod:`flinksim.pyflink_compat.import_alias` maps them. Modules that flinksim has under its own name do
not belong here. Start with :mod:`.java_gateway`.
"""
