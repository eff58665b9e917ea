"""A sentence with everything around it that its readers ask for.

Belongs here: the type, and the span of a claim in the page. Does not belong here: reading.
"""

from dataclasses import dataclass
from datetime import date

from fab_pipeline.reading.claims.claim import LONGEST_SPAN
from fab_pipeline.reading.claims.sections import Section
from fab_pipeline.reading.claims.sentences import Sentence
from fab_pipeline.reading.claims.stated import clause


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence, its folded words, its section, the page's date, and the folded sentence before it in the same block."""

    sentence: Sentence
    folded: str
    section: Section
    published: date | None
    before: str = ""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Place in the page of the clause around some words, at most 80 code points; a short heading is taken whole."""
        first, last = clause(self.folded, start, end)
        if self.section.is_heading and len(self.folded) <= LONGEST_SPAN:
            first, last = 0, len(self.folded)
        if last - first > LONGEST_SPAN:
            first = max(first, min(start, end - LONGEST_SPAN // 2) - LONGEST_SPAN // 4)
            last = min(last, first + LONGEST_SPAN)
        return self.sentence.start + first, self.sentence.start + last
