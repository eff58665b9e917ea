"""Cards that group the runs by hardware, wherever their lines ended up on the page.

Belongs here: which lines form a card. Does not belong here: the grammar of one line (`reading.run_groups`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from fab_pipeline.reading.run_groups import is_group_heading, read_group_count, read_group_note, read_members
from fab_pipeline.reading.statements import Said
from fab_pipeline.sources.disclosures.page_pieces import PageNames, PageStatement, Piece

_GROUPING: Final = re.compile(r"(?i)按[^\n]{0,10}(?:分组|分类)|\b(?:by|per)\s+(?:hardware|accelerator|platform|chip)|grouped")
_AVERAGE: Final = re.compile(r"(?i)平均(?:工期|时长)|(?:mean|average)\s+duration")
_BARE_DAYS: Final = re.compile(r"(?i)[~≈约]?\s*(?P<n>\d+(?:\.\d+)?)\s*(?:天|days?)")
_LONGEST_MEMBER: Final = 60


class Groups(NamedTuple):
    """Statements about groups, and the lines they were read from (by index)."""

    statements: list[PageStatement]
    lines: frozenset[int]


@dataclass(frozen=True)
class _Head:
    """Heading and count of a card: where they stand and what follows the count in its line."""

    name: str
    count: PageStatement
    rest: str
    next_line: int


def group_statements(lines: Sequence[Piece], names: PageNames) -> Groups:
    """All cards: `group_runs`, `group_members`, `group_durations`, `group_mean_days`; and counts that lost their card."""
    statements: list[PageStatement] = []
    taken: set[int] = set()
    index = 0
    while index < len(lines):
        head = _head(lines, index)
        if head is None:
            index += 1
            continue
        statements.append(head.count)
        after = _members(lines, head, names, statements)
        after = _notes(lines, head, after, statements)
        taken |= set(range(index, after))
        index = after
    nouns = {_noun(statement.text) for statement in statements if statement.code == "group_runs"}
    orphans = {index: orphan for index, line in enumerate(lines) if index not in taken and (orphan := _orphan(line, nouns))}
    return Groups([*statements, *orphans.values()], frozenset(taken | set(orphans)))


def _head(lines: Sequence[Piece], index: int) -> _Head | None:
    line = lines[index]
    count = read_group_count(line.text)
    if count and is_group_heading(count.heading):
        return _Head(count.heading, _count(count.heading, line, count.start, count.end, count.value), count.rest, index + 1)
    if not is_group_heading(line.text) or index + 1 >= len(lines):
        return None
    below = lines[index + 1]
    count = read_group_count(below.text)
    if count and not count.heading:
        return _Head(line.text, _count(line.text, below, count.start, count.end, count.value), count.rest, index + 2)
    if below.text.isdigit() and any(_GROUPING.search(earlier.text) for earlier in lines[:index]):
        return _Head(line.text, _count(line.text, below, 0, len(below.text), int(below.text)), "", index + 2)
    return None


def _count(name: str, line: Piece, start: int, end: int, value: int) -> PageStatement:
    return PageStatement("group", "group_runs", line.text[start:end], line.start + start, line.start + end, float(value), subject=name)


def _members(lines: Sequence[Piece], head: _Head, names: PageNames, statements: list[PageStatement]) -> int:
    """Read the members behind the count and on the lines below; gives the first line that is no member."""
    found, strangers = read_members(head.rest, names.pattern)
    end = lines[head.next_line - 1].end
    members, expected = [*found, *strangers], int(head.count.value or 0)
    index = head.next_line
    while index < len(lines) and not _ends_members(lines[index].text):
        found, strangers = read_members(lines[index].text, names.pattern)
        if not found and (len(members) >= expected or len(lines[index].text) > _LONGEST_MEMBER):
            break
        members += [*found, *strangers]
        end = lines[index].end
        index += 1
    if members:
        start = head.count.end or 0
        text = "; ".join(members)
        statements.append(PageStatement("group", "group_members", text, start, end, words=text, subject=head.name))
    return index


def _ends_members(text: str) -> bool:
    return bool(_BARE_DAYS.fullmatch(text) or read_group_note(text) or read_group_count(text) or is_group_heading(text))


def _notes(lines: Sequence[Piece], head: _Head, index: int, statements: list[PageStatement]) -> int:
    averaged = any(_AVERAGE.search(earlier.text) for earlier in lines[:index])
    while index < len(lines) and not is_group_heading(lines[index].text):
        line = lines[index]
        bare = _BARE_DAYS.fullmatch(line.text) if averaged else None
        notes = [Said("group_mean_days", 0, len(line.text), float(bare["n"]))] if bare else read_group_note(line.text)
        if not notes:
            break
        statements += [PageStatement("group", note.code, line.text, line.start, line.end, note.value, subject=head.name) for note in notes]
        index += 1
    return index


def _orphan(line: Piece, nouns: set[str]) -> PageStatement | None:
    """A count in the words of the page's cards, with no heading and no members beside it: a line of a card that was torn apart."""
    count = read_group_count(line.text)
    if count is None or count.rest.strip() or is_group_heading(count.heading) or _noun(line.text[count.start : count.end]) not in nouns:
        return None
    start = line.start + count.start
    return PageStatement("rendering", "orphan_group_count", line.text, start, line.start + count.end, float(count.value))


def _noun(count: str) -> str:
    return re.sub(r"[\d\s]", "", count).lower().rstrip("s")
