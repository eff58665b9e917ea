"""Texts about training runs in the kinds that people write, with their right reading. All texts and figures are made up.

Notation of a figure: "120" exact, "~120" about, ">=120" lower bound, "<=120" upper bound, "10..20" range, "?20" an order of magnitude
(at least), "?20..90" with its upper end. Days, hours of one accelerator, US dollars, operations. A field that is not named is null.
"""

from typing import Final, NamedTuple


class Text(NamedTuple):
    """One text and its right reading, by short names of the fields."""

    text: str
    expected: dict[str, str]


def _t(text: str, **expected: str) -> Text:
    return Text(text, expected)


TEXTS: Final[tuple[Text, ...]] = (
    # device time and its units
    _t("Pre-training Merlin-2 consumed 1.85M H800 GPU hours.", hours="1.85e6", on="NVIDIA H800"),
    _t("In total the run used about 74,500 A100 GPU-hours", hours="~74500", on="NVIDIA A100"),
    _t("compute: 212 GPU-days", hours="5088"),
    _t("We spent 36 V100-days on the search", hours="864", on="NVIDIA V100"),
    _t("roughly 14 GPU weeks in total", hours="~2352"),
    _t("The study took 3.5 GPU years on NVIDIA T4 cards", hours="30681", on="NVIDIA T4"),
    _t("1024 TPU v3 cores for 12 days, 33.6 TPU v3 core-years", count="512", days="12", hours="147268.8", on="Google TPU v3"),
    _t("18 * 24 * 96 = 41,472 GPU hours", hours="41472"),
    _t("120+85+40 = 245 GPU-days = 5880 GPU-hours", hours="5880"),
    _t("训练共消耗约 96 万 GPU 小时", hours="~960000"),
    _t("总计耗费 41.3万 H20 GPU小时，每万亿token需要52K小时", hours="413000", on="NVIDIA H20"),
    _t("预训练使用了 3456 GPU天", hours="82944"),
    _t("Das Training benötigte rund 1,2 Millionen GPU-Stunden auf H100", hours="~1.2e6", on="NVIDIA H100"),
    _t("Training time (GPU hours): 412,000", hours="412000"),
    _t("hundreds of thousands of GPU hours", hours="?200000"),
    # wall clock
    _t("Training took 19 days.", days="19"),
    _t("the model was trained for about five weeks", days="~35"),
    _t("finished in just under two months", days="<=60.875"),
    _t("completed the run within 10 days on 256 H200s", days="<=10", count="256", on="NVIDIA H200"),
    _t("Hours used: 432 hours (18 days)", days="18"),
    _t("wall-clock time of 5h 30min on one A6000", days="0.2291667", count="1", on="NVIDIA RTX A6000"),
    _t("训练耗时半个月", days="~15.21875"),
    _t("仅用了一个半月就完成训练", days="~45.65625"),
    _t("训练历时两周左右，使用 320 张 A800", days="~14", count="320", on="NVIDIA A800"),
    _t("训练周期为 90 至 100 天", days="90..100"),
    _t("It was trained over 6 weeks using 768 MI250X GPUs", days="42", count="768", on="AMD MI250X"),
    _t("over two weeks on 16 V100s", days=">=14", count="16", on="NVIDIA V100"),
    _t("The training ran for 2 weeks and 3 days", days="17"),
    _t("Das Modell wurde drei Wochen lang auf 64 H100 trainiert", days="21", count="64", on="NVIDIA H100"),
    _t("学習には約3週間かかり、256基のH100を使用した", days="~21", count="256", on="NVIDIA H100"),
    _t("L'entraînement a duré environ 12 jours sur 128 A100", days="~12", count="128", on="NVIDIA A100"),
    # not the duration of a training
    _t("During a 47-day snapshot period we saw 310 interruptions"),
    _t("The cluster was built in 120 days and installed within 14 days of delivery"),
    _t("not disclosed (the paper analyses a 40-day window)"),
    _t("未公布（论文只分析了其中 33 天）"),
    _t("This saves 12 days compared with the previous run"),
    # accelerators and counts
    _t("trained on 24 nodes with 8 NVIDIA A100 40GB GPUs each", count="192", on="NVIDIA A100 40GB"),
    _t("We used 48 nodes (384 GPUs) of the cluster", count="384"),
    _t("The run used 6,144 NVIDIA H100-80GB GPUs", count="6144", on="NVIDIA H100 80GB"),
    _t("4xA100 80GB for 30 hours", count="4", days="1.25", on="NVIDIA A100 80GB"),
    _t("trained on a single RTX 3090 for 14 hours", count="1", days="0.5833333", on="NVIDIA RTX 3090"),
    _t("使用 1.2 万张昇腾 910B 训练", count="12000", on="Huawei Ascend 910B"),
    _t("在两万卡集群上训练", count="20000"),
    _t("动用了数千张 H800", count="?2000..9000", on="NVIDIA H800"),
    _t("up to 3,072 GPUs were used at the peak", count="<=3072"),
    _t("multiple 4096-chip pods of TPU v4", count="?8192", on="Google TPU v4"),
    _t("2.5K H100s ran the job for 40 days", count="2500", days="40", on="NVIDIA H100"),
    _t("16 000 GPUs H100", count="16000", on="NVIDIA H100"),
    _t("mit jeweils 4 H100-Grafikkarten in 120 Servern", on="NVIDIA H100", count="480"),
    _t("每台服务器 8 卡，共 32 台，合计 256 张 A100", count="256", on="NVIDIA A100"),
    _t("NVIDIA H10020,480 卡 · 工期 ~2 months", count="20480", days="~60.875", on="NVIDIA H100"),
    _t("a mixture of 1,024 H100 and 2,048 A100 GPUs", on="NVIDIA H100 + NVIDIA A100"),
    # tokens and parameters
    _t("Orion-7B was trained on 2.6T tokens", params="7e9", tokens="2.6e12"),
    _t("a 34B dense model trained over 9T tokens", params="34e9", tokens="9e12"),
    _t("trained on more than 11 trillion tokens", tokens=">=11e12"),
    _t("pre-trained on up to 36T tokens with a context length of 8192 tokens", tokens="<=36e12"),
    _t("A mixture-of-experts model with 236B total parameters, of which 21B are activated for each token", params="236e9", active="21e9"),
    _t("Tundra-235B-A22B", params="235e9", active="22e9"),
    _t("模型总参数 4560 亿，每个 token 激活 459 亿参数", params="456e9", active="45.9e9"),
    _t("采用 MoE 架构，参数量 142B，其中激活参数量为 14B，媲美 72B 的稠密模型", params="142e9", active="14e9"),
    _t("| Total parameters | 30B (30,532,122,624) |", params="30532122624"),
    _t("训练数据超过 5.5 万亿 tokens", tokens=">=5.5e12"),
    _t("基于约 320B token 进行增量预训练", tokens="~320e9"),
    _t("千亿参数大模型", params="?1e11"),
    _t("ein Sprachmodell mit 40 Milliarden Parametern, trainiert mit 1,5 Billionen Token", params="40e9", tokens="1.5e12"),
    _t("The corpus is 4.2 TB of text on disk"),
    _t("Mixtral-like 8x22B model"),
    _t("1.3億パラメータのモデル", params="130000000"),
    # compute
    _t("total training compute of 6.1e24 FLOPs", flop="6.1e24"),
    _t("about 2.4 × 10^25 FLOPs", flop="~2.4e25"),
    _t("training required 410 petaflop/s-days", flop="3.5424e22"),
    _t("The machine delivers 1.2 exaFLOPS"),
    # money
    _t("The final run cost about $3.2 million", usd="~3.2e6"),
    _t("trained for less than $500", usd="<=500"),
    _t("训练成本约 650 万美元", usd="~6.5e6"),
    _t("训练总成本为 1200 万元人民币", cny="12e6"),
    _t("at $2.10 per GPU hour, 900K H100 hours cost $1.89M", hours="900000", usd="1.89e6", on="NVIDIA H100"),
    _t("a 13B model on a $50K budget", params="13e9", usd="<=50000"),
    _t("The startup raised $400 million to train models"),
    _t("saves 40% of the training cost"),
    # several at once
    _t(
        "Kestrel used 512 H800 for 25 days, 307,200 GPU hours, $614K",
        count="512",
        days="25",
        hours="307200",
        usd="614000",
        on="NVIDIA H800",
    ),
    _t("９６枚のＡ１００で４日間", count="96", days="4", on="NVIDIA A100"),
    _t("Nova-S was trained on 8T tokens and Nova-L on 15T tokens"),
    _t("9/14 days on 16/32 nodes"),
    _t("4,100 and 5,900 A100 GPU hours for the small and large model", on="NVIDIA A100"),
    _t("面向推理场景，单卡吞吐提升 3 倍，成本下降 60%"),
)
