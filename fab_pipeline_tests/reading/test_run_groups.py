"""Cards that group runs by hardware."""

import pytest

from fab_pipeline.reading.run_groups import is_group_heading, names_pattern, read_group_count, read_group_note, read_members


@pytest.mark.parametrize(
    "text",
    [
        "NVIDIA H100",
        "NVIDIA GB200 / GB300",
        "Google TPU",
        "自研 ASIC（厂商未具名）",
        "硬件未披露或未指明",
        "Hardware undisclosed",
        "Custom ASIC",
    ],
)
def test_headings(text: str) -> None:
    assert is_group_heading(text)


@pytest.mark.parametrize(
    "text", ["按硬件/平台分组", "披露口径", "The H100 was used for most of the runs. It is rented widely.", "3 条可比", "Kolibri-1"]
)
def test_no_headings(text: str) -> None:
    assert not is_group_heading(text)


@pytest.mark.parametrize(
    ("text", "value", "heading", "rest"),
    [
        ("3 条任务Brook-1Brook-2", 3, "", "Brook-1Brook-2"),
        ("2 runs", 2, "", ""),
        ("NVIDIA B200 · 2 runs", 2, "NVIDIA B200", ""),
        ("15 条3 条任务", 3, "15 条", ""),
    ],
)
def test_counts(text: str, value: int, heading: str, rest: str) -> None:
    count = read_group_count(text)
    assert count is not None
    assert (count.value, count.heading, count.rest) == (value, heading, rest)


def test_members_glued_or_listed() -> None:
    names = names_pattern(["Brook-1", "Brook-10", "Lake 3.1 405B"])
    assert read_members("Lake 3.1 405BBrook-10Brook-1", names) == (["Lake 3.1 405B", "Brook-10", "Brook-1"], [])
    assert read_members("Brook-1, Brook-10 and Lake 3.1 405B", names) == (["Brook-1", "Brook-10", "Lake 3.1 405B"], [])
    assert read_members("Brook-1Stranger 9B", names) == (["Brook-1"], ["Stranger 9B"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("平均工期来自 2 条能解析出天数的记录", [("group_durations", 2)]),
        ("工期文本解析不出天数（如 undisclosed），按未披露处理", [("group_durations", 0)]),
        ("平均工期 35.2 天，来自 2 条能解析出天数的记录", [("group_mean_days", 35.2), ("group_durations", 2)]),
        ("Average duration 35 days, from 2 records with a parsable duration", [("group_mean_days", 35), ("group_durations", 2)]),
        ("Durations could not be parsed and are treated as undisclosed", [("group_durations", 0)]),
        ("平均工期取自 3 条能够换算成天数的记录", [("group_durations", 3)]),
        ("工期文本换算不出天数，按未披露计", [("group_durations", 0)]),
        ("按硬件分组", []),
    ],
)
def test_notes(text: str, expected: list[tuple[str, float]]) -> None:
    assert [(note.code, note.value) for note in read_group_note(text)] == expected
