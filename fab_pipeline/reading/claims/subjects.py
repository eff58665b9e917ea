"""Of whom one sentence speaks, where its section alone does not say: cases told side by side, conclusions, questions and answers.

Belongs here: the subject of a place in a sentence. In the section of a vendor every sentence is the vendor's, whoever else it names (its
customers); elsewhere the name before the place counts, and what a paragraph began with carries on. Does not belong here: headings.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fab_pipeline.reading.claims.sections import Section
from fab_pipeline.reading.claims.sentences import Sentence
from fab_pipeline.reading.claims.subject import MAKERS, NOBODY, Subject
from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain
from fab_pipeline.vocabulary.vendors import Vendor, VendorMention, find_vendors, vendor_of_name

_AT_START: Final = 8
_LIST: Final = re.compile(r"[^，,。；;]{0,8}[、,]\s*|[^，,。；;、]{0,8}(?:和|及|与)\s*")
_OF_HARDWARE: Final = re.compile(
    r"\s?(?:的\s?)?(?:[A-Z]{1,3}\d{2,4}|[DH]GX|GPU|Quantum|Infini|Hopper|Blackwell|Grace|优化|向其|合作|NVLink)"
)
_LEAD: Final = re.compile(r"\s*(?:[•·●▪◆■○*\-–]\s*)?(?P<lead>[^：:，,。]{2,30})[：:]")
_IS_SOURCE: Final = re.compile(
    r"\s?(?:\d{4}\s?年)?的?\s?(?:最新)?(?:研究|调研|统计|测算|博客|报告|指出|表示|披露|透露|报道|发布的|称)"
    r"|\s(?:reports?|said|says|found|estimates?|wrote)\b"
)
_CLAUSE_BEGINS: Final = re.compile(r"[，,。；;：:]\s*(?:而|但|and\s|while\s|the\s)?\s*\Z", re.I)
_AGAINST: Final = re.compile(r"(?:相比|相较于?|对比|比|than|versus|vs\.?|over)\s*\Z", re.I | re.A)
_PRODUCT: Final = re.compile(r"(?P<name>[A-Za-z][A-Za-z\-]{2,}(?:\s?[A-Za-z0-9.]+){0,2}|[\u4e00-\u9fff]{2,4}\s?\d\.\d|[A-Z]{1,3}\d{2,4})")
_NO_PRODUCT: Final = re.compile(
    r"\A(?:AI|GPU|NPU|RDMA|CPU|API|IDC|ISO|SLA|PUE|FAQ|TCO|MFU|PyTorch|TensorFlow|Transformer|Scale|BatchSize|All2all"
    r"|Up|Out|Kubernetes|Qwen\S*|DeepSeek\S*|Llama\S*)\b",
    re.I | re.A,
)


class Subjects:
    """The subjects of a page's sentences, asked for in printed order.

    Args:
        sections: of the page.
        cases: whether the page tells cases.
    """

    def __init__(self, sections: Sequence[Section], *, cases: bool = False) -> None:
        self._cases = cases
        self._kinds: dict[Vendor, str] = {}
        for section in sections:
            if section.subject.vendor is not None:
                for vendor in (section.subject.vendor, *section.subject.others):
                    self._kinds.setdefault(vendor, section.subject.kind)
        self._carried: Subject | None = None

    def begin(self, section: Section) -> None:
        """A block begins: nothing carries over from the one before."""
        self._carried = None
        self._section = section

    def at(self, sentence: Sentence, position: int) -> list[Subject]:
        """Subjects of the words at a place of a sentence: one, or several that the sentence lists side by side.

        Args:
            sentence: of the block that began.
            position: offset in the sentence.
        """
        section = self._section
        if (section.subject.kind == "vendor" or section.subject.alone) and not section.is_reference:
            return [section.subject]
        named = [hit for hit in find_vendors(sentence.text) if self._may_be_subject(hit, sentence, section)]
        if section.is_reference:
            return [self._of(named[0].vendor)] if named else [NOBODY]
        before = [hit for hit in named if hit.start <= position]
        if before:
            listed = _listed(before, plain(sentence.text))
            subjects = [self._of(vendor) for vendor in listed]
            self._carried = subjects[0]
            return subjects
        cards = [card for card in find_accelerators(sentence.text[: position + 1]) if not _AGAINST.search(sentence.text[: card.start])]
        if cards and cards[0].start <= _AT_START and section.subject.kind in {"hardware", "article"}:
            opens = [card for card in cards if card.start == cards[0].start or _CLAUSE_BEGINS.search(sentence.text[: card.start])]
            named_card = opens[-1].accelerator
            return [Subject("hardware", vendor_of_name(named_card.vendor), named_card.model)]
        if named and section.subject.kind == "article":
            return [self._of(named[0].vendor)]  # "for models of 70B, the experience of X is …"
        return [self._carried or section.subject if section.subject.kind == "case" else section.subject]

    def _of(self, vendor: Vendor) -> Subject:
        if self._section.subject.vendor == vendor:
            return self._section.subject
        if self._cases and vendor.slug in MAKERS:
            return Subject("hardware", vendor)
        known = self._kinds.get(vendor)
        return Subject(known if known and known != "hardware" else "case" if self._cases else "vendor", vendor)

    def _may_be_subject(self, hit: VendorMention, sentence: Sentence, section: Section) -> bool:
        if _IS_SOURCE.match(sentence.text, hit.end) or (_OF_HARDWARE.match(sentence.text, hit.end) and hit.vendor not in self._kinds):
            return False
        if hit.vendor in self._kinds and self._kinds[hit.vendor] != "hardware":
            return True
        if section.subject.kind == "case":
            return hit.start <= 1 and hit.vendor.slug not in MAKERS
        return hit.start <= _AT_START or section.is_reference


def _listed(before: Sequence[VendorMention], folded: str) -> list[Vendor]:
    """The last name before a place, with those that a list joins to it (甲、乙和丙等平台)."""
    found = [before[-1]]
    for hit in reversed(before[:-1]):
        if hit.vendor == found[-1].vendor or _LIST.fullmatch(folded[hit.end : found[-1].start]):
            found.append(hit)
        else:
            break
    return list(dict.fromkeys(hit.vendor for hit in reversed(found)))


def product_of(sentence: Sentence, subject: Subject, block_words: str) -> str | None:
    """Product that a sentence speaks of: the lead of its list item ("• CloudX 2.0 平台："), else that of its section."""
    lead = _LEAD.match(block_words)
    hit = _PRODUCT.search(lead["lead"]) if lead else None
    if hit and not _NO_PRODUCT.match(hit["name"].strip()):
        return hit["name"].strip()
    return subject.product


def with_product(subject: Subject, product: str | None) -> Subject:
    """The subject with the product of a sentence."""
    return replace(subject, product=product)
