"""The name under which claims of several sources meet: the run id.

Belongs here: the slug of organisation and model. Does not belong here: deciding that two differently written names are one run.
"""

import re
import unicodedata
from typing import Final

_NOT_IN_SLUG: Final = re.compile(r"[^a-z0-9.]+")
_NOT_IN_WORD: Final = re.compile(r"[^\w.]+")


def run_slug(organization: str | None, model: str) -> str:
    """Slug `organisation-model` in lower case, e.g. "meta-llama-3.1-405b". Dots stay; nothing is transliterated.

    A name without a latin letter keeps its own letters ("文心-4.5"), so that two such names do not become one.
    """
    parts = [slug for name in (organization, model) if name and (slug := _slug(name))]
    return "-".join(parts) or "unnamed"


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).lower()
    pattern = _NOT_IN_SLUG if re.search(r"[a-z]", plain) else _NOT_IN_WORD
    return re.sub(r"-{2,}", "-", pattern.sub("-", plain).replace("_", "-")).strip("-.")
