"""YAML with line numbers, so that a wrong declaration gives one line that says where.

Belongs here: the tree of entries and typed access to it. Does not belong here: which keys a declaration has (see `load`).
Scalars stay texts as written: "NO" is Norway, not false.
"""

import difflib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import soupsieve
import yaml

from fab_pipeline.errors import UsageError

MAX_DECLARATION: Final = 256 * 1024
"""Characters of a declaration; those of this project have a few thousand."""
_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})


class DeclarationError(UsageError):
    """A declaration that cannot be used: file, line, key, and what is wrong."""


@dataclass(frozen=True)
class Entry:
    """One value of the document.

    Attributes:
        file: name of the declaration.
        path: keys down to the value, e.g. "blocks[0].prices[1].per".
        line: counted from 1.
        value: text of a scalar, None for an empty one, list or mapping of entries.
    """

    file: str
    path: str
    line: int
    value: "str | list[Entry] | dict[str, Entry] | None"

    def error(self, problem: str) -> DeclarationError:
        """An error at this place."""
        return DeclarationError(f"{self.file}, line {self.line}: {self.path} {problem}" if self.path else f"{self.file}: {problem}")

    def get(self, key: str) -> "Entry | None":
        """The entry of a key; None where there is none or it is empty."""
        found = self.mapping().get(key)
        return None if found is None or found.value is None else found

    def mapping(self) -> "dict[str, Entry]":
        """The keys and values.

        Raises:
            DeclarationError: not a mapping.
        """
        if not isinstance(self.value, dict):
            raise self.error("must be a mapping of keys and values")
        return self.value

    def many(self, key: str) -> "list[Entry]":
        """The values of a key that holds a list or one value; none where the key is not there."""
        found = self.get(key)
        return found.listed() if found else []

    def listed(self) -> "list[Entry]":
        """The values of a list; a single value counts as a list of one."""
        return self.value if isinstance(self.value, list) else [self]

    def text(self) -> str:
        """The text of a scalar.

        Raises:
            DeclarationError: empty, a list or a mapping.
        """
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.error("must be a text")
        return self.value.strip()

    def word(self, allowed: Collection[str]) -> str:
        """One of the allowed words."""
        text = self.text()
        if text not in allowed:
            raise self.error(f"is {text!r}; it must be one of {', '.join(allowed)}")
        return text

    def number(self) -> float:
        """A positive number."""
        try:
            number = float(self.text())
        except ValueError:
            number = 0.0
        if not 0 < number < float("inf"):
            raise self.error(f"is {self.value!r}; it must be a number above 0")
        return number

    def selector(self) -> str:
        """A CSS selector."""
        text = self.text()
        try:
            soupsieve.compile(text)
        except soupsieve.SelectorSyntaxError as error:
            raise self.error(f"is {text!r}, not a CSS selector: {str(error).splitlines()[0]}") from error
        return text

    def pattern(self) -> re.Pattern[str]:
        """A regular expression; case does not matter."""
        text = self.text()
        try:
            return re.compile(text, re.I)
        except re.error as error:
            raise self.error(f"is {text!r}, not a regular expression: {error}") from error

    def check_keys(self, allowed: Collection[str], required: Sequence[str] = ()) -> None:
        """Complain about unknown and missing keys."""
        known = self.mapping()
        for key, entry in known.items():
            if key not in allowed:
                near = difflib.get_close_matches(key, allowed, n=1)
                hint = f"; did you mean {near[0]}?" if near else f"; known keys are {', '.join(sorted(allowed))}"
                raise DeclarationError(f"{self.file}, line {entry.line}: {entry.path} is not a known key{hint}")
        for key in required:
            if self.get(key) is None:
                raise DeclarationError(f"{self.file}, line {self.line}: {f'{self.path} lacks' if self.path else 'there is no'} {key}")


def read_entries(text: str, file: str) -> Entry:
    """The document as entries.

    Raises:
        DeclarationError: not YAML, not a mapping, too long.
    """
    if len(text) > MAX_DECLARATION:
        raise DeclarationError(f"{file}: the declaration has {len(text):,} characters, more than {MAX_DECLARATION:,}")
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise DeclarationError(
            f"{file}, line {line}: not YAML: {error.problem or error.context}; put patterns and selectors in quotation marks"
        ) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise DeclarationError(f"{file}: not YAML: {' '.join(str(error).split())[:200]}") from error
    if not isinstance(node, yaml.MappingNode):
        raise DeclarationError(f"{file}: a declaration is a mapping of keys and values; see docs/price_pages.md")
    try:
        return _entry(node, file, "")
    except RecursionError as error:
        raise DeclarationError(f"{file}: the declaration is nested too deeply") from error


def _entry(node: yaml.Node, file: str, path: str) -> Entry:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        return Entry(file, path, line, dict(_members(node, file, path)))
    if isinstance(node, yaml.SequenceNode):
        return Entry(file, path, line, [_entry(item, file, f"{path}[{index}]") for index, item in enumerate(node.value)])
    empty = isinstance(node, yaml.ScalarNode) and node.style is None and node.value in _NULLS
    return Entry(file, path, line, None if empty else str(node.value))


def _members(node: yaml.MappingNode, file: str, path: str) -> Iterator[tuple[str, Entry]]:
    seen: set[str] = set()
    for key_node, value_node in node.value:
        key, line = str(key_node.value), key_node.start_mark.line + 1
        inner = f"{path}.{key}" if path else key
        if key in seen:
            raise DeclarationError(f"{file}, line {line}: {inner} is said twice")
        seen.add(key)
        entry = _entry(value_node, file, inner)
        yield key, Entry(file, inner, line, entry.value)
