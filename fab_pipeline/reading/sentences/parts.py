"""Several models or phases in one text, each with its own figures.

Belongs here: which figure belongs to which model or phase. Does not belong here: the figures of the one run (see `reader`).
"""

from fab_pipeline.reading.sentences.reading import Part
from fab_pipeline.reading.sentences.sentence import Sentence


def read_models(sentence: Sentence) -> tuple[Part, ...]:
    """Models with figures of their own."""
    return ()


def read_phases(sentence: Sentence) -> tuple[Part, ...]:
    """Phases with figures of their own."""
    return ()
