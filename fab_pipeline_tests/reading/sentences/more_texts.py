"""More texts about training runs, in other words, orders and languages than `texts`; same notation."""

from typing import Final

from fab_pipeline_tests.reading.sentences.texts import Text


def _t(text: str, **expected: str) -> Text:
    return Text(text, expected)


MORE_TEXTS: Final[tuple[Text, ...]] = (
    # answers in issue trackers
    _t("Hi, we used 16 A100 (80G) cards and it took around 4 days.", count="16", days="~4", on="NVIDIA A100 80GB"),
    _t("It's the sum over all cards, so 8 GPUs for 21 hours is 168 GPU hours.", count="8", days="0.875", hours="168"),
    _t("Roughly 30 hours w/ 8xH100s", count="8", days="~1.25", on="NVIDIA H100"),
    _t("~2.5 days on 4 x RTX 4090", count="4", days="~2.5", on="NVIDIA RTX 4090"),
    _t("Stage one needs about 2 days on 64 V100s with 32GB memory", count="64", days="~2", on="NVIDIA V100 32GB"),
    _t("about 6 x 24 x 32 GPU hours", hours="~4608"),
    _t("the 3B model took us less than a week on 32 cards", params="3e9", days="<=7", count="32"),
    _t("I believe it was ~$30k of compute", usd="~30000"),
    _t("we paid 45k USD for the whole training", usd="45000"),
    _t("We estimate that reproducing it costs $1,200 to $1,500", usd="1200..1500"),
    # papers
    _t("All models were trained for 300B tokens on 256 TPU v4 chips", tokens="300e9", count="256", on="Google TPU v4"),
    _t("trained on two A100 GPUs for <3 days", count="2", days="<=3", on="NVIDIA A100"),
    _t("Pretraining takes 1 month on 416 A100 GPUs", count="416", days="~30.4375", on="NVIDIA A100"),
    _t("a single 8-GPU node, in 36 hours", count="8", days="1.5"),
    _t("distributed over 1,536 accelerators", count="1536"),
    _t("Our system required 22,000 TPU-days", hours="528000", on="Google TPU"),
    _t("The run lasted between 10 and 12 days", days="10..12"),
    _t("training time of 7 days 12 hours", days="7.5"),
    _t("We consumed 5.2 × 10²³ FLOPs", flop="5.2e23"),
    _t("Compute: 3.1e+22 FLOP", flop="3.1e22"),
    _t("with 660B parameters and trained for 4.8T tokens of text", params="660e9", tokens="4.8e12"),
    _t("Our 1.3B-parameter model sees 150 billion tokens", params="1.3e9", tokens="150e9"),
    _t("A sparse model with 2.1B active and 16B total parameters", params="16e9", active="2.1e9"),
    _t("activating only 12B of its 102B parameters per token", params="102e9", active="12e9"),
    _t("Each batch has 4M tokens and the sequence length is 32K tokens"),
    _t("batch size of 2048 and a learning rate of 3e-4 for 120k steps"),
    _t("the optimizer runs 3x faster and uses 40% less memory"),
    _t("Inference needs 8 A100 GPUs and 640 GB of memory", on="NVIDIA A100"),
    _t("The dataset holds 12 million images (9 TB)"),
    _t("compared with the 30.8M GPU hours of Llama 3.1, ours needed 1.4M"),
    # cards and tables
    _t("| Condor 12B | 512k | 700 | 141 | 0 |", params="12e9", hours="512000"),
    _t("| Condor 70B | 2.9M | - | 700 | 803 | 0 |", params="70e9", hours="2.9e6"),
    _t("Training compute | 8,200,000 H100 hours", hours="8.2e6", on="NVIDIA H100"),
    _t("Number of GPUs: 1,280", count="1280"),
    _t("- **Training tokens:** 7.2T", tokens="7.2e12"),
    _t("Hardware: 1,024 × H100 SXM5 80GB", count="1024", on="NVIDIA H100 80GB"),
    _t("Training used a cumulative **2.6**M GPU hours on H100-80GB hardware (TDP of 700W)", hours="2.6e6", on="NVIDIA H100 80GB"),
    _t("Pre-training: 1.1M H800 hours; context extension: 60K; post-training: 4K", on="NVIDIA H800"),
    # news and announcements
    _t("The lab plans to train its next model on 100,000 GB200s", count="100000", on="NVIDIA GB200"),
    _t("costing more than $80 million", usd=">=80e6"),
    _t("a training bill of nearly $12 million", usd="<=12e6"),
    _t("between $5m and $7m in compute", usd="5e6..7e6"),
    _t("tens of thousands of H100 GPUs", count="?20000", on="NVIDIA H100"),
    _t("The supercomputer has 200k GPUs and cost $7 billion to build", count="200000"),
    _t("The model runs on a single H100 at $2.49/hour", on="NVIDIA H100"),
    _t("valued at $3 billion after raising $250 million"),
    _t("three times the training tokens of its predecessor"),
    # Chinese
    _t("该模型在 512 张昇腾 910B 上训练了 45 天", count="512", days="45", on="Huawei Ascend 910B"),
    _t("总训练算力达 3.2×10^24 FLOPs", flop="3.2e24"),
    _t("训练用了不到三个月", days="<=91.3125"),
    _t("仅花费 29.4 万美元", usd="294000"),
    _t("单次训练成本高达 1 亿美元", usd="<=1e8"),
    _t("训练成本约为 3000 万元", cny="~3e7"),
    _t("采用 1024 卡 H100 集群，历时 20 余天完成", count="1024", days=">=20", on="NVIDIA H100"),
    _t("预训练数据量为 12T tokens，后训练使用了 500B tokens", tokens="12e12"),
    _t("每个节点 8 张 H800，共 256 个节点", count="2048", on="NVIDIA H800"),
    _t("参数规模从 70 亿到 720 亿"),
    _t("总参数量达 3550 亿，激活参数 320 亿", params="355e9", active="32e9"),
    _t("支持 128K 上下文，训练语料 18 万亿 tokens", tokens="18e12"),
    _t("集群算力达 16 EFLOPS，存储 20PB"),
    _t("比上一代节省了 40% 的训练时间"),
    _t("該模型使用 64 張 H100 訓練約三週", count="64", days="~21", on="NVIDIA H100"),
    _t("訓練資料達 2 兆個 tokens，參數量 700 億", tokens="2e12", params="70e9"),
    _t("租赁价格为每卡每小时 12 元"),
    _t("总共花了 1344 个 H20 卡时", hours="1344", on="NVIDIA H20"),
    # German, Japanese, French, Korean
    _t("Das Modell mit 7 Milliarden Parametern wurde auf 4 Billionen Token trainiert", params="7e9", tokens="4e12"),
    _t("Rund 10.000 GPUs liefen sechs Wochen", count="~10000", days="42"),
    _t("Die Kosten betrugen 1,4 Millionen Euro", eur="1.4e6"),
    _t("Insgesamt 58.000 GPU-Stunden", hours="58000"),
    _t("1,000億パラメータ規模のモデルを384基のA100で学習", params="100e9", count="384", on="NVIDIA A100"),
    _t("事前学習には2兆トークンを使用", tokens="2e12"),
    _t("学習期間は約2か月", days="~60.875"),
    _t("entraîné sur 1 500 milliards de jetons avec 384 GPU", tokens="1.5e12", count="384"),
    _t("un coût de près de 5 millions de dollars", usd="<=5e6"),
    _t("H100 512장으로 3개월 동안 학습했다", count="512", days="~91.3125", on="NVIDIA H100"),
    _t("약 2조 개의 토큰으로 학습한 700억 매개변수 모델", tokens="~2e12", params="70e9"),
)
