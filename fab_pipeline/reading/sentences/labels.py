"""Which accelerators a training ran on: labels with the memory that the text gives them.

Belongs here: labels of the text and of one count. Does not belong here: names (see `vocabulary.accelerators`), counts (see `hardware`).
"""

import re
from typing import Final

from fab_pipeline.reading.amount import Amount
from fab_pipeline.reading.sentences.sentence import Sentence
from fab_pipeline.vocabulary.accelerators import Mention

_MEMORY_BEHIND: Final = re.compile(
    r"s?\s*(?:GPUs?|accelerators?|cards?|节点|nodes?)?\s*(?:with\s)?[(（,]?\s*(\d{2,3})\s?(?:Gi?[Bb]?|Go)(?![A-Za-z0-9])", re.I
)


def read_accelerator(sentence: Sentence) -> str | None:
    """Labels of the accelerators, joined by " + "; a family counts only where no model of it is named."""
    labels: dict[str, str] = {}
    for mention in sentence.mentions:
        known = labels.get(mention.accelerator.label)
        memory = mention.memory_gb or _memory_behind(sentence, mention)
        if known is None or (memory and not known.endswith("GB")):
            labels[mention.accelerator.label] = f"{mention.accelerator.label} {memory:g}GB" if memory else mention.accelerator.label
    models = {mention.accelerator.label for mention in sentence.mentions if not mention.accelerator.family}
    kept = [text for label, text in labels.items() if label in models or not models]
    return " + ".join(kept) or None


def label_of(sentence: Sentence, amount: Amount) -> str | None:
    """Label of the accelerator that a count names."""
    return next(
        (
            m.accelerator.label
            for m in sentence.mentions
            if amount.figure_end <= m.start <= amount.end + 2 or m.start <= amount.end <= m.end
        ),
        None,
    )


def _memory_behind(sentence: Sentence, mention: Mention) -> float | None:
    hit = _MEMORY_BEHIND.match(sentence.folded, mention.end)
    return float(hit[1]) if hit and float(hit[1]) in mention.accelerator.memories_gb else None
