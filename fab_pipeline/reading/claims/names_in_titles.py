"""Names in titles, checked against the text below them.

"Acme Robotics Trains Its Model on 768 GPUs" names Acme Robotics, where the text says that name again and not as an ordinary word.

Belongs here: the parts of a title, and the longest beginning of a part that the text uses as a name. Does not belong here: whether a name
is a maker, a customer or a portal (see `whose_page`).
"""

import re
from typing import Final

from fab_pipeline.vocabulary.accelerators import find_accelerators
from fab_pipeline.vocabulary.traditional import plain

_BARS: Final = re.compile(r"\s*[|_｜–—·»]\s*|\s-\s|-(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])-")
_LEAD: Final = re.compile(
    r"\W*(?:(?:how|why|inside|meet|with|when|at|introducing|announcing|success|customer|case|story|study|spotlight|stories)\b\s*[:：]?\s*"
    r"|(?:客户|用户|成功|典型|应用|标杆|行业|合作)*(?:案例|故事|实践)\s?[一二三四五六七八九十\d]{0,2}\s*[:：|｜—\-]+\s*)+",
    re.I,
)
_WORD: Final = re.compile(r"(?:[A-Z0-9]|[a-z]{1,2}[A-Z])[\w.\-]*(?:'s|’s)?|&|of|and|the", re.A)
_PRODUCT: Final = re.compile(
    r"(?:GPUs?|NPUs?|Clusters?|Superclusters?|Instances?|Servers?|Platform|Engine|Studio|Kit|API|LLMs?|Models?|Training|Inference)\Z"
)
"""Words of products and of the field: a name ends before them."""
_FIELD: Final = re.compile(
    r"训练|推理|模型|算法|集群|平台|数据|人工智能|芯片|服务|方案|性能|成本|超节点|断点|公司|客户|企业|产品|案例|技术|新一代|国产|全新|最大|首个|如何"
)
_PARTICLE: Final = re.compile(r"(?:在|与|和|用|以|的|将|为|把|是|已|正|从|对|及|携手|联合|宣布|发布|推出|点亮|完成|采用|使用|助力)+\Z")
_LONGEST_ZH: Final = 12
_MOST_WORDS: Final = 4


def title_parts(title: str | None) -> list[str]:
    """The parts of a title between bars and dashes."""
    return [part.strip() for part in _BARS.split(title or "") if part.strip()]


def without_lead(part: str) -> str:
    """A part of a title without "How", "Case study:", 客户案例：."""
    hit = _LEAD.match(part)
    return part[hit.end() :].strip() if hit else part.strip()


def name_in(part: str, body: str, least: int = 1) -> str | None:
    """The longest beginning of a title's part that a text uses as a name.

    Args:
        part: of a title.
        body: the text without its title and headings that repeat it.
        least: how often the text has to say a Chinese name; one may say by chance what a title begins with.
    """
    words = without_lead(part)
    if re.match(r"[^\u4e00-\u9fff]{0,1}[\u4e00-\u9fff]|[A-Za-z0-9]+\s?[\u4e00-\u9fff]", words):
        return _chinese(words, body, least)
    found: list[str] = []
    for word in words.split():
        if len(found) == _MOST_WORDS or not _WORD.fullmatch(word.rstrip(",:")) or _PRODUCT.match(word.rstrip(",:")):
            break
        found.append(word)
        if word.endswith((",", ":", "'s", "’s")):
            break
    for count in range(len(found), 0, -1):
        name = re.sub(r"['’]s\Z", "", " ".join(found[:count]).strip(" ,:.&"))
        if len(name) >= 2 and _is_used_as_name(name, body):
            return name
    return None


def says(body: str, name: str) -> int:
    """How often a text says a name as whole words, other than as its own source."""
    edge = (r"(?<![A-Za-z0-9])" if name[:1].isascii() else "", r"(?![A-Za-z0-9])" if name[-1:].isascii() else "")
    return len(re.findall(f"{edge[0]}{re.escape(name)}{edge[1]}", without_source(body, name)))


def without_source(body: str, name: str) -> str:
    """A text without the places where it gives a name as its own source or author."""
    return re.sub(rf"(?:来源|來源|作者|编辑|編輯|出处|转自|source|by)\s*[:：]?\s*{re.escape(name)}", "", body, flags=re.I)


def _is_used_as_name(name: str, body: str) -> bool:
    if says(body, name) == 0 or find_accelerators(name) or name.rsplit(maxsplit=1)[-1].lower() in {"of", "and", "the"}:
        return False
    return " " in name or not re.search(rf"(?<![A-Za-z]){re.escape(name.lower())}(?![A-Za-z])", body) or name == name.lower()


def _chinese(words: str, body: str, least: int) -> str | None:
    folded, said = plain(words), plain(body)
    for length in range(min(_LONGEST_ZH, len(words)), 1, -1):
        end = len(_PARTICLE.sub("", folded[:length]))
        cuts_word = words[end - 1 : end].isascii() and words[end : end + 1].isascii() and words[end : end + 1].isalnum()
        if end < 2 or cuts_word or not folded[end - 1].isalnum():
            continue
        name = folded[:end]
        if said.count(name) >= least and not _FIELD.search(name) and not find_accelerators(name, families=True):
            return words[:end].strip()
    return None
