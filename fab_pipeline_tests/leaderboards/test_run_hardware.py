"""Hardware of a run: what can be priced as one kind, which group it belongs to, and why not."""

import pytest

from fab_pipeline.leaderboards.run_hardware import hardware
from fab_pipeline.vocabulary.accelerators import CUSTOM_ASIC_GROUP, UNDISCLOSED_GROUP


@pytest.mark.parametrize(
    ("labels", "printed", "status", "problem"),
    [
        ("NVIDIA H100", "NVIDIA H100", "disclosed", None),
        ("NVIDIA GB200 + NVIDIA GB300", "GB200 and GB300 NVL72", "disclosed", "accelerator_unmapped"),
        ("Acme X1", "Acme X1", "disclosed", "accelerator_unmapped"),
        (None, "Acme X1 cards", "unreadable", "accelerator_unmapped"),
        (None, "two clouds; accelerators not specified", "unreadable", "accelerator_undisclosed"),
        (None, "AI ASIC pods; vendor not named", "unreadable", "accelerator_undisclosed"),
        (None, "AI ASIC podsvendor not named50,000 cards", "unreadable", "accelerator_undisclosed"),
        (None, "自研芯片，型号未指明", "unreadable", "accelerator_undisclosed"),
        (None, "未披露", "undisclosed", "accelerator_undisclosed"),
        (None, None, None, "accelerator_undisclosed"),
    ],
)
def test_why_hardware_cannot_be_priced(labels: str | None, printed: str | None, status: str | None, problem: str | None) -> None:
    assert hardware(labels, printed, status).problem == problem


@pytest.mark.parametrize(
    ("labels", "printed", "status", "group"),
    [
        ("NVIDIA GB200 + NVIDIA GB300", "GB200 and GB300", "disclosed", "NVIDIA GB200 / GB300"),
        ("NVIDIA H100", "NVIDIA H100-80GB", "disclosed", "NVIDIA H100"),
        ("NVIDIA A100 + NVIDIA H100", "A100, later H100", "disclosed", "NVIDIA A100 + NVIDIA H100"),
        (None, "AI ASIC pods; vendor not named", "unreadable", CUSTOM_ASIC_GROUP),
        (None, "two clouds; accelerators not specified", "unreadable", UNDISCLOSED_GROUP),
        (None, "undisclosed; ran tests on an ASIC", "undisclosed", UNDISCLOSED_GROUP),
        (None, None, None, UNDISCLOSED_GROUP),
    ],
)
def test_groups(labels: str | None, printed: str | None, status: str | None, group: str) -> None:
    assert hardware(labels, printed, status).group == group


@pytest.mark.parametrize(
    ("labels", "printed", "expected"),
    [
        ("NVIDIA H100", "NVIDIA H100-80GB", (None, 80.0)),
        ("NVIDIA H100", "H100 SXM 80GB", ("sxm", 80.0)),
        ("NVIDIA A100", "A100 40GB and A100 80GB", (None, None)),
        ("NVIDIA B200", "B200", ("sxm", None)),
        ("NVIDIA A100 + NVIDIA H100", "A100 80GB, H100 80GB", (None, None)),
    ],
)
def test_form_and_memory_only_where_they_are_stated_once(labels: str, printed: str, expected: tuple[str | None, float | None]) -> None:
    found = hardware(labels, printed, "disclosed")
    assert (found.form_factor, found.memory_gb) == expected
