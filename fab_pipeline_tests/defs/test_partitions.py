"""Which partition holds a day."""

from fab_pipeline.defs.partitions import OBSERVED_DAYS, partition_of


def test_a_day_has_its_own_partition():
    assert partition_of("2024-02-29") == "2024-02-29"


def test_a_day_before_the_first_or_in_the_future_is_held_by_the_nearest():
    assert partition_of("2022-08-04") == "2023-01-01"
    assert partition_of("2999-01-01") == OBSERVED_DAYS.get_last_partition_key()
