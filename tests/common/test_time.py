from __future__ import annotations

import pytest

from flinksim.common.time import Duration, Instant, Time


def test_durations_of_the_same_length_are_equal_whatever_they_were_made_of() -> None:
    assert Duration.of_days(1) == Duration.of_hours(24) == Duration.of_minutes(1440)
    assert Duration.of_seconds(2) == Duration.of_millis(2000) == Duration.of_nanos(2_000_000_000)
    assert Duration.of_seconds(1) != Duration.of_seconds(2)
    assert Duration.of_nanos(1_999_999).to_millis() == 1
    assert repr(Duration.of_seconds(2)) == "Duration.of_millis(2000)"


def test_times_are_milliseconds() -> None:
    assert Time.days(1).to_milliseconds() == 86_400_000
    assert Time.hours(1) == Time.minutes(60) == Time.seconds(3600)
    assert str(Time.milliseconds(5)) == "5 ms"


def test_instants_keep_milliseconds_also_before_1970() -> None:
    for epoch_milli in (0, 1_234, -1, -1_500):
        assert Instant.of_epoch_milli(epoch_milli).to_epoch_milli() == epoch_milli
    assert repr(Instant.of_epoch_milli(-1)) == "Instant<-1, 999000000>"


@pytest.mark.parametrize("make", [Duration.of_millis, Duration.of_days, Time.seconds])
def test_a_length_of_time_is_a_whole_number(make: object) -> None:
    with pytest.raises(TypeError, match="expected a whole number, found '5'"):
        make("5")  # type: ignore[operator]
