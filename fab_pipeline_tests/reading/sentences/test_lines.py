"""Lines of JSON in, lines of readings out; a broken line is named and the others are read."""

import json

from click.testing import CliRunner

from fab_pipeline.commands.read import read
from fab_pipeline.reading.sentences.lines import LONGEST_TEXT, read_lines

FIELDS = {
    "parameters_total", "parameters_active", "tokens", "accelerator", "accelerator_count", "duration_days", "accelerator_hours", "cost_usd",
    "cost_local", "compute_flop", "estimated", "open_weights", "scope", "stated_by",
}  # fmt: skip


def test_a_line_gives_its_id_and_every_field() -> None:
    (result,) = read_lines(['{"id": "a", "text": "took 12 days on 64 A100"}'])
    reading = result.row["reading"]
    assert isinstance(reading, dict)
    assert (result.row["id"], set(reading), reading["accelerator"]) == ("a", FIELDS, "NVIDIA A100")
    assert reading["duration_days"] == {"value": 12.0, "min": None, "max": None, "qualifier": "exact"}


def test_broken_lines_are_named() -> None:
    lines = ["", "{", "[1]", '{"id": 7}', json.dumps({"id": 8, "text": "x" * (LONGEST_TEXT + 1)})]
    assert [(result.row["reason"], result.row["row_number"]) for result in read_lines(lines)] == [
        ("not_json", 2), ("not_an_object", 3), ("text_missing", 4), ("text_too_long", 5),
    ]  # fmt: skip


def test_the_command_reads_what_it_can() -> None:
    done = CliRunner().invoke(read, ["disclosures"], input='{"id": 1, "text": "8 张 A100 训练 3 天"}\nnonsense\n')
    (line,) = done.stdout.splitlines()
    assert (done.exit_code, json.loads(line)["reading"]["accelerator_count"]["value"]) == (0, 8.0)
    assert json.loads(done.stderr)["reason"] == "not_json"


def test_bytes_are_utf8_and_a_mark_of_their_order_is_no_text() -> None:
    lines = [b'\xef\xbb\xbf{"id": 1, "text": "8 A100"}', b'{"id": 2, "text": "8 \xff A100"}', '{"id": 3, "text": "３ 天"}'.encode()]
    results = list(read_lines(lines))
    assert [result.read for result in results] == [True, False, True]
    assert (results[1].row["reason"], results[1].row["detail"]) == ("not_utf8", "byte 22 of the line is not UTF-8; save the file as UTF-8")


def test_what_python_takes_for_a_number_is_no_json() -> None:
    assert [
        result.row["reason"] for result in read_lines(['{"id": NaN, "text": "3 days"}', "Infinity", '{"id": 1e999, "text": "3 days"}'])
    ] == ["not_json"] * 3


def test_an_empty_input_says_so() -> None:
    done = CliRunner().invoke(read, ["disclosures"], input="\n\n")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("nothing to read")


def test_nothing_readable_is_exit_code_1() -> None:
    assert CliRunner().invoke(read, ["disclosures"], input="nonsense\n").exit_code == 1
