"""Basic building blocks that all other packages use.

Belongs here: ids, file access, argument checks, errors under PyFlink's names, translatable messages
(``i18n``), Java arithmetic and hash codes (``java``), and the catalog of Flink's classes
(``flink_catalog``).

Does not belong here: anything that knows about streams, operators, traces or pages. Modules in this
package import no other package of flinksim.

Start reading at ``ids``, ``safe_repr`` and ``java.key_groups``.
"""
