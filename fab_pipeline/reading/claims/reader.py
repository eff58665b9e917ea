"""A page → its claims.

Belongs here: walking over the blocks and sentences of a page in order: who speaks (`sections`, `subjects`), which figures
and capabilities a sentence states (`figures`, `lists`, `stated`), and what is said twice in one block. What has
digits and could not be read is a claim of kind unparsed, so that nothing is dropped. Does not belong here: decoding and extracting pages
(see `sources.vendors`), and comparing claims (see `leaderboards`).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from fab_pipeline.reading.claims.asides import aside
from fab_pipeline.reading.claims.claim import Claim
from fab_pipeline.reading.claims.document import ClaimsPage
from fab_pipeline.reading.claims.figures import figures
from fab_pipeline.reading.claims.lists import listed
from fab_pipeline.reading.claims.making import bare_claim, numeric_claim, stated_claim, unparsed_claim
from fab_pipeline.reading.claims.metric_choice import known_unit
from fab_pipeline.reading.claims.page_subject import tells_cases
from fab_pipeline.reading.claims.place import Place
from fab_pipeline.reading.claims.relevance import relevance, speaks_of_infrastructure
from fab_pipeline.reading.claims.sections import sections
from fab_pipeline.reading.claims.sentences import sentences
from fab_pipeline.reading.claims.stated import stated
from fab_pipeline.reading.claims.subjects import Subjects
from fab_pipeline.vocabulary.traditional import plain

_OF_SOMEBODY: Final = frozenset(
    {"{customer}", "{vendor}", "{model}", "{user}", "{application}", "{capability}", "{platform}", "{item}", "{person}"}
)
"""Counts that say nothing where nobody is spoken of ("四家服务商")."""


def read_claims(page: ClaimsPage) -> list[Claim]:
    """All claims of a page, in printed order; none for a page that is not about training infrastructure."""
    if not relevance(page.weighed_text).is_of_the_field:
        return []
    found: list[Claim] = []
    parts = sections(page)
    subjects = Subjects(parts, cases=tells_cases(page))
    for section in parts:
        subjects.begin(section)
        block: list[Claim] = []
        before = ""
        for sentence in sentences(section.text, section.block.start):
            place = Place(sentence, sentence.folded, section, page.published, before)
            block.extend(_of_sentence(place, subjects))
            before = place.folded
        found.extend(_said_once(block))
    return found


def _of_sentence(place: Place, subjects: Subjects) -> Iterator[Claim]:
    sentence, section = place.sentence, place.section
    known = section.subject.kind != "article" or section.is_reference
    relevant = known or speaks_of_infrastructure(place.folded, section.heading)
    printed = figures(sentence.hidden, sentence.text)
    derived = [] if section.is_reference else listed(sentence.hidden)
    for figure in sorted([*printed, *derived], key=lambda figure: figure.start):
        who = subjects.at(sentence, figure.start)[0]
        if figure.bare:
            claim = bare_claim(figure, who, place)
            if claim:
                yield claim
        elif figure.unit == "{}":
            yield unparsed_claim(figure, who, place, "a count of something that no metric of the vocabulary names")
        elif figure.unit and not known_unit(figure):
            yield unparsed_claim(figure, who, place, "a unit that no metric of the vocabulary has")
        elif who.kind != "article" and (why := aside(place.folded, figure.start, figure.end, figure.unit)):
            yield unparsed_claim(figure, who, place, why)
        elif relevant and not (who.kind == "article" and figure.unit in _OF_SOMEBODY):
            yield numeric_claim(figure, who, place)
    for one in stated(place.folded, plain(section.block.context)):
        for who in subjects.at(sentence, one.place):
            defines = one.metric.name.endswith("_definition") or one.metric.name == "article_data_provenance"
            if (who.kind != "article" or defines) and not section.is_reference:
                yield stated_claim(one, who, place)


def _said_once(block: Iterable[Claim]) -> list[Claim]:
    """The claims of a block without what its words say twice.

    A class that a block names again (万卡级集群 … 万卡集群有效训练时间占比) is the condition of another figure there, and a list that is
    counted again (六大能力：… 六大能力) is the same list. A measurement that is printed twice is two claims.
    """
    seen: set[tuple[object, ...]] = set()
    kept: list[Claim] = []
    for claim in block:
        name = claim.metric.name if claim.metric else None
        key: tuple[object, ...] = (
            claim.subject.vendor,
            name,
            claim.value_kind,
            claim.value,
            claim.value_max,
            claim.unit,
            claim.is_baseline,
            claim.baseline_value,
        )
        if claim.value is None or claim.value_kind == "rank" or not (claim.magnitude_class or "大" in (claim.raw or "")):
            key = (*key, claim.start, claim.end, claim.raw)
        if key not in seen:
            seen.add(key)
            kept.append(claim)
    return kept
