"""Accelerators whose rent may stand in for one that nobody rents out: the written table of proxies, with reasons and sources.

Belongs here: pairs of which the same chip is sold under another name for another market, so that an hour does about the same work. A
figure made with a proxy is always labelled and never mixed with one made with the accelerator's own rent. Does not belong here: "similar"
accelerators; being of one generation is no reason.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final


@dataclass(frozen=True)
class Proxy:
    """One proxy.

    Attributes:
        of: label of the accelerator that is not rented out.
        proxy: label of the accelerator whose rent stands in.
        reason: why, in one sentence.
        source_url: where the relation of the two is stated.
        source_date: date of that source, or the day it was read where it has none.
    """

    of: str
    proxy: str
    reason: str
    source_url: str
    source_date: date


_PROXIES: Final[tuple[Proxy, ...]] = (
    Proxy(
        of="NVIDIA H800",
        proxy="NVIDIA H100",
        reason="the H100 with NVLink at 400 instead of 900 GB/s, made for China; the same dense BF16 peak in the list of accelerators",
        source_url="https://www.heise.de/news/Katz-und-Maus-USA-wollen-Nvidias-China-Exporte-angeblich-weiter-einschraenken-9202293.html",
        source_date=date(2026, 11, 30),
    ),
    Proxy(
        of="NVIDIA A800",
        proxy="NVIDIA A100",
        reason="the A100 with NVLink at 400 instead of 600 GB/s, made for China; the same dense BF16 peak in the list of accelerators",
        source_url="https://www.computerbase.de/2022-11/china-sanktionen-nvidia-stutzt-a100-auf-a800-auch-andere-bremsen-chips/",
        source_date=date(2026, 11, 30),
    ),
)


def proxy_for(label: str) -> Proxy | None:
    """The proxy of an accelerator label, None where none is defined."""
    return next((proxy for proxy in _PROXIES if proxy.of == label), None)
