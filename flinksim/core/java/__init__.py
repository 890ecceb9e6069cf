"""Java semantics that Flink's results depend on.

Belongs here: 64-bit arithmetic, ``hashCode``, the iteration order of ``HashMap``, key groups, the
digits of numbers, and Flink's own sort and timer heap. Does not belong here: declared types
(``common.typeutils``), and anything that needs a running job.

Start reading at ``key_groups``, then ``hash_code``.
"""
