"""YAML lists of facts that people keep in `data/registry/`: texts that were opened, and entries that were read in them.

Belongs here: what all such lists share: opening the file, the facts of a text (address, day, whose word), and fields with closed names and
words. An entry that breaks the form is an `EntryError`; the reader of the list rejects it and keeps the others. Does not belong here: what
the entries of one list say.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, cast

import yaml

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.vocabulary.documents import parse_yaml

LONGEST_PRINTED: Final = 80
"""Characters of `as_printed`: a figure with its unit, no sentence."""

_LARGEST_FILE: Final = 5 * 1024 * 1024

Fields = Mapping[str, object]


class EntryError(ValueError):
    """An entry that breaks the form: reason and one line."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


def texts_and_entries(body: bytes, entries: str, what: str, reason: str) -> tuple[Fields, Sequence[object]]:
    """The mapping `texts` and the list of entries of a file.

    Args:
        body: the file.
        entries: name of the list, e.g. runs.
        what: what the file is, for messages.
        reason: code where it is YAML of another kind.

    Raises:
        UnreadableCaptureError: too large, no YAML in UTF-8, or without the two; one line.
    """
    if len(body) > _LARGEST_FILE:
        raise UnreadableCaptureError("file_too_large", f"{what} has {len(body):,} bytes; {_LARGEST_FILE:,} are read")
    try:
        document: object = parse_yaml(body.decode("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError, TypeError) as error:
        line = " ".join(str(error).split())[:200]
        raise UnreadableCaptureError("not_yaml", f"{what} is not YAML in UTF-8: {line}") from error
    fields = cast("Fields", document) if isinstance(document, dict) else {}
    texts, listed = fields.get("texts"), fields.get(entries)
    if not isinstance(texts, dict) or not isinstance(listed, list) or not listed:
        raise UnreadableCaptureError(reason, f"{what} needs a mapping 'texts' and a list '{entries}' with an entry")
    return cast("Fields", texts), cast("Sequence[object]", listed)


def known(fields: object, names: frozenset[str], what: str) -> Fields:
    """The fields of a mapping, none of which has another name."""
    if not isinstance(fields, dict):
        raise EntryError("not_a_mapping", f"the {what} is no mapping")
    entry = cast("Fields", fields)
    strange = sorted(str(name) for name in entry if name not in names)
    if strange:
        raise EntryError("unknown_field", f"the {what} has the field {', '.join(strange)}; fields are {', '.join(sorted(names))}")
    return entry


def text_of(entry: Fields, texts: Fields, names: frozenset[str], stated_by: Mapping[str, str]) -> Fields:
    """The text that an entry names, with its address, the day on which somebody opened it, and whose word it is.

    Args:
        entry: names the text under `text`.
        texts: the mapping of texts.
        names: fields that a text may have.
        stated_by: words for whose word it is.
    """
    name = entry.get("text")
    if not isinstance(name, str) or name not in texts:
        raise EntryError("unknown_text", f"{name!r} is not listed under texts")
    text = known(texts[name], names, f"text {name}")
    if not str(text.get("url", "")).startswith(("https://", "http://")):
        raise EntryError("address_missing", f"text {name} has no address (url)")
    if not isinstance(text.get("opened"), date):
        raise EntryError("date_missing", f"text {name} has no date on which somebody opened it (opened: 2026-11-30)")
    word(text, "stated_by", stated_by, "")
    return text


def entries_of(entry: Fields, name: str) -> Sequence[object]:
    """A list inside an entry, with at least one item."""
    listed = entry.get(name)
    if not isinstance(listed, list) or not listed:
        raise EntryError("field_missing", f"'{name}' is missing, no list or empty")
    return cast("Sequence[object]", listed)


def printed(fields: Fields) -> str:
    """The figure as printed, with its unit."""
    text = fields.get("as_printed")
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_PRINTED:
        raise EntryError("as_printed_missing", f"as_printed is missing, no text, or longer than {LONGEST_PRINTED} characters")
    return text


def word(fields: Fields, name: str, words: Mapping[str, str], otherwise: str) -> str:
    """A word of a closed list; `otherwise` where the field is left out, which must be of the list too."""
    found = fields.get(name, otherwise)
    if not isinstance(found, str) or found not in words:
        raise EntryError("unknown_word", f"{name} is {found!r}; it must be one of {', '.join(words)}")
    return found


def optional_word(fields: Fields, name: str, words: Mapping[str, str]) -> str | None:
    """A word of a closed list, or None where the field is left out."""
    return None if fields.get(name) is None else word(fields, name, words, "")
