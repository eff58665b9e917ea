"""Tiles in one line, with label, figure and note apart or glued."""

import pytest

from fab_pipeline.reading.tiles import figure_alone, label_alone, read_tile


@pytest.mark.parametrize(
    ("text", "code", "value"),
    [
        ("收录模型15其中 10 个开放权重", "runs_total", 15),
        ("披露 GPU 小时6其余只披露卡数", "accelerator_hours_disclosed", 6),
        ("披露美元成本3大厂普遍只给算力", "cost_disclosed", 3),
        ("可用今日租价重算5需要同时有", "recomputable", 5),
        ("已披露最大算力270.0MBrook-4 的 GPU 小时数", "largest_accelerator_hours", 270e6),
        ("收录模型：12", "runs_total", 12),
        ("已公开卡时的模型数 4", "accelerator_hours_disclosed", 4),
        ("Models tracked 15", "runs_total", 15),
        ("15 models tracked", "runs_total", 15),
        ("GPU hours disclosed: 6", "accelerator_hours_disclosed", 6),
        ("6 runs with GPU hours", "accelerator_hours_disclosed", 6),
        ("Disclosed USD cost 3", "cost_disclosed", 3),
        ("Recomputable at today's rent 5", "recomputable", 5),
        ("Largest disclosed compute 31.5M Brook-4", "largest_accelerator_hours", 31.5e6),
        ("Open weights 10", "open_weights", 10),
        ("披露卡数 7", "accelerator_count_disclosed", 7),
        ("Vendors 9", "organizations_total", 9),
    ],
)
def test_tiles(text: str, code: str, value: float) -> None:
    tile = read_tile(text, ["Brook-4"])
    assert tile is not None
    assert (tile.code, tile.figure.value) == (code, pytest.approx(value))


@pytest.mark.parametrize("text", ["披露数据时间", "公开训练算力与成本", "A100 25,000 卡", "2 条任务", "The 15 best papers"])
def test_other_lines_are_no_tiles(text: str) -> None:
    assert read_tile(text) is None


def test_a_label_and_a_figure_on_lines_of_their_own() -> None:
    label = label_alone("披露 GPU 小时")
    assert label is not None
    assert label.code == "accelerator_hours_disclosed"
    assert label_alone("披露 GPU 小时与成本的模型") is None
    assert figure_alone("6 / 15") is not None
    assert figure_alone("6 weeks") is None
