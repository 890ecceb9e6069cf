"""A bucket of a Java ``HashMap`` that has become a tree, for its iteration order.

Keys are in a list, and in a red-black tree by hash code. The tree determines the list order: a new
key is inserted after its parent in the tree, and the root of the tree is always first.

Flink: ``java.util.HashMap.TreeNode``. Differs: for keys with equal hash codes that are not
comparable, Java compares memory addresses; here the earlier key is less.
"""

from __future__ import annotations

from typing import Any


class TreeNode:
    """A key in the tree, found by its identity."""

    __slots__ = ("hash_code", "identity", "key", "left", "parent", "red", "right")

    def __init__(self, identity: Any, hash_code: int, key: Any) -> None:
        self.identity = identity
        self.hash_code = hash_code
        self.key = key
        self.parent: TreeNode | None = None
        self.left: TreeNode | None = None
        self.right: TreeNode | None = None
        self.red = False


def _is_less(one: TreeNode, other: TreeNode) -> bool:
    if one.hash_code != other.hash_code:
        return one.hash_code < other.hash_code
    try:
        return bool(type(one.key) is type(other.key) and one.key < other.key)
    except TypeError:
        return False


class TreeBin:
    """The keys of one bucket in iteration order, after it has become a tree."""

    __slots__ = ("_root", "nodes")

    def __init__(self, nodes: list[TreeNode]) -> None:
        self.nodes = nodes
        """The keys of the bucket in iteration order."""
        self._root: TreeNode | None = None
        for node in list(nodes):
            node.parent = node.left = node.right = None
            node.red = False
            if self._root is None:
                self._root = node
            else:
                self._insert(node)
        self._move_root_to_front()

    def to_parts(self) -> list[tuple[int, int, bool]]:
        """Return the left child, right child and colour of each node in order; -1 for no child."""
        position = {id(node): number for number, node in enumerate(self.nodes)}
        return [
            (position.get(id(n.left), -1), position.get(id(n.right), -1), n.red) for n in self.nodes
        ]

    @staticmethod
    def from_parts(nodes: list[TreeNode], parts: list[tuple[int, int, bool]]) -> TreeBin:
        """Link *nodes*, in their order, to the tree that :meth:`to_parts` described.

        Raises:
            ValueError: If the parts are no tree of these nodes.
        """
        if not nodes:
            raise ValueError("a tree of a hash map bucket has no keys")
        made = TreeBin([])
        made.nodes, made._root = nodes, nodes[0]
        for node, (left, right, red) in zip(nodes, parts, strict=True):
            node.red = bool(red)
            node.left, node.right = (
                nodes[n] if 0 <= n < len(nodes) else None for n in (left, right)
            )
            for child in (node.left, node.right):
                if child is not None:
                    child.parent = node
        found, found_ids = [nodes[0]], {id(nodes[0])}
        for node in found:
            children = [child for child in (node.left, node.right) if child is not None]
            found += children
            found_ids.update(map(id, children))
            if len(found) != len(found_ids):
                break
        if len(found) != len(nodes) or nodes[0].parent is not None:
            raise ValueError("the nodes of a hash map bucket do not form a tree")
        return made

    def add(self, node: TreeNode) -> None:
        """Add a new key. Flink: ``putTreeVal``."""
        parent = self._insert(node)
        self.nodes.insert(self.nodes.index(parent) + 1, node)
        self._move_root_to_front()

    def remove(self, identity: Any) -> bool:
        """Remove a key; return whether the bucket is still a tree. Flink: ``removeTreeNode``."""
        node = next(each for each in self.nodes if each.identity == identity)
        self.nodes.remove(node)
        root = self._root
        if not self.nodes or root is None:
            return False
        if root.right is None or root.left is None or root.left.left is None:
            return False
        self._delete(node)
        self._move_root_to_front()
        return True

    def _move_root_to_front(self) -> None:
        root = self._root
        if root is not None and self.nodes[0] is not root:
            self.nodes.remove(root)
            self.nodes.insert(0, root)

    def _insert(self, node: TreeNode) -> TreeNode:
        """Insert *node* into the tree and return its parent."""
        current, parent = self._root, self._root
        while current is not None:
            parent, current = current, current.left if _is_less(node, current) else current.right
        assert parent is not None
        node.parent = parent
        if _is_less(node, parent):
            parent.left = node
        else:
            parent.right = node
        self._balance_insertion(node)
        return parent

    # --- red-black balancing, as in Cormen, Leiserson, Rivest ---

    def _rotate(self, node: TreeNode, to_left: bool) -> None:
        up = node.right if to_left else node.left
        if up is None:
            return
        inner = up.left if to_left else up.right
        if to_left:
            node.right = inner
        else:
            node.left = inner
        if inner is not None:
            inner.parent = node
        up.parent = node.parent
        if node.parent is None:
            self._root = up
            up.red = False
        elif node.parent.left is node:
            node.parent.left = up
        else:
            node.parent.right = up
        if to_left:
            up.left = node
        else:
            up.right = node
        node.parent = up

    def _balance_insertion(self, node: TreeNode) -> None:
        node.red = True
        while True:
            parent = node.parent
            if parent is None:
                node.red = False
                return
            grandparent = parent.parent
            if not parent.red or grandparent is None:
                return
            on_left = parent is grandparent.left
            uncle = grandparent.right if on_left else grandparent.left
            if uncle is not None and uncle.red:
                uncle.red = parent.red = False
                grandparent.red = True
                node = grandparent
                continue
            if node is (parent.right if on_left else parent.left):
                node = parent
                self._rotate(node, to_left=on_left)
                parent = node.parent
                grandparent = None if parent is None else parent.parent
            if parent is not None:
                parent.red = False
                if grandparent is not None:
                    grandparent.red = True
                    self._rotate(grandparent, to_left=not on_left)

    def _delete(self, node: TreeNode) -> None:
        left, right = node.left, node.right
        if left is not None and right is not None:
            replacement = self._swap_with_successor(node, right)
        else:
            replacement = left or right or node
        if replacement is not node:
            replacement.parent = node.parent
            self._replace_child(node, replacement)
            node.left = node.right = node.parent = None
        if not node.red:
            self._balance_deletion(replacement)
        if replacement is node and node.parent is not None:
            if node.parent.left is node:
                node.parent.left = None
            elif node.parent.right is node:
                node.parent.right = None
            node.parent = None

    def _replace_child(self, node: TreeNode, replacement: TreeNode | None) -> None:
        parent = node.parent
        if parent is None:
            self._root = replacement
            if replacement is not None:
                replacement.red = False
        elif parent.left is node:
            parent.left = replacement
        else:
            parent.right = replacement

    def _swap_with_successor(self, node: TreeNode, right: TreeNode) -> TreeNode:
        """Swap *node* with the node of the next greater key; return the node that then replaces *node*."""
        successor = right
        while successor.left is not None:
            successor = successor.left
        successor.red, node.red = node.red, successor.red
        right_child, parent = successor.right, node.parent
        if successor is right:
            node.parent = successor
            successor.right = node
        else:
            successor_parent = successor.parent
            node.parent = successor_parent
            if successor_parent is not None:
                if successor_parent.left is successor:
                    successor_parent.left = node
                else:
                    successor_parent.right = node
            successor.right = right
            right.parent = successor
        left, node.left = node.left, None
        node.right = right_child
        if right_child is not None:
            right_child.parent = node
        successor.left = left
        if left is not None:
            left.parent = successor
        successor.parent = parent
        if parent is None:
            self._root = successor
        elif parent.left is node:
            parent.left = successor
        else:
            parent.right = successor
        return right_child if right_child is not None else node

    def _balance_deletion(self, node: TreeNode) -> None:
        current: TreeNode | None = node
        while current is not None and current is not self._root:
            parent = current.parent
            if parent is None:
                current.red = False
                return
            if current.red:
                current.red = False
                return
            current = self._balance_deletion_step(parent, parent.left is current)

    def _balance_deletion_step(self, parent: TreeNode, on_left: bool) -> TreeNode | None:
        """Do one step of the rebalancing after a deletion, below *parent*.

        Return the node at which to continue, or ``None`` at the end.
        """
        far, near = _get_sides(on_left)
        sibling: TreeNode | None = getattr(parent, far)
        if sibling is not None and sibling.red:
            sibling.red = False
            parent.red = True
            self._rotate(parent, to_left=on_left)
            sibling = getattr(parent, far)
        if sibling is None:
            return parent
        inner: TreeNode | None = getattr(sibling, near)
        outer: TreeNode | None = getattr(sibling, far)
        if not (inner is not None and inner.red) and not (outer is not None and outer.red):
            sibling.red = True
            return parent
        if outer is None or not outer.red:
            if inner is not None:
                inner.red = False
            sibling.red = True
            self._rotate(sibling, to_left=not on_left)
            sibling = getattr(parent, far)
        if sibling is not None:
            sibling.red = parent.red
            outer = getattr(sibling, far)
            if outer is not None:
                outer.red = False
        parent.red = False
        self._rotate(parent, to_left=on_left)
        return None


def _get_sides(on_left: bool) -> tuple[str, str]:
    return ("right", "left") if on_left else ("left", "right")
