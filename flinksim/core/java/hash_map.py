"""What a ``java.util.HashMap`` holds, and the order in which it gives it.

A bucket is found by the low bits of the key's hash code; in a bucket what came first comes first, until
nine keys of one bucket become a tree (:mod:`.java_tree_bin`). The table doubles when it is three
quarters full, or small with eight keys in one bucket, and never shrinks.

Flink: the ``HashMap`` in ``HeapMapState``.
Differs: a key whose class has no hash code of its own in Java is taken for one with the hash code 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from flinksim.core.java.hash_code import spread_hash_code
from flinksim.core.java.tree_bin import TreeBin, TreeNode

Entry = tuple[Any, Any]

_SMALLEST_TABLE = 16
_TREES_FROM = 64
"""A table so small doubles instead of making trees."""
_FULL_BUCKET = 8
_TREES_END_AT = 6


class JavaHashMap(dict[Any, Entry]):
    """Entries, key and value, by the identity of the key.

    As a dict it has those of one bucket in Java's order; :meth:`in_order` has them all.
    """

    __slots__ = ("_buckets", "_counts", "_hashes", "_ordered", "_trees")

    def __init__(self) -> None:
        super().__init__()
        self._buckets = 0
        self._hashes: dict[Any, int] = {}
        self._counts: Counter[int] = Counter()
        self._trees: dict[int, TreeBin] = {}
        self._ordered: list[Entry] | None = None

    def put(self, identity: Any, entry: Entry, hash_of: Callable[[Any], int]) -> None:
        """Put *entry* in; the key of one that is there already stays. Flink: ``putVal``."""
        self._ordered = None
        before = self.get(identity)
        if before is not None:
            self[identity] = (before[0], entry[1])
            return
        hash_code = self._hashes[identity] = spread_hash_code(entry[0], hash_of)
        self._buckets = self._buckets or _SMALLEST_TABLE
        bucket = hash_code & (self._buckets - 1)
        self[identity] = entry
        self._counts[bucket] += 1
        tree = self._trees.get(bucket)
        if tree is not None:
            tree.add(TreeNode(identity, hash_code, entry[0]))
            self._bring_in_order(tree)
        elif self._counts[bucket] > _FULL_BUCKET:
            if self._buckets < _TREES_FROM:
                self._double()
            else:
                self._make_tree(bucket)
        if len(self) > self._buckets * 3 // 4:
            self._double()

    def make_room_for(self, count: int) -> None:
        """So many entries will be put in together. Flink: ``putMapEntries``."""
        if self._buckets == 0:
            self._buckets = 1 << (int(count / 0.75 + 1.0) - 1).bit_length()
        while count > self._buckets * 3 // 4:
            self._double()
        self._ordered = None

    def take(self, identity: Any) -> bool:
        """Take an entry out; whether there was one."""
        if self.pop(identity, None) is None:
            return False
        self._ordered = None
        bucket = self._hashes.pop(identity) & (self._buckets - 1)
        self._counts[bucket] -= 1
        tree = self._trees.get(bucket)
        if tree is not None:
            if not tree.remove(identity):
                del self._trees[bucket]
            self._bring_in_order(tree)
        return True

    def in_order(self) -> list[Entry]:
        """The entries in Java's order; a list of the caller's own."""
        if self._ordered is None:
            mask, hashes = self._buckets - 1, self._hashes
            places = sorted(self, key=lambda identity: hashes[identity] & mask)
            self._ordered = [self[identity] for identity in places]
        return list(self._ordered)

    def _double(self) -> None:
        """Flink: ``resize`` and ``TreeNode.split``."""
        self._ordered = None
        self._buckets *= 2
        mask = self._buckets - 1
        self._counts = Counter(hash_code & mask for hash_code in self._hashes.values())
        trees, self._trees = self._trees, {}
        for tree in trees.values():
            halves: dict[int, list[TreeNode]] = {}
            for node in tree.nodes:
                halves.setdefault(node.hash_code & mask, []).append(node)
            for bucket, nodes in halves.items():
                if len(nodes) > _TREES_END_AT:
                    self._trees[bucket] = tree if len(halves) == 1 else TreeBin(nodes)
                    self._bring_in_order(self._trees[bucket])

    def _make_tree(self, bucket: int) -> None:
        mask, hashes = self._buckets - 1, self._hashes
        nodes = [
            TreeNode(identity, hashes[identity], entry[0])
            for identity, entry in self.items()
            if hashes[identity] & mask == bucket
        ]
        self._trees[bucket] = TreeBin(nodes)
        self._bring_in_order(self._trees[bucket])

    def _bring_in_order(self, tree: TreeBin) -> None:
        for node in tree.nodes:
            self[node.identity] = self.pop(node.identity)
