"""What holds for all plain price interfaces: refusals in one line, pages, names of cards, and that they are documented only."""

import json
from dataclasses import replace

import pytest

from fab_pipeline.sources.fetching import Answer
from fab_pipeline.sources.prices import linode, vultr
from fab_pipeline.sources.registry import SOURCES
from fab_pipeline_tests.sources.prices import feed_answers as feeds
from fab_pipeline_tests.sources.prices.captures import about, only_quote, quotes, read_json, reasons, refusal
from fab_pipeline_tests.sources.prices.feed_answers import Fields, answer
from fab_pipeline_tests.sources.prices.feed_reading import plans


@pytest.mark.parametrize(
    ("printed", "memory", "accelerator"),
    [
        ("RTX 3090", 24, "NVIDIA RTX 3090"),
        ("RTX 4090", 24, "NVIDIA RTX 4090"),
        ("RTX 4070 Ti SUPER", 16, "NVIDIA RTX 4070 Ti SUPER"),
        ("RTX 5090", 32, "NVIDIA RTX 5090"),
        ("A4000", 16, "NVIDIA RTX A4000"),
        ("A4500", 20, "NVIDIA RTX A4500"),
        ("A5000", 24, "NVIDIA RTX A5000"),
        ("A5500", 24, "NVIDIA RTX A5500"),
        ("A6000", 48, "NVIDIA RTX A6000"),
        ("RTX 6000 Ada Generation", 48, "NVIDIA RTX 6000 Ada"),
        ("RTX PRO 6000 Blackwell Server Edition", 96, "NVIDIA RTX PRO 6000"),
        ("RTXPro6000", 96, "NVIDIA RTX PRO 6000"),
        ("L4", 24, "NVIDIA L4"),
        ("L40", 48, "NVIDIA L40"),
        ("L40S", 48, "NVIDIA L40S"),
        ("A10 Tensor Core GPU", 24, "NVIDIA A10"),
        ("NVIDIA A16", 16, "NVIDIA A16"),
        ("A30", 24, "NVIDIA A30"),
        ("A40", 48, "NVIDIA A40"),
        ("Tesla T4", 16, "NVIDIA T4"),
        ("Tesla P100", 16, "NVIDIA P100"),
        ("Tesla V100 Tensor Core GPU", 32, "NVIDIA V100"),
        ("AMD 7900XTX", 24, "AMD Radeon RX 7900 XTX"),
    ],
)
def test_cards_of_workstations_and_games_are_known(printed: str, memory: int, accelerator: str) -> None:
    quote = only_quote(plans("lium", feeds.lium_node(gpu_model=printed, gpu_memory_gb=memory)))
    assert (quote["accelerator"], quote["accelerator_memory_gb"]) == (accelerator, float(memory))


@pytest.mark.parametrize("source", feeds.PLANS)
class TestEveryFeed:
    """What holds for all of them."""

    def test_a_body_that_breaks_off_is_refused_in_one_line(self, source: str) -> None:
        body = json.dumps(answer(source, feeds.PLANS[source][1])).encode()
        assert refusal(source, body[: len(body) // 2]) == "broken_json"

    @pytest.mark.parametrize(
        ("value", "reason"),
        [
            ({"error": {"code": "unauthorized"}}, "source_error"),
            ({"other": 1}, "not_a_price_list"),
            ([], "no_rows"),
            (7, "not_a_price_list"),
        ],
    )
    def test_an_answer_without_plans_is_refused_in_one_line(self, source: str, value: object, reason: str) -> None:
        assert refusal(source, json.dumps(value).encode()) == reason

    def test_what_is_no_plan_is_rejected_alone(self, source: str) -> None:
        plan = feeds.PLANS[source][1][0]
        parsed = read_json(source, answer(source, [plan, "no plan"]))  # type: ignore[list-item]
        assert quotes(parsed) != []
        assert reasons(parsed) == [(2, "not_an_object")]

    def test_its_quotes_are_documented_only(self, source: str) -> None:
        parsed = read_json(source, answer(source, feeds.PLANS[source][1]))
        assert {quote["source_status"] for quote in quotes(parsed)} == {"documented"}


GOES_ON: dict[str, tuple[Fields, str]] = {
    "digitalocean": (
        {"links": {"pages": {"next": "https://api.digitalocean.com/v2/sizes?page=2"}}},
        "https://api.digitalocean.com/v2/sizes?page=2",
    ),
    "linode": ({"page": 1, "pages": 2, "results": 700}, f"{linode.ADDRESS}&page=2"),
    "vultr": ({"meta": {"total": 700, "links": {"next": "bmV4dA==", "prev": ""}}}, f"{vultr.ADDRESS}&cursor=bmV4dA%3D%3D"),
    "vultr_metal": ({"meta": {"total": 700, "links": {"next": "b/c", "prev": ""}}}, f"{vultr.ADDRESS_METAL}&cursor=b%2Fc"),
}
"""What an answer says whose list goes on, and where it goes on."""


@pytest.mark.parametrize("source", GOES_ON)
class TestPages:
    """Lists that go on in another answer."""

    def page(self, source: str, **fields: object) -> bytes:
        whole = answer(source, feeds.PLANS[source][1])
        assert isinstance(whole, dict)
        return json.dumps({**whole, **fields}).encode()

    def following(self, source: str, body: bytes) -> list[str]:
        fetching = SOURCES[source].fetching
        assert fetching is not None
        return [request.url for request in fetching.following(Answer(fetching.first[0], body))]

    def test_the_next_page_is_asked_for(self, source: str) -> None:
        fields, address = GOES_ON[source]
        assert self.following(source, self.page(source, **fields)) == [address]

    @pytest.mark.parametrize(
        "body", [b"", b"<html>", b"[]", b'{"meta": 5, "links": [], "page": 2, "pages": 2}', b'{"page": true, "pages": "x"}']
    )
    def test_an_answer_that_names_none_is_the_last(self, source: str, body: bytes) -> None:
        assert self.following(source, body) == []

    def test_a_page_that_is_missing_is_said_and_one_of_a_snapshot_is_not(self, source: str) -> None:
        body = self.page(source, **GOES_ON[source][0])
        capture = about(source, body)
        alone, together = (
            SOURCES[source].parse(body, capture),
            SOURCES[source].parse(body, replace(capture, other_answers=frozenset({"x"}))),
        )
        assert reasons(alone)[0] == (0, "pages_missing")
        assert quotes(alone) == quotes(together)
        assert (0, "pages_missing") not in reasons(together)
