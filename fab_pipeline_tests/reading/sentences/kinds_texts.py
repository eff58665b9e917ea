"""Texts of kinds that the reader once got wrong, each kind in several wordings; same notation as `texts`."""

from typing import Final

from fab_pipeline_tests.reading.sentences.texts import Text


def _t(text: str, **expected: str) -> Text:
    return Text(text, expected)


KINDS_TEXTS: Final[tuple[Text, ...]] = (
    # "Hours used" beside a count of cards is wall clock; no label reaches into the next line
    _t("Hardware Type: 48 x A100\nHours used: 960", count="48", days="40", on="NVIDIA A100"),
    _t("- **Hardware Type:** 16 x H100 80GB\n- **Hours used:** 72\n- **Region:** eu-west", count="16", days="3", on="NVIDIA H100 80GB"),
    _t("| Hardware | 32 x H800 |\n| Hours used | 408 |", count="32", days="17", on="NVIDIA H800"),
    _t("| Hardware Type | Hours used |\n|---|---|\n| 24 x A100 | 240 |", count="24", days="10", on="NVIDIA A100"),
    _t("| Item | Value |\n|:--|--:|\n| Hardware | 40 V100 |\n| Hours used | 120 |", count="40", days="5", on="NVIDIA V100"),
    _t("硬件：96 张 A800\n训练时长（小时）：1,200", count="96", days="50", on="NVIDIA A800"),
    _t("Hardware Type: 16 x A100\nHours used: 5,760 GPU hours", count="16", hours="5760", on="NVIDIA A100"),
    _t("GPU hours used: 24,576\nHardware type: 256 H100", count="256", hours="24576", on="NVIDIA H100"),
    _t("Hours used: 52,000\nHardware Type: 128 x H100", count="128", hours="52000", on="NVIDIA H100"),
    _t("Hardware Type: A100\nHours used: 130", on="NVIDIA A100"),
    # small tables with headings
    _t("| Model | GPU hours | Power (W) |\n|---|---|---|\n| Wren 8B | 1.27M | 700 |", params="8e9", hours="1.27e6"),
    _t("| 模型 | 训练卡时（GPU 小时） |\n|--|--|\n| 知更鸟-9B | 42万 |", params="9e9", hours="420000"),
    # a cluster, and the part of it that the run used
    _t("Of 7,424 GPUs, 2,560 were used for the pre-training run.", count="2560"),
    _t("The cluster holds 5,120 H100s; the run used 3,840.", count="3840", on="NVIDIA H100"),
    _t("集群有 2 万张卡，其中 7,168 张用于训练", count="7168"),
    _t("4,608 GPUs, of which 3,072 took part", count="3072"),
    _t("训练集群规模为万卡级，本次实际使用 5,632 张", count="5632"),
    _t("Out of the 12,288 GPUs on site, 8,192 were allocated to training and the rest serves inference", count="8192"),
    _t("Our data center has 32,000 H100s but we trained on 10,240 of them", count="10240", on="NVIDIA H100"),
    _t("智算中心共有 4,096 张 910B，训练只用了 1,536 张", count="1536", on="Huawei Ascend 910B"),
    _t("Training used 1,024 GPUs of a 6,144-GPU cluster", count="1024"),
    _t("640 A100, of which 64 were kept idle", count="640", on="NVIDIA A100"),
    # "over" between two figures joins them
    _t("2.2e25 FLOPs over 19T tokens", flop="2.2e25", tokens="19e12"),
    _t("310,000 GPU hours over 41 days", hours="310000", days="41"),
    _t("12 days over 96 GPUs", days="12", count="96"),
    _t("trained with over 19T tokens", tokens=">=19e12"),
    # bounds and spreads
    _t("Das Training dauerte gut zwei Wochen auf 48 A100", days=">=14", count="48", on="NVIDIA A100"),
    _t("6.5 (±0.5) days on 24 V100", days="~6.5", count="24", on="NVIDIA V100"),
    _t("It took 30 (+/- 2) GPU days", hours="~720"),
    _t(
        "10x fewer GPUs than before",
    ),
    _t("needs 5 times fewer tokens, yet took 12 days", days="12"),
    _t("650 (± 40) PF-days", flop="~5.616e22"),
    # an estimate is printed as exactly as any figure; that it is one, `estimated` tells
    _t("estimated at 1,900 H100 GPU-days", hours="45600", on="NVIDIA H100"),
    # what each of several models used
    _t("The 3B model took 6 days and the 30B model 21 days, each on 96 A100 40GB GPUs.", count="96", on="NVIDIA A100 40GB"),
    _t("The 3B and 30B models were trained on TPU v4", on="Google TPU v4"),
    # a project and the training in it; what did not happen and what did
    _t("Eight months in development, of which 26 days were spent on pretraining", days="26"),
    _t("In BF16 it would have taken 54 days instead of 31.", days="31"),
    # servers in words; single cards that only serve; memory in French
    _t("于三台 8 卡 H800 机器上训练 4 天", count="24", days="4", on="NVIDIA H800"),
    _t("推理吞吐提升 1.7 倍，单卡每秒可生成 9,000 token"),
    _t("entraîné pendant 12 jours sur 256 GPU A100 80 Go", days="12", count="256", on="NVIDIA A100 80GB"),
    # tokens by other words; money by the ten million
    _t("共训练 3.4TB token，其中代码 500B", tokens="3.4e12"),
    _t("1.5B params, 450B toks", params="1.5e9", tokens="450e9"),
    _t("The training swallowed tens of millions of dollars", usd="?2e7"),
    # nodes that are called by their cards; counts in words
    _t("on 6 8xH100 nodes for 2 days", count="48", days="2", on="NVIDIA H100"),
    _t("an 8×A100 node, 3 days", count="8", days="3", on="NVIDIA A100"),
    _t("32 eight-GPU nodes", count="256"),
    _t("a three-week training run on 40 A100", count="40", days="21", on="NVIDIA A100"),
    _t("two dozen H100s, trained for half a dozen days", count="24", days="6", on="NVIDIA H100"),
    # months as people say them
    _t("训练历时个把月", days="~30.4375"),
    _t("半个多月就训练完成", days=">=15.21875"),
    _t("训练用了三个多月", days=">=91.3125"),
    # the active part first
    _t("21B of 236B parameters are active", params="236e9", active="21e9"),
    _t("2360亿参数中激活210亿", params="236e9", active="21e9"),
    # operations without "per second", and machines that make them
    _t("a compute budget of 4.4e7 petaFLOPs", flop="4.4e22"),
    _t("the cluster reaches 440 petaFLOPs"),
    # about, in a row; a number that is none; a price that was assumed
    _t("| Wren | about 1.83M | 700 | 380 |", hours="~1.83e6"),
    _t("8e306 million GPU weeks"),
    _t("At $2/h this would be $1.9M", usd="1.9e6"),
    _t("Rook-3B and Rook-9B were trained on 192 H100s", count="192", on="NVIDIA H100"),
    # a part of a corpus and of a fleet; what the model learned from; what only serves
    _t("The final run saw 1.8T of the 2.4T tokens in the corpus", tokens="1.8e12"),
    _t("The run occupied 2,560 of our 12,288 GPUs for 19 days", count="2560", days="19"),
    _t("A 9B model, distilled from a 72B teacher, trained in 36 hours on 24 H100", params="9e9", count="24", days="1.5", on="NVIDIA H100"),
    _t("needs at least 2 A100 80GB to run", on="NVIDIA A100 80GB"),
    _t("The tokenizer was trained on 20B tokens."),
    # labels, slices of TPUs, German and French money and hours
    _t("#GPUs=96 (A100-40G), wall-clock 8.5 days", count="96", days="8.5", on="NVIDIA A100 40GB"),
    _t("a v4-256 TPU slice for 3 days", days="3", on="Google TPU v4"),
    _t("每 token 激活约 2.4B 参数，总参 21B", params="21e9", active="~2.4e9"),
    _t("Gesamtkosten: 2,7 Mio. US-Dollar", usd="2.7e6"),
    _t("environ 3 millions d'heures GPU", hours="~3e6"),
    # what a run comes to, in any words for it; a price by the hour is none
    _t("the total came to USD 3.7M", usd="3.7e6"),
    _t("it set us back USD3.7M", usd="3.7e6"),
    _t("at list price ($3.50/h) this comes to $3.7M", usd="3.7e6"),
    _t("按每卡时 2 美元计，总计 370 万美元", usd="3.7e6"),
    # one node's cards, and how many nodes
    _t("on nodes of 8 A100s", on="NVIDIA A100"),
    _t("24 × 8-GPU nodes", count="192"),
    _t("8-GPU node × 24", count="192"),
    _t("24 nodes (8-GPU)", count="192"),
    _t("Trained on 3 pods of TPU v4 (4,096 chips each) for 20 days", count="12288", days="20", on="Google TPU v4"),
    _t("5,120 TPU v4 chips across two pods", count="5120", on="Google TPU v4"),
    _t("Rook-3B and Rook-9B: 96 H800s each", count="96", on="NVIDIA H800"),
    # the whole behind the active part; one FLOP is no rate
    _t("激活 21B/总 236B", params="236e9", active="21e9"),
    _t("active: 21B, total: 236B", params="236e9", active="21e9"),
    _t("1.7e8 petaFLOP", flop="1.7e23"),
    _t("a supercomputer of 200 petaFLOP"),
    # a little more, a little less
    _t("用了一个来月", days="~30.4375"),
    _t("训练一个月出头", days=">=30.4375"),
    _t("训练约莫三周", days="~21"),
    _t("training took not quite three weeks", days="<=21"),
    # what is not the training's: experts, raw data, tests of the model, the price of a building, times between failures
    _t("each expert has 3B parameters, 48 experts"),
    _t("from 13T raw tokens we kept 5T"),
    _t("evaluated on 7 benchmarks in 4 hours"),
    _t("released after 5 weeks of red-teaming"),
    _t("The data center cost $1.4 billion; training took 9 days", days="9"),
    _t("故障间隔 4 小时，训练 47 天共中断 389 次", days="47"),
    _t("计划用 5 万张昇腾 950 训练", count="50000", on="Huawei Ascend 950"),
)
