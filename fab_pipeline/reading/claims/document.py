"""The page that claims are read from: its extracted text, cut into blocks.

Belongs here: the types that the readers of pages give and the reader of claims takes. All offsets are code points of `text`, in which
blocks stand one after the other, each on lines of its own. Does not belong here: how bytes become a page (see `sources.vendors`).
"""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Block:
    """One heading, paragraph, list item or cell.

    Attributes:
        start: first code point.
        end: behind the last one.
        level: 1 to 6 for a heading that the page marks as one; 0 for anything else.
        context: words that say what the block is about and stand elsewhere: headings of its row and column, the label of a tile.
    """

    start: int
    end: int
    level: int = 0
    context: str = ""


@dataclass(frozen=True)
class ClaimsPage:
    """One page.

    Attributes:
        text: the extracted text.
        blocks: in printed order.
        marked: whether the page marks its headings; where it does not, they are known by their form.
        title: title of the page, where there is one.
        names: (where, name) of what the page gives for its maker: publisher, site, legal, logo, host; the strongest first.
        address: the address that it gives for itself.
        published: date that the page prints for itself; relative dates count from it.
        shape: html, script_state, json_ld, markdown or text.
        encoding: by which the bytes were read.
        replaced_characters: characters that the bytes had lost before.
        images: pictures in the body.
        surroundings: words around the text that are not read: menus, headlines of other pages, footers; a line for each piece.
    """

    text: str
    blocks: tuple[Block, ...]
    marked: bool
    title: str | None = None
    names: tuple[tuple[str, str], ...] = ()
    address: str | None = None
    published: date | None = None
    shape: str = "text"
    encoding: str = "utf-8"
    replaced_characters: int = 0
    images: int = 0
    surroundings: str = ""

    @property
    def publisher(self) -> str | None:
        """Name of the site or publisher, where the page gives one."""
        return next((name for where, name in self.names if where in {"publisher", "site"}), None)

    @property
    def weighed_text(self) -> str:
        """Title and text: by both it is told what a page is about."""
        return f"{self.title or ''}\n{self.text}"
