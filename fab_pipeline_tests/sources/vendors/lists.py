"""A small list of specifications, in the form of the one that ships."""

TEXT = """\
texts:
  sheet: {url: "https://maker.example/sheet", title: Data sheet, opened: 2026-11-30, stated_by: maker}
parts:
  - {accelerator: NVIDIA H100, form: sxm, text: sheet, locator: table 1, figures: [FIGURE]}
"""
RATE = "{spec: peak_matrix_rate, precision: bf16, density: dense, value: 989.4, as_printed: 989.4 teraFLOPS}"
LINK = "{spec: interconnect_bandwidth, direction: one_direction, value: 450, as_printed: 450 GB/s}"
