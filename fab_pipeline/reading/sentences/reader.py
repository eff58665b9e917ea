"""The reader of sentences: any text about training runs → what it discloses.

Belongs here: putting the fields together. Does not belong here: the fields (see the sibling modules), files and the command line.
"""

from dataclasses import replace

from fab_pipeline.reading.quantity import Quantity
from fab_pipeline.reading.sentences.compute import read_compute
from fab_pipeline.reading.sentences.cost import read_cost_local, read_cost_usd
from fab_pipeline.reading.sentences.device_time import read_accelerator_hours
from fab_pipeline.reading.sentences.duration import read_duration
from fab_pipeline.reading.sentences.hardware import read_count
from fab_pipeline.reading.sentences.labels import read_accelerator
from fab_pipeline.reading.sentences.model_names import several_sizes
from fab_pipeline.reading.sentences.parameters import parameter_counts, read_parameters_active, read_parameters_total
from fab_pipeline.reading.sentences.parts import read_models, read_phases, shared_figures
from fab_pipeline.reading.sentences.reading import Reading
from fab_pipeline.reading.sentences.remarks import is_estimated, says_open_weights, scope_of_text, stated_by
from fab_pipeline.reading.sentences.sentence import Sentence, read_sentence
from fab_pipeline.reading.sentences.tokens import read_tokens
from fab_pipeline.reading.sentences.used_part import tells_part


def read_disclosure(text: str) -> Reading:
    """What a text discloses about training runs.

    Args:
        text: one sentence, table row or short passage, in any language of the word tables.

    Returns:
        Figures of the one run that the text is about; null beats a guess. Several models and phases are kept apart.
    """
    sentence = read_sentence(text)
    if several_sizes(sentence):
        return _of_several(sentence)
    sizes = parameter_counts(sentence)
    found: dict[str, Quantity | None] = {
        "parameters_total": read_parameters_total(sentence, sizes),
        "parameters_active": read_parameters_active(sentence, sizes),
        "tokens": read_tokens(sentence),
        "accelerator_count": read_count(sentence),
        "duration_days": read_duration(sentence),
        "accelerator_hours": read_accelerator_hours(sentence),
        "cost_usd": read_cost_usd(sentence),
        "compute_flop": read_compute(sentence),
    }
    models = read_models(sentence)
    if any("parameters_total" in part.quantities for part in models):
        found["parameters_total"] = None
    return replace(
        _remarks(sentence),
        quantities={name: quantity for name, quantity in found.items() if quantity is not None},
        accelerator=read_accelerator(sentence),
        cost_local=read_cost_local(sentence),
        models=models,
        phases=read_phases(sentence),
    )


def _of_several(sentence: Sentence) -> Reading:
    """A text about models of several sizes: only what it says of each is a figure of the run.

    Cards that no figure names are those of all.
    """
    models = read_models(sentence)
    alike = read_accelerator(sentence) if not any(part.accelerator for part in models) else None
    accelerator = alike if models or (alike and " + " not in alike) else None
    return replace(_remarks(sentence), quantities=shared_figures(sentence), models=models, accelerator=accelerator)


def _remarks(sentence: Sentence) -> Reading:
    words = sentence.folded
    scope = scope_of_text(words)
    scope = None if scope == "cluster" and tells_part(sentence) else scope
    return Reading(estimated=is_estimated(words), open_weights=says_open_weights(words), scope=scope, stated_by=stated_by(words))
