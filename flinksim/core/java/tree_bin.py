"""A bucket of a Java ``HashMap`` that has become a tree, for the order in which it gives its keys.

Keys stand in a list, and in a red-black tree by their hash codes. The tree moves the list: a new key
comes right behind its parent in the tree, and the tree's root always comes first.

Flink: ``java.util.HashMap.TreeNode``.
Differs: of keys with one hash code that do not compare Java goes by an address in memory; here the
earlier one is less.
"""

from __future__ import annotations

from typing import Any


class TreeNode:
    """A key in the tree, called by its identity."""

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
    """The keys of one bucket, in order, from the moment in which it becomes a tree."""

    __slots__ = ("_root", "nodes")

    def __init__(self, nodes: list[TreeNode]) -> None:
        self.nodes = nodes
        """As they come out."""
        self._root: TreeNode | None = None
        for node in list(nodes):
            node.parent = node.left = node.right = None
            node.red = False
            if self._root is None:
                self._root = node
            else:
                self._insert(node)
        self._move_root_to_front()

    def add(self, node: TreeNode) -> None:
        """A key that is not there. Flink: ``putTreeVal``."""
        parent = self._insert(node)
        self.nodes.insert(self.nodes.index(parent) + 1, node)
        self._move_root_to_front()

    def remove(self, identity: Any) -> bool:
        """Take a key out; whether the bucket is still a tree. Flink: ``removeTreeNode``."""
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
        """Put *node* into the tree; gives the leaf under which it was put."""
        at, parent = self._root, self._root
        while at is not None:
            parent, at = at, at.left if _is_less(node, at) else at.right
        assert parent is not None
        node.parent = parent
        if _is_less(node, parent):
            parent.left = node
        else:
            parent.right = node
        self._balance_insertion(node)
        return parent

    # --- red and black, as in Cormen, Leiserson, Rivest -----------------------------------------------

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
            above = parent.parent
            if not parent.red or above is None:
                return
            on_left = parent is above.left
            uncle = above.right if on_left else above.left
            if uncle is not None and uncle.red:
                uncle.red = parent.red = False
                above.red = True
                node = above
                continue
            if node is (parent.right if on_left else parent.left):
                node = parent
                self._rotate(node, to_left=on_left)
                parent = node.parent
                above = None if parent is None else parent.parent
            if parent is not None:
                parent.red = False
                if above is not None:
                    above.red = True
                    self._rotate(above, to_left=not on_left)

    def _delete(self, node: TreeNode) -> None:
        left, right = node.left, node.right
        if left is not None and right is not None:
            replacement = self._swap_with_successor(node, right)
        else:
            replacement = left or right or node
        if replacement is not node:
            replacement.parent = node.parent
            self._put_in_place_of(node, replacement)
            node.left = node.right = node.parent = None
        if not node.red:
            self._balance_deletion(replacement)
        if replacement is node and node.parent is not None:
            if node.parent.left is node:
                node.parent.left = None
            elif node.parent.right is node:
                node.parent.right = None
            node.parent = None

    def _put_in_place_of(self, node: TreeNode, other: TreeNode | None) -> None:
        parent = node.parent
        if parent is None:
            self._root = other
            if other is not None:
                other.red = False
        elif parent.left is node:
            parent.left = other
        else:
            parent.right = other

    def _swap_with_successor(self, node: TreeNode, right: TreeNode) -> TreeNode:
        """Have *node* and the next greater one change places; gives what then replaces *node*."""
        successor = right
        while successor.left is not None:
            successor = successor.left
        successor.red, node.red = node.red, successor.red
        behind, parent = successor.right, node.parent
        if successor is right:
            node.parent = successor
            successor.right = node
        else:
            above = successor.parent
            node.parent = above
            if above is not None:
                if above.left is successor:
                    above.left = node
                else:
                    above.right = node
            successor.right = right
            right.parent = successor
        left, node.left = node.left, None
        node.right = behind
        if behind is not None:
            behind.parent = node
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
        return behind if behind is not None else node

    def _balance_deletion(self, node: TreeNode) -> None:
        at: TreeNode | None = node
        while at is not None and at is not self._root:
            parent = at.parent
            if parent is None:
                at.red = False
                return
            if at.red:
                at.red = False
                return
            at = self._balance_beside(parent, parent.left is at)

    def _balance_beside(self, parent: TreeNode, on_left: bool) -> TreeNode | None:
        """One step of deletion below *parent*; gives where to go on."""
        far, near = _sides(on_left)
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


def _sides(on_left: bool) -> tuple[str, str]:
    return ("right", "left") if on_left else ("left", "right")
