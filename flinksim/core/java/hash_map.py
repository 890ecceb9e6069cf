"""The content of a ``java.util.HashMap`` and its iteration order.

The low bits of a key's hash code select the bucket. Within a bucket keys are in insertion order,
until nine keys turn it into a tree (:mod:`.tree_bin`). The table doubles when it is three quarters
full, or when it is small and a bucket has more than eight keys. It never shrinks.

Flink: the ``HashMap`` in ``HeapMapState``.
Differs: a key whose Java class has no own ``hashCode`` gets the hash code 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from flinksim.core.java.hash_code import spread_hash_code
from flinksim.core.java.tree_bin import TreeBin, TreeNode

Entry = tuple[Any, Any]

_DEFAULT_INITIAL_CAPACITY = 16
_MIN_TREEIFY_CAPACITY = 64
"""Number of buckets below which a Java ``HashMap`` doubles rather than turn a bucket into a tree."""
_TREEIFY_THRESHOLD = 8
_UNTREEIFY_THRESHOLD = 6


class JavaHashMap(dict[Any, Entry]):
    """A dict from the identity of a key to its entry (key and value), with Java's iteration order.

    Iterating the dict itself yields the keys of one bucket in Java's order; :meth:`ordered_entries`
    orders all.
    """

    __slots__ = ("_buckets", "_counts", "_hashes", "_ordered_entries", "_trees")

    def __init__(self) -> None:
        super().__init__()
        self._buckets = 0
        self._hashes: dict[Any, int] = {}
        self._counts: Counter[int] = Counter()
        self._trees: dict[int, TreeBin] = {}
        self._ordered_entries: list[Entry] | None = None

    def put(self, identity: Any, entry: Entry, hash_function: Callable[[Any], int]) -> None:
        """Put *entry*; an existing entry keeps its key. Flink: ``putVal``.

        Args:
            identity: a hashable form of the key.
            entry: key and value.
            hash_function: the hash function of keys.
        """
        self._ordered_entries = None
        existing = self.get(identity)
        if existing is not None:
            self[identity] = (existing[0], entry[1])
            return
        hash_code = self._hashes[identity] = spread_hash_code(entry[0], hash_function)
        self._buckets = self._buckets or _DEFAULT_INITIAL_CAPACITY
        bucket = hash_code & (self._buckets - 1)
        self[identity] = entry
        self._counts[bucket] += 1
        tree = self._trees.get(bucket)
        if tree is not None:
            tree.add(TreeNode(identity, hash_code, entry[0]))
            self._reorder_bucket(tree)
        elif self._counts[bucket] > _TREEIFY_THRESHOLD:
            if self._buckets < _MIN_TREEIFY_CAPACITY:
                self._resize()
            else:
                self._treeify_bucket(bucket)
        if len(self) > self._buckets * 3 // 4:
            self._resize()

    def reserve(self, count: int) -> None:
        """Resize the table for *count* entries that are put together. Flink: ``putMapEntries``."""
        if self._buckets == 0:
            self._buckets = 1 << (int(count / 0.75 + 1.0) - 1).bit_length()
        while count > self._buckets * 3 // 4:
            self._resize()
        self._ordered_entries = None

    def remove(self, identity: Any) -> bool:
        """Remove an entry; return whether there was one."""
        if self.pop(identity, None) is None:
            return False
        self._ordered_entries = None
        bucket = self._hashes.pop(identity) & (self._buckets - 1)
        self._counts[bucket] -= 1
        tree = self._trees.get(bucket)
        if tree is not None:
            if not tree.remove(identity):
                del self._trees[bucket]
            self._reorder_bucket(tree)
        return True

    def clear(self) -> None:
        """Remove all entries; the table keeps its size. Flink: ``HashMap.clear``."""
        super().clear()
        self._hashes.clear()
        self._counts.clear()
        self._trees.clear()
        self._ordered_entries = None

    def ordered_entries(self) -> list[Entry]:
        """Return the entries in Java's order, as a new list."""
        if self._ordered_entries is None:
            mask, hashes = self._buckets - 1, self._hashes
            places = sorted(self, key=lambda identity: hashes[identity] & mask)
            self._ordered_entries = [self[identity] for identity in places]
        return list(self._ordered_entries)

    def to_parts(self) -> tuple[Any, ...]:
        """Return the map as plain data, for a file; see :meth:`from_parts`."""
        trees = [(bucket, tree.to_parts()) for bucket, tree in self._trees.items()]
        return self._buckets, list(self.items()), [self._hashes[key] for key in self], trees

    @staticmethod
    def from_parts(parts: tuple[Any, ...]) -> JavaHashMap:
        """Create the map that :meth:`to_parts` returned the *parts* of.

        Raises:
            ValueError: If the parts do not belong together.
        """
        buckets, items, hashes, trees = parts
        made = JavaHashMap()
        if buckets != 0 and not (0 < buckets <= 1 << 30 and buckets.bit_count() == 1):
            raise ValueError(
                f"invalid state of a hash map: {buckets} buckets. Expected a power of two"
            )
        for (identity, (key, value)), hash_code in zip(items, hashes, strict=True):
            if type(hash_code) is not int:
                raise ValueError(f"the hash code of a key is a {type(hash_code).__name__}")
            made[identity] = (key, value)
            made._hashes[identity] = hash_code
        if len(made) > buckets * 3 // 4:
            raise ValueError(f"invalid state of a hash map: {len(made)} keys in {buckets} buckets")
        made._buckets = buckets
        made._counts = Counter(hash_code & (buckets - 1) for hash_code in made._hashes.values())
        nodes: dict[int, list[TreeNode]] = {bucket: [] for bucket, _ in trees}
        for identity, hash_code in made._hashes.items():
            found = nodes.get(hash_code & (buckets - 1))
            if found is not None:
                found.append(TreeNode(identity, hash_code, made[identity][0]))
        for bucket, tree_parts in trees:
            # a bucket has one tree: for a second one, no nodes are left
            made._trees[bucket] = TreeBin.from_parts(nodes.pop(bucket, []), tree_parts)
        return made

    def _resize(self) -> None:
        """Double the number of buckets. Flink: ``resize`` and ``TreeNode.split``."""
        self._ordered_entries = None
        self._buckets *= 2
        mask = self._buckets - 1
        self._counts = Counter(hash_code & mask for hash_code in self._hashes.values())
        trees, self._trees = self._trees, {}
        for tree in trees.values():
            halves: dict[int, list[TreeNode]] = {}
            for node in tree.nodes:
                halves.setdefault(node.hash_code & mask, []).append(node)
            for bucket, nodes in halves.items():
                if len(nodes) > _UNTREEIFY_THRESHOLD:
                    self._trees[bucket] = tree if len(halves) == 1 else TreeBin(nodes)
                    self._reorder_bucket(self._trees[bucket])

    def _treeify_bucket(self, bucket: int) -> None:
        mask, hashes = self._buckets - 1, self._hashes
        nodes = [
            TreeNode(identity, hashes[identity], entry[0])
            for identity, entry in self.items()
            if hashes[identity] & mask == bucket
        ]
        self._trees[bucket] = TreeBin(nodes)
        self._reorder_bucket(self._trees[bucket])

    def _reorder_bucket(self, tree: TreeBin) -> None:
        for node in tree.nodes:
            self[node.identity] = self.pop(node.identity)
