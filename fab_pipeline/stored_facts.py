"""JSON files that this project wrote, read back by shape: manifests, the pointer, descriptions of releases, what was parsed.

Belongs here: getting typed values out of such a file, so that whatever has been damaged (cut, edited, of another type) is one kind of
error. Does not belong here: what the values mean, and JSON that comes from outside (see `sources`).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import UnionType
from typing import TypeVar, cast

T = TypeVar("T")


class ShapeError(ValueError):
    """The file does not hold what was written into it; the message says where."""


@dataclass(frozen=True)
class StoredFacts:
    """One JSON object; every getter raises `ShapeError` where the value is missing or of another type."""

    values: Mapping[str, object]

    def text(self, name: str) -> str:
        """A string."""
        return self._get(name, str)

    def optional_text(self, name: str) -> str | None:
        """A string or null."""
        return self._get(name, str | None)

    def count(self, name: str) -> int:
        """A whole number from 0."""
        value = self._get(name, int)
        if isinstance(value, bool) or value < 0:
            raise ShapeError(f"{name} is {value!r}")
        return value

    def optional_count(self, name: str) -> int | None:
        """A whole number from 0, or null."""
        return None if self._get(name, int | None) is None else self.count(name)

    def flag(self, name: str) -> bool:
        """True or false."""
        return self._get(name, bool)

    def moment(self, name: str) -> datetime:
        """A time with its zone."""
        try:
            value = datetime.fromisoformat(self.text(name))
        except ValueError as error:
            raise ShapeError(f"{name}: {error}") from error
        if value.tzinfo is None:
            raise ShapeError(f"{name} has no time zone")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        values = cast("list[object]", self._get(name, list))
        if strangers := [value for value in values if not isinstance(value, str)]:
            raise ShapeError(f"{name} holds {strangers[0]!r}")
        return cast("tuple[str, ...]", tuple(values))

    def inner(self, name: str) -> "StoredFacts":
        """An object."""
        return StoredFacts(cast("dict[str, object]", self._get(name, dict)))

    def each(self, name: str) -> "list[StoredFacts]":
        """A list of objects."""
        return objects(cast("object", self._get(name, list)))

    def _get(self, name: str, kind: type[T] | UnionType) -> T:
        if name not in self.values:
            raise ShapeError(f"{name} is missing")
        value = self.values[name]
        if not isinstance(value, kind):
            raise ShapeError(f"{name} is {value!r}"[:200])
        return cast("T", value)


def stored_object(data: bytes) -> StoredFacts:
    """The one object of a file."""
    value = _decoded(data)
    if not isinstance(value, dict):
        raise ShapeError("it holds no JSON object")
    return StoredFacts(cast("dict[str, object]", value))


def stored_objects(data: bytes) -> list[StoredFacts]:
    """The list of objects of a file."""
    return objects(_decoded(data))


def objects(value: object) -> list[StoredFacts]:
    """A list of objects."""
    if not isinstance(value, list):
        raise ShapeError("it holds no list")
    items = cast("list[object]", value)
    if any(not isinstance(item, dict) for item in items):
        raise ShapeError("its list holds something that is no object")
    return [StoredFacts(cast("dict[str, object]", item)) for item in items]


def _decoded(data: bytes) -> object:
    try:
        return cast("object", json.loads(data))
    except RecursionError as error:
        raise ShapeError("it is nested too deeply") from error
    except ValueError as error:
        raise ShapeError(str(error)) from error
