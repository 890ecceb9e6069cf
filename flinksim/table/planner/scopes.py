"""Which columns a name can mean: the tables of FROM, and those of the queries around."""

from __future__ import annotations

from dataclasses import dataclass, field

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.planner_errors import make_validation_error
from flinksim.table.planner.rel_nodes import WINDOW_COLUMNS, Rel, WindowTvf
from flinksim.table.planner.rex_nodes import Access, OuterRef, Ref, Rex


@dataclass(slots=True)
class ScopeTable:
    """A table of FROM: its alias and which columns of the joined row are its own."""

    alias: str | None
    names: list[str]
    indexes: list[int]

    def find(self, name: str) -> list[int]:
        """Return the columns with a name."""
        exact = [i for n, i in zip(self.names, self.indexes, strict=True) if n == name]
        return exact


@dataclass(slots=True)
class Scope:
    """The columns that an expression can name."""

    rel: Rel
    sources: list[ScopeTable]
    parent: Scope | None = None
    merged: dict[str, Rex] = field(default_factory=dict)
    """Columns of USING: one column for both sides."""
    correlated: set[int] = field(default_factory=set)

    @staticmethod
    def of(rel: Rel, alias: str | None, parent: Scope | None = None) -> Scope:
        """Return a scope with one table."""
        names = [f.name for f in rel.fields]
        if isinstance(rel, WindowTvf):
            # these columns keep their names, even if the table has columns with the same names
            names[-len(WINDOW_COLUMNS) :] = WINDOW_COLUMNS
        return Scope(rel, [ScopeTable(alias, names, list(range(len(names))))], parent)

    def resolve(self, node: ast.Name) -> Rex:
        """Return the column or nested field that a name means."""
        found = self._resolve_here(node)
        level, scope = 1, self.parent
        while found is None and scope is not None:
            outer = scope._resolve_here(node)
            if outer is not None:
                return _to_outer(outer, level, scope)
            level, scope = level + 1, scope.parent
        if found is None:
            raise self._explain_unknown(node)
        return found

    def _resolve_here(self, node: ast.Name) -> Rex | None:
        parts = node.parts
        if len(parts) == 1 and parts[0] in self.merged:
            return self.merged[parts[0]]
        for start in range(min(len(parts) - 1, 3), 0, -1):
            sources = [s for s in self.sources if s.alias == parts[start - 1]]
            for source in sources:
                indexes = source.find(parts[start]) if start < len(parts) else []
                if indexes:
                    return self._access(self.rel.ref(indexes[0]), parts[start + 1 :], node)
        found = [path for source in self.sources for path in self._find_paths(source, parts[0])]
        if len(found) > 1:
            raise make_validation_error(f"Column '{parts[0]}' is ambiguous", node.span)
        if found:
            index, fields = found[0]
            return self._access(self.rel.ref(index), (*fields, *parts[1:]), node)
        return None

    def _find_paths(self, source: ScopeTable, name: str) -> list[tuple[int, tuple[str, ...]]]:
        """Return the columns of a name; or else the fields of that name in columns that are rows."""
        own: list[tuple[int, tuple[str, ...]]] = [(index, ()) for index in source.find(name)]
        rows = [index for index in source.indexes if self.rel.fields[index].type.root == "ROW"]
        for index in [] if own else rows:
            if name in self.rel.fields[index].type.names:
                own.append((index, (name,)))
        return own

    def _access(self, found: Rex, fields: tuple[str, ...], node: ast.Name) -> Rex:
        for name in fields:
            kind = found.type
            if kind.root != "ROW" and len(node.parts) > 1:
                raise make_validation_error(f"Table '{node.parts[0]}' not found", node.span)
            if kind.root != "ROW" or name not in kind.names:
                raise make_validation_error(
                    f"Column '{'.'.join(node.parts)}' not found in any table", node.span
                )
            inner = kind.children[kind.names.index(name)]
            found = Access(inner.with_nullable(inner.nullable or kind.nullable), name, found)
        return found

    def _explain_unknown(self, node: ast.Name) -> Exception:
        if len(node.parts) > 1:
            aliases = [s.alias for s in self.sources]
            if node.parts[0] in aliases:
                message = f"Column '{node.parts[1]}' not found in table '{node.parts[0]}'"
            else:
                message = f"Table '{node.parts[0]}' not found"
            return make_validation_error(message, node.span)
        known = [name for source in self.sources for name in source.names]
        similar = next((n for n in known if n.lower() == node.parts[0].lower()), None)
        hint = f"; did you mean '{similar}'?" if similar else ""
        return make_validation_error(
            f"Column '{node.parts[0]}' not found in any table{hint}", node.span
        )

    def expand_star(self, node: ast.Star) -> list[tuple[str, Rex]]:
        """Return the columns of ``*`` or ``t.*``."""
        if node.qualifier is None:
            made = list(self.merged.items())
        else:
            made = []
        found = False
        for source in self.sources:
            if node.qualifier is not None and source.alias != node.qualifier:
                continue
            found = True
            for name, index in zip(source.names, source.indexes, strict=True):
                if node.qualifier is not None or name not in self.merged:
                    made.append((name, self.rel.ref(index)))
        if not found:
            raise make_validation_error(f"Unknown identifier '{node.qualifier}'", node.span)
        return made


def _to_outer(found: Rex, level: int, scope: Scope) -> Rex:
    if isinstance(found, Access):
        return Access(found.type, found.name, _to_outer(found.operand, level, scope))
    assert isinstance(found, Ref)
    scope.correlated.add(found.index)
    return OuterRef(found.type, level, found.index, scope.rel.fields[found.index].name)
