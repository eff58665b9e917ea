"""Pages as long as portals print them: 770 kB of navigation, scripts, hidden nodes and prose, and one that is figures throughout.

Belongs here: making them, the same bytes for the same seed, no two paragraphs alike. Does not belong here: what is read from them.
"""

import json
import random

LENGTH = 770_000
"""Bytes of the longest page that was saved from a portal."""

_SENTENCES = (
    "{name}的单集群规模扩展到 {a} 万卡，千卡任务的线性加速比达到 {p}%，有效训练时长占比超过 {q}%。",
    "与上一代平台相比，{name}的训练吞吐提升 {r} 倍，综合成本降低 {b}%～{c}%，故障恢复时间从 {c} 分钟缩短至 {d} 分钟。",
    "存储侧提供 {a} TB/s 的聚合带宽，单卡显存 {m} GB，跨节点网络带宽 {n} Gbps，时延低至 {d} 微秒。",
    "截至 2026 年 {e} 月，平台累计服务 {n} 余家企业客户，覆盖金融、制造、交通、医疗等多个行业，支持断点续训与弹性扩缩容。",
    "该平台按 FP8 精度提供 {b} EFLOPS 智能算力，已在 Qwen3-32B 与 Llama-3.1-70B 上完成验证，训练 {r} T tokens 用时 {b} 天。",
    "{name} 通过了 ISO 27001 与等保三级认证，服务可用性不低于 99.{b}%，由 {n} 名工程师 7x24 小时值守。",
    "The cluster of {n} H100 GPUs reached {p}% MFU on a 70B model, up to {r}x faster than the previous generation.",
    "Checkpoints of {m} GB are written in {d} seconds, and {c}% of failures recover without an operator within {d} minutes.",
    "编辑部走访了多地园区，受访者认为，行业的下一步是把算力真正用起来，而不是继续比拼纸面数字。",
    "活动当天，多位从业者分享了各自的做法：先看业务，再看预算，最后才看参数。",
)
_NAMES = ("霁云智算", "栖霞算力平台", "渡鸦云")


def portal(seed: int = 7, length: int = LENGTH) -> bytes:
    """An article of a portal: three fifths of it navigation, scripts and what nobody sees, two fifths prose with thousands of figures."""
    chance = random.Random(seed)  # noqa: S311 -- a page, not a secret
    part = length / LENGTH
    links = "".join(f'<li class="nav-item"><a href="/c/{n}.html">频道 {n} 限时优惠 {n} 元</a></li>' for n in range(int(1_500 * part)))
    state = json.dumps({"track": [{"id": n, "score": chance.random(), "tag": f"t{n}"} for n in range(int(2_500 * part))]})
    hidden = "".join(f'<div style="display:none"><p>旧版优惠：{n} 张卡起租，立省 {n % 90}%</p></div>' for n in range(int(600 * part)))
    style = "".join(f".c{n}{{margin:{n}px;padding:0 {n % 7}px}}" for n in range(int(1_800 * part)))
    head = (
        f'<head><meta charset="utf-8"><title>霁云智算：万卡集群的一年</title><style>{style}</style><script>var S={state};</script></head>'
    )
    frame = f"<html>{head}<body><nav><ul>{links}</ul></nav>{hidden}<article><h1>霁云智算：万卡集群的一年</h1>"
    return _filled(frame, chance, length, each=3)


def dense(seed: int = 11, length: int = LENGTH) -> bytes:
    """A page that is prose with figures from its first byte to its last."""
    frame = '<html><head><meta charset="utf-8"><title>霁云智算训练平台</title></head><body><article><h1>霁云智算训练平台</h1>'
    return _filled(frame, random.Random(seed), length, each=6)  # noqa: S311 -- a page, not a secret


def _filled(frame: str, chance: random.Random, length: int, *, each: int) -> bytes:
    parts, size = [frame], len(frame.encode())
    while size < length:
        part = f"<p>{''.join(_sentence(chance) for _ in range(each))}</p>"
        if len(parts) % 40 == 0:
            part = f'<h2>{chance.choice(_NAMES)}的第 {len(parts)} 次实测</h2><p><img data-src="/p/{len(parts)}.png"></p>{part}'
        parts.append(part)
        size += len(part.encode())
    return "".join([*parts, "</article></body></html>"]).encode()


def _sentence(chance: random.Random) -> str:
    return chance.choice(_SENTENCES).format(
        name=chance.choice(_NAMES),
        a=chance.randint(1, 99),
        b=chance.randint(10, 39),
        c=chance.randint(40, 70),
        d=round(chance.uniform(1, 9), 1),
        e=chance.randint(1, 11),
        m=chance.choice((80, 96, 141, 192, 288)),
        n=chance.randint(100, 9_999),
        p=round(chance.uniform(70, 98), 1),
        q=round(chance.uniform(90, 99), 2),
        r=round(chance.uniform(1.1, 9.9), 2),
    )
