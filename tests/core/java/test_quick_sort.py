from __future__ import annotations

from random import Random

from flinksim.core.java.flink_quick_sort import compute_sorted_positions


def test_places_come_in_order_whatever_their_number() -> None:
    random = Random(3)
    for size in (0, 1, 12, 13, 14, 100, 1000):
        for different in (1, 2, 7, 10**6):
            places = [random.randrange(different) for _ in range(size)]
            order = compute_sorted_positions(places)
            assert sorted(order) == list(range(size))
            assert [places[position] for position in order] == sorted(places)


def test_up_to_twelve_equal_elements_keep_their_order() -> None:
    assert compute_sorted_positions([1, 0] * 6) == [1, 3, 5, 7, 9, 11, 0, 2, 4, 6, 8, 10]


def test_more_of_them_come_in_the_order_of_flinks_moves() -> None:
    """As Flink 2.3.0 printed the middle one of three keys, of 60 values."""
    keys = ["abc"[(number * 7) % 3] for number in range(60)]
    middle = [number for number in compute_sorted_positions(keys) if keys[number] == "b"]
    assert middle == [
        19, 22, 25, 49, 28, 31, 34, 52, 37, 40, 1, 4, 58, 7, 43, 10, 13, 55, 16, 46,
    ]  # fmt: skip
