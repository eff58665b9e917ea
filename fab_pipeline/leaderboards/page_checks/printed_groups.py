"""Groups of runs by hardware as a page prints them, with the rows that their headings mean.

A heading names its hardware through the vocabulary ("NVIDIA GB200 / GB300", "Google TPU"), or says that the chip is custom or
undisclosed. Belongs here: the type, and the contradiction that every check of a group raises. Does not belong here: checks.
"""

from dataclasses import dataclass
from typing import Final

from fab_pipeline.leaderboards.findings.common import FindingRow, Message, finding
from fab_pipeline.leaderboards.page_checks.facts import PageFacts, Run, Statement
from fab_pipeline.vocabulary.accelerators import find_accelerators, hardware_group

_SEPARATOR: Final = " + "


@dataclass(frozen=True)
class Group:
    """One printed group.

    Attributes:
        name: its heading.
        hardware: groups of the board that the heading names.
        unique: whether no other heading of the page names any of them; else rows cannot be told apart by hardware.
        by_hardware: rows whose hardware is the heading's and nothing else, in printed order.
        possible: these, and rows with several kinds of hardware of which the heading names one.
        counted: its printed number of runs.
        members: its printed list of members.
    """

    name: str
    hardware: frozenset[str]
    unique: bool
    by_hardware: tuple[Run, ...]
    possible: tuple[Run, ...]
    counted: Statement | None
    members: Statement | None


def groups_of(page: PageFacts) -> list[Group]:
    """Groups in printed order."""
    names = list(dict.fromkeys(s.subject for s in page.having("group_runs", "group_members") if s.subject))
    hardware = {name: _hardware(name) for name in names}
    found: list[Group] = []
    for name in names:
        unique = not any(hardware[name] & hardware[other] for other in names if other != name)
        possible = tuple(run for run in page.runs if _of(run) & hardware[name])
        sure = tuple(run for run in possible if _of(run) <= hardware[name])
        printed = _about(page, "group_runs", name), _about(page, "group_members", name)
        found.append(Group(name, hardware[name], unique, sure, possible, *printed))
    return found


def group_runs(page: PageFacts, group: Group) -> tuple[Run, ...]:
    """Rows of a group: by its printed members where it has any, else by hardware."""
    if group.members is None:
        return group.by_hardware
    listed = set(group.members.listed)
    return tuple(run for run in page.runs if run["model"] in listed)


def contradiction(
    group: Group, statement: Statement, said: tuple[str, str], instead: tuple[str, str], arithmetic: str, expected: float | None
) -> FindingRow:
    """A group's statement that the rows contradict; `said` and `instead` are parts of a sentence in English and Chinese."""
    return finding(
        "statement_contradicted_by_data",
        "error",
        statement.about,
        Message(f"The group “{group.name}” {said[0]}; {instead[0]}.", f"分组“{group.name}”{said[1]}；{instead[1]}。"),
        [statement.statement_id],
        quantity=statement.code,
        stated=statement.value,
        expected_low=expected,
        expected_high=expected,
        arithmetic=arithmetic,
        effect="none on the boards: they group the rows themselves",
    )


def _of(run: Run) -> frozenset[str]:
    return frozenset(run["accelerator_group"].split(_SEPARATOR))


def _hardware(name: str) -> frozenset[str]:
    labels = [mention.accelerator.label for mention in find_accelerators(name, families=True)]
    return frozenset(hardware_group(labels, name).split(_SEPARATOR))


def _about(page: PageFacts, code: str, name: str) -> Statement | None:
    return next((statement for statement in page.having(code) if statement.subject == name), None)
