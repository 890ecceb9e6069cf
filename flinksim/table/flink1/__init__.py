"""The Table API of Flink 1.x, for programs that use it (``--flink 1.x``).

Belongs here: names, descriptors, options and text expressions that Flink 2 has no more. Does not belong
here: what Flink 2 has. Start reading at ``old_table_names``.
"""
