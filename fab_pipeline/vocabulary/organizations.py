"""The closed list of organisations, and the one question it answers: does this text end in one of their names?

Belongs here: names. Does not belong here: guessing an organisation that a text does not print.
"""

import re
from functools import lru_cache
from typing import Final

from fab_pipeline.vocabulary.documents import read_document

_LONG_NAME: Final = 5
"""Letters from which a name in capitals is no chance ending of another one ("EXAONELG AI Research", but not "SUMMIT")."""


@lru_cache(maxsize=1)
def organizations() -> tuple[str, ...]:
    """All names, longest first."""
    document: dict[str, list[object]] = read_document("organizations")
    return tuple(sorted({str(name) for name in document["organizations"]}, key=lambda name: (-len(name), name)))


def is_organization(text: str) -> bool:
    """Whether a text is one of the names."""
    return " ".join(text.split()) in organizations()


def organizations_at_end(text: str) -> list[str]:
    """Names that a text ends with and that leave something before them, longest first; a name never begins inside a word of its case."""
    return [name for name in organizations() if text.endswith(name) and len(text) > len(name) and _may_begin(text, len(text) - len(name))]


def _may_begin(text: str, start: int) -> bool:
    """Whether a name may begin here: not in the middle of a word or number, as far as letter case can tell."""
    before, name = text[:start], text[start:]
    last = before[-1]
    if not (last.isascii() and last.isalnum()):
        return True
    if name[0].isdigit():
        return not last.isdigit() or not name.isdigit()
    if last.isupper() and name[0].isupper():
        return len(name) >= _LONG_NAME or name[1:2].islower() or bool(re.search(r"\d[BMTK]\Z", before))
    return not (last.islower() and name[0].islower()) or name[1:2].isupper()
