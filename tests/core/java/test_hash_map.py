"""The order of Java's hash map, beside what ``test_values_facts.py`` compares with Flink."""

from __future__ import annotations

import pickle
import random

import pytest

from flinksim.core.java.hash_code import compute_java_hash_code
from flinksim.core.java.hash_map import JavaHashMap
from flinksim.core.java.tree_bin import TreeBin, TreeNode


def filled(keys: list[int]) -> JavaHashMap:
    made = JavaHashMap()
    for key in keys:
        made.put(key, (key, None), compute_java_hash_code)
    return made


def keys_of(of: JavaHashMap) -> list[int]:
    return [key for key, _ in of.ordered_entries()]


def test_keys_come_by_bucket_and_in_a_bucket_as_they_came() -> None:
    assert keys_of(filled([33, 2, 17, 1, 16])) == [16, 33, 17, 1, 2]


def test_a_key_put_again_keeps_its_place_and_takes_the_new_value() -> None:
    made = filled([16, 0])
    made.put(16, (16, "new"), compute_java_hash_code)
    assert made.ordered_entries() == [(16, "new"), (0, None)]


def test_the_table_is_smaller_if_few_are_put_in_together() -> None:
    one_by_one, together = JavaHashMap(), JavaHashMap()
    together.reserve(3)
    for made in (one_by_one, together):
        for key in (9, 1, 8):
            made.put(key, (key, None), compute_java_hash_code)
    assert keys_of(one_by_one) == [1, 8, 9]
    assert keys_of(together) == [8, 9, 1], "eight buckets, as putAll makes them"


def test_nine_keys_of_one_bucket_make_a_small_table_larger() -> None:
    keys = [16 * number for number in range(9)]
    assert keys_of(filled(keys[:8])) == keys[:8]
    assert keys_of(filled(keys)) == [*keys[::2], *keys[1::2]]


def test_nine_keys_of_one_bucket_of_a_large_table_become_a_tree_whose_root_comes_first() -> None:
    spread = [64 * number for number in range(11)]
    assert keys_of(filled(spread))[0] == 192


def test_a_copy_is_as_good_as_the_map_itself() -> None:
    made = filled([64 * number for number in range(11)])
    copied = pickle.loads(pickle.dumps(made))
    for each in (made, copied):
        each.put(704, (704, None), compute_java_hash_code)
        each.remove(192)
    assert keys_of(made) == keys_of(copied)
    assert 192 not in keys_of(made)


def checked(node: TreeNode | None) -> int:
    """The number of black nodes on every way down; the tree is in order, and no two reds meet."""
    if node is None:
        return 1
    for child in (node.left, node.right):
        if child is not None:
            assert child.parent is node
            assert not (node.red and child.red)
            assert (child.hash_code < node.hash_code) is (child is node.left)
    left, right = checked(node.left), checked(node.right)
    assert left == right
    return left + (not node.red)


@pytest.mark.parametrize("seed", range(20))
def test_a_tree_stays_a_red_black_tree(seed: int) -> None:
    chance = random.Random(seed)
    numbers = chance.sample(range(1000), 60)
    tree = TreeBin([TreeNode(number, number, number) for number in numbers[:9]])
    there = numbers[:9]
    for number in numbers[9:]:
        tree.add(TreeNode(number, number, number))
        there.append(number)
        if chance.random() < 0.6:
            gone = there.pop(chance.randrange(len(there)))
            if not tree.remove(gone):
                return
        checked(tree._root)
        assert tree.nodes[0] is tree._root
        assert sorted(node.identity for node in tree.nodes) == sorted(there)


# --- how large the table is; the orders are those that Java 17 printed ------------------------------


def put_together(made: JavaHashMap, keys: list[int]) -> JavaHashMap:
    made.reserve(len(keys))
    for key in keys:
        made.put(key, (key, None), compute_java_hash_code)
    return made


TWELVE = [16, *range(1, 12)]


def test_a_table_doubles_when_it_is_more_than_three_quarters_full() -> None:
    assert keys_of(filled(TWELVE)) == TWELVE, "16 buckets: 16 is where 0 would be"
    assert keys_of(filled([*TWELVE, 12])) == [*range(1, 13), 16]


def test_as_many_as_fill_three_quarters_of_a_table_get_the_next_larger_one() -> None:
    assert keys_of(put_together(JavaHashMap(), [9, 1, 8, 2, 3, 4])) == [1, 2, 3, 4, 8, 9]


def test_what_comes_together_into_a_table_doubles_it_only_if_it_does_not_fit() -> None:
    assert keys_of(put_together(filled([16]), TWELVE)) == TWELVE
    assert keys_of(put_together(filled([16]), [*TWELVE, 12])) == [*range(1, 13), 16]


# --- beside a map that is written down as Java's is, without trees ----------------------------------


class PlainTable:
    """Lists of keys, one for each bucket; they are split in two when the table doubles."""

    def __init__(self) -> None:
        self.buckets: list[list[int]] = []
        self.size = 0

    def double(self) -> None:
        keys = [key for bucket in self.buckets for key in bucket]
        doubled: list[list[int]] = [[] for _ in range(2 * len(self.buckets))]
        for key in keys:
            doubled[key % len(doubled)].append(key)
        self.buckets = doubled

    def put(self, key: int) -> None:
        if not self.buckets:
            self.buckets = [[] for _ in range(16)]
        bucket = self.buckets[key % len(self.buckets)]
        if key in bucket:
            return
        bucket.append(key)
        self.size += 1
        if len(bucket) > 8:
            assert len(self.buckets) < 64, "this one has no trees"
            self.double()
        if self.size > len(self.buckets) * 0.75:
            self.double()

    def take(self, key: int) -> bool:
        bucket = self.buckets[key % len(self.buckets)] if self.buckets else []
        if key not in bucket:
            return False
        bucket.remove(key)
        self.size -= 1
        return True


@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_put_in_and_taken_out_the_order_is_javas(seed: int) -> None:
    chance = random.Random(seed)
    made, plain = JavaHashMap(), PlainTable()
    pairs = [16 * number + neighbour for number in range(15) for neighbour in (0, 1)]
    numbers = chance.choice([range(16), range(0, 480, 16), pairs, range(1000)])  # in few buckets
    for _ in range(120):
        key = chance.choice(numbers)
        if chance.random() < 0.35:
            assert made.remove(key) is plain.take(key)
        else:
            made.put(key, (key, None), compute_java_hash_code)
            plain.put(key)
        assert keys_of(made) == [one for bucket in plain.buckets for one in bucket]
        assert len(made) == plain.size


def test_what_is_taken_out_makes_room_in_its_bucket() -> None:
    keys = [16 * number for number in range(9)]
    made = filled(keys[:8])
    assert made.remove(0)
    made.put(keys[8], (keys[8], None), compute_java_hash_code)
    assert keys_of(made) == keys[1:], "eight are no reason to double"
    made.put(0, (0, None), compute_java_hash_code)
    assert keys_of(made) == [32, 64, 96, 128, 0, 16, 48, 80, 112]


def test_a_map_that_nothing_was_put_into_is_empty() -> None:
    assert JavaHashMap().ordered_entries() == []
    assert not JavaHashMap().remove(1)


@pytest.mark.parametrize(("count", "buckets"), [(1, 2), (2, 4), (3, 8), (6, 16), (12, 32)])
def test_room_is_made_for_so_many_and_a_third_more(count: int, buckets: int) -> None:
    made = JavaHashMap()
    made.reserve(count)
    keys = [buckets, 1][:count]  # of which the first is where 0 would be
    for key in keys:
        made.put(key, (key, None), compute_java_hash_code)
    assert keys_of(made) == keys


# --- trees when the table doubles; the orders are those that Java 17 printed --------------------------


def after(made: JavaHashMap, put: list[int], taken: list[int]) -> JavaHashMap:
    for key in put:
        made.put(key, (key, None), compute_java_hash_code)
    for key in taken:
        assert made.remove(key)
    return made


def test_a_tree_is_split_when_the_table_doubles_and_goes_on_as_two() -> None:
    made = filled([64 * number for number in range(30)])
    assert keys_of(made)[:4] == [448, 192, 0, 64]
    after(made, [*range(1, 40)], [])
    odd = [448, 192, 64, *(64 * number for number in range(5, 30, 2) if number != 7)]
    even = [384, 0, 128, 256, *(128 * number for number in range(4, 15))]
    assert keys_of(made) == [*even, *range(1, 40), *odd]
    after(made, [], [128 * number for number in range(15)])
    assert keys_of(made) == [*range(1, 40), *odd]


def test_a_tree_that_stays_together_stays_as_it_is() -> None:
    made = filled([128 * number for number in range(11)])
    after(made, [*range(1, 45), 1408], [])
    assert keys_of(made) == [
        384, 0, 128, 256, *(128 * number for number in range(4, 12)), *range(1, 45),
    ]  # fmt: skip


def test_of_a_tree_of_which_little_is_left_a_list_is_left() -> None:
    made = after(filled([64 * number for number in range(13)]), [], [0, 128])
    after(made, [*range(1, 40)], [])
    odd = [448, 192, 64, 320, 576, 704]
    assert keys_of(made) == [256, 384, 512, 640, 768, *range(1, 40), *odd]
    after(made, [2560, 2624], [])
    assert keys_of(made) == [256, 384, 512, 640, 768, 2560, *range(1, 40), *odd, 2624]


def test_a_list_may_stay_one_on_one_side_and_shrink() -> None:
    made = after(filled([64 * number for number in range(7)]), [*range(1, 40)], [])
    after(made, [64 * number for number in range(7, 12)], [])
    odd = [192, 64, 320, 448, 576, 704]
    assert keys_of(made) == [0, 128, 256, 384, 512, 640, *range(1, 40), *odd]
    after(made, [], [64 * number for number in range(7)])
    assert keys_of(made) == [512, 640, *range(1, 40), 448, 576, 704]
    after(made, [1280], [])
    assert keys_of(made) == [512, 640, 1280, *range(1, 40), 448, 576, 704]


def test_what_comes_together_may_double_a_table_more_than_once() -> None:
    made = put_together(filled([64]), [*range(30, 79)])
    assert keys_of(made) == [*range(30, 79)]
