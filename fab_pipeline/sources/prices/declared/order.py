"""Elements of a price page by selector, by the element that they stand in, and by what stands before them.

Belongs here: finding elements, each selector once for a page. Does not belong here: what they say (see `html`).
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

import soupsieve
from bs4 import BeautifulSoup, Tag


class Order:
    """Place of every element in the document, to find what stands before it and what it stands in."""

    def __init__(self, soup: BeautifulSoup) -> None:
        self.tags = soup.find_all(True)
        self.places = {id(tag): place for place, tag in enumerate(self.tags)}
        self.found: dict[str, Sequence[Tag]] = {}
        self.held: dict[tuple[frozenset[int], str], Mapping[int, Sequence[Tag]]] = {}
        self.by_name: dict[str, list[int]] = {}
        self.by_class: dict[str, list[int]] = {}
        for place, tag in enumerate(self.tags):
            self.by_name.setdefault(tag.name, []).append(place)
            for name in tag.get_attribute_list("class"):
                self.by_class.setdefault(str(name), []).append(place)

    def before(self, tag: Tag, selector: str, outside: Sequence[str] = ()) -> Tag | None:
        """The nearest selected element that begins before `tag`, does not hold it, and stands in no element named in `outside`."""
        candidates = self.select(selector)
        at = bisect_left(candidates, self.places[id(tag)], key=lambda candidate: self.places[id(candidate)])
        holders = {id(parent) for parent in tag.parents}
        nearest = (candidate for candidate in reversed(candidates[:at]) if id(candidate) not in holders)
        return next((candidate for candidate in nearest if not (outside and candidate.find_parent(outside))), None)

    def select(self, selector: str) -> Sequence[Tag]:
        """Selected elements of the page, in order."""
        if selector not in self.found:
            compiled = soupsieve.compile(selector)
            places = sorted({place for choice in compiled.selectors for place in self._candidates(choice)})
            self.found[selector] = compiled.filter(self.tags[place] for place in places)
        return self.found[selector]

    def _candidates(self, choice: soupsieve.ct.Selector | soupsieve.ct.SelectorNull) -> Sequence[int]:
        """Where an element may stand that one choice of a selector ("td.price, .cost" has two) fits: no other has its class or name.

        Asking soupsieve about each of 30,000 elements takes a tenth of a second for every selector of a declaration.
        """
        if isinstance(choice, soupsieve.ct.Selector):
            if choice.classes:
                return self.by_class.get(choice.classes[0], ())
            if choice.tag is not None and choice.tag.name != "*":
                return self.by_name.get(choice.tag.name.lower(), ())
        return range(len(self.tags))

    def held_by(self, holders: frozenset[int], selector: str) -> Mapping[int, Sequence[Tag]]:
        """Selected elements by the nearest of `holders` (ids of elements) that they stand in.

        Each element belongs to one holder: on a damaged page, where hundreds of boxes stand in each other, none is read over again.
        """
        key = (holders, selector)
        if key not in self.held:
            held: dict[int, list[Tag]] = {}
            for tag in self.select(selector):
                nearest = next((id(parent) for parent in tag.parents if id(parent) in holders), None)
                if nearest is not None:
                    held.setdefault(nearest, []).append(tag)
            self.held[key] = held
        return self.held[key]
