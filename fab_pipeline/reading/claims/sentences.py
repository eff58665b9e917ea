"""A block cut into sentences, with everything masked that has digits and states no figure.

Belongs here: where a sentence ends, and phone numbers, licences, addresses, versions, list numbering and idioms whose digits
count nothing. Does not belong here: dates and names of models, which the number grammar masks itself.
"""

import re
from dataclasses import dataclass
from typing import Final

from fab_pipeline.vocabulary.characters import caseless, lowered
from fab_pipeline.vocabulary.openings import Finder
from fab_pipeline.vocabulary.traditional import plain
from fab_pipeline.vocabulary.vendors import find_vendors

_SENTENCE: Final = re.compile(r"[。！？；!?;]+[”\"』」）)]*|(?<=[a-z0-9)%])\.(?=\s+[A-Z\u4e00-\u9fff])|\n+")
_NUMBERING: Final = re.compile(
    r"\s*(?:\d{1,2}\s?[.、)）](?!\d)|[（(]\d{1,2}[)）]|[①-⑳]|(?:Q|A|问|答)\d{0,2}\s?[：:.]"
    r"|第[一二三四五六七八九十\d]+(?:步|章|节|条|部分|阶段|类|点|种|个)|Step\s?\d+)",
    re.I | re.A,
)
_NO_FIGURE: Final = caseless(
    r"(?P<phone>(?:\+?86[\s-]?)?(?<!\d)1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?!\d)|(?<!\d)0\d{2,3}[\s-]\d{7,8}(?!\d)"
        r"|(?<!\d)[48]00\d?[\s-]?\d{3,4}[\s-]?\d{3,4}(?!\d)|(?<![\d.,])\(?0\d{1,3}\)?[\s-]?\d{3,4}-\d{3,4}(?!\d)"
    r"|(?<![\w.])\+\d{1,3}[\s\-()]\d[\d\s\-()]{6,}\d|\(\d{3}\)\s?\d{3}-\d{4}|(?<!\d)\d{3}-\d{3}-\d{4}(?!\d)"
    r"|(?:电话|热线|专线|分机|客服|联系(?:销售|我们|方式|人)|咨询|拨打|致电|手机|传真|TEL|Phone|Call|Fax|QQ|微信|邮编)[^\d\n]{0,8}[\d\s\-+()]{5,})"
    r"|(?P<licence>[京沪粤浙苏川渝津鲁闽皖湘鄂豫冀晋陕甘青蒙新藏琼桂贵云黔滇赣辽吉黑宁港]\s?(?:ICP|公网安备|B2"
        r"|网文)[^\n，,。；;|]{0,30}(?!\d)|(?:ICP|公网安备|许可证?|备案|经营许可|统一社会信用代码|编号|证书号"
    r"|注册号|登记号|批准文号|股票代码|License No|Reg(?:istration)? No)\s?[备证号编码：:.]*\s?[\w\-]*\d[\w\-]*号?"
        r"|(?:Doc|(?<!rank\s)(?<!ranks\s)(?<!ranked\s)No|ISBN|ISSN|DOI|arXiv)[#:.\s]{1,2}\s?\w*\d[\w./\-]*"
    r"|(?:SH|SZ|HK|NASDAQ|NYSE|SSE|HKEX)\s?[:：]\s?\w+|[（(]\d{4,6}\.(?:SH|SZ|HK|T|TW)[)）])"
    r"|(?P<address>(?:地址|住址|办公地点|Address)\s?[:：][^\n。；;]*|第\s?\d+\s?(?:届|期|版|批|轮|场|集|章|节|条|页"
        r"|季度)|https?://\S+|www\.\S+|\d{1,5}\s?号楼?|\d{1,3}\s?(?:室|幢|栋|弄)"
        r"|\d{6}(?=\s*$)"
    r"|(?<!\d)\d{1,5}\s(?:[A-Z][a-z]+\s){1,3}(?:Street|Avenue|Road|Boulevard|Drive|Lane|Parkway|Plaza)\b|(?:Suite|Floor|Room|Unit)\s\d+)"
    r"|(?P<version>(?<![A-Za-z])[vV]\d+(?:\.\d+)+|\d+\.\d+\.\d+(?:\.\d+)?(?!\d)|(?:版本|version|release)\s?[:：]?\s?\d+(?:\.\d+)*)"
    r"|(?P<law>(?:GB(?=\s?\d{4})|GB/T|YD/T|T/\w+|ISO|IEC|IEEE|RFC|SOC|ISO/IEC|TIA|ANSI|EN|等保|PCI"
        r"|CMMI)\s?[\-/]?\s?\d[\d.\-:]*(?:\s?[级型级])?|(?:Type|Tier)\s?\d)"
    r"|(?P<page>(?<![\d.,])\d{1,2}(?:\s\d{1,2}){2,}(?![\d.,%])(?=\s*(?:\D{0,12}\Z|…|\.\.\.|下一页|末页|next|last|»|>))"
    r"|(?:阅读|浏览|点击|评论|点赞|收藏|转发|分享|views?|likes?|comments?|shares?|min read"
        r"|分钟阅读)\s?[（(:：]?\s?[\d.,]+\s?[万kK]?[)）]?|(?<![\w.,])\d[\d.,]{0,11}\s?[万kK]?\s?(?:次?(?:阅读|浏览|点赞|评论|转发"
    r"|收藏|播放)|views?\b|likes?\b|comments?\b|min(?:ute)? read)|第\s?\d+\s?/?\s?\d*\s?页|全文共?\s?\d+\s?字|(?:字数"
        r"|图|表|Figure|Fig\.|Table|Page|图表)\s?[：:]?\s?\d+(?:[\-.]\d+)?|©\s?\d{4}(?:\s?-\s?\d{4})?"
    r"|\[\d{1,2}\]|[（(]\d{1,2}[)）](?=[\s，。,.]|$))"
    r"|(?P<clock>(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d))"
    r"|(?P<idiom>(?<![\d.])\d-(?:click|stop|step)\b|(?<![\d.])\d{1,2}U(?![A-Za-z])|\d\s?[vV对]\s?\d(?!\d)|(?<![\d:：])\d{1,2}\s?[:：]\s?1(?![\d.:：])|一对一|(?:世界|中国|全球|财富"
        r"|民营)?\s?(?:企业)?500\s?强|Fortune \d{3}"
        r"|Global 2000|成千上万|千千万万"
        r"|千家万户|千行百业|百花齐放|一站式|一体(?:化|机)|一张网|一系列|一部分|进一步|下一步"
        r"|第一步|下一代|上一代|新一代|一代|一流|一致|唯一|统一|一键|一云多芯|万物"
    r"|百模|双十一|“?十四五”?|“?十五五”?|两会|三方|第三方|三农|五大洲|一带一路|三甲|一线|二维|三维|三电|零基础|零门槛|零代码"
    r"|零故障|零冗余|零拷贝|从零|不一|某一|每一|逐一|一旦|一直|一定|一样|一般|一边|一起|一方面|另一|任一|同一"
        r"|单一|第一时间|统一|百分百)"
)  # fmt: skip
_NO_FIGURES: Final = Finder(_NO_FIGURE)
_MAIL: Final = re.compile(r"(?<![\w.\-])[\w.\-]{1,64}@[\w.\-]+")
_WIDE_COMMA: Final = re.compile("，")
_SOFT_CUT: Final = re.compile(r"[，,、\s](?!\d{3})")
_LONGEST: Final = 400
"""Code points of a sentence, as many as every reader keeps; longer ones are cut at a comma or space, so that no page takes minutes."""
HOLE: Final = "\ue002"
_NUMERAL: Final = re.compile(r"[一二三四五六七八九十百千万亿两零]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a block.

    Attributes:
        text: its words.
        start: its place in the page.
        folded: its words as every pattern reads them (`folded`), of the same length.
        hidden: folded words of the same length in which what states no figure is masked.
    """

    text: str
    start: int
    folded: str
    hidden: str


def sentences(words: str, start: int) -> list[Sentence]:
    """Sentences of a block; `start` is the place of its first code point in the page."""
    found: list[Sentence] = []
    position = 0
    for hit in _SENTENCE.finditer(words):
        if hit[0][0] in "?!" and _in_quotes(words[position : hit.start()]):
            continue  # a lost character inside a name ("A?B") ends no sentence
        _add(found, words, position, hit.end(), start)
        position = hit.end()
    _add(found, words, position, len(words), start)
    return found


def _in_quotes(words: str) -> bool:
    return words.count('"') % 2 == 1 or words.count("“") > words.count("”")


def _add(found: list[Sentence], words: str, start: int, end: int, base: int) -> None:
    while end - start > _LONGEST:
        cut = max((hit.end() for hit in _SOFT_CUT.finditer(words, start + _LONGEST // 2, start + _LONGEST)), default=start + _LONGEST)
        _add(found, words, start, cut, base)
        start = cut
    piece = words[start:end]
    lead = len(piece) - len(piece.lstrip())
    text = piece.strip()
    if text:
        same = folded(text)
        found.append(Sentence(text, base + start + lead, same, _hidden(text, same)))


def folded(text: str) -> str:
    """Folded text that keeps its full-width commas: they part clauses and never thousands ("X32，32 卡")."""
    same = plain(text)
    for hit in _WIDE_COMMA.finditer(text):
        same = f"{same[: hit.start()]}，{same[hit.end() :]}"
    return same


def hidden(text: str) -> str:
    """The folded text with a hole for everything that has digits and states no figure, and a stop for every full-width comma."""
    return _hidden(text, folded(text))


def _hidden(text: str, same: str) -> str:
    same = same.replace("，", "。")
    if hit := _NUMBERING.match(same):
        same = HOLE * hit.end() + same[hit.end() :]
    if _NUMERAL.search(same):  # 九章云极, 七牛云: the numeral belongs to the name
        for name in find_vendors(text):
            if _NUMERAL.search(same, name.start, name.end):
                same = same[: name.start] + HOLE * (name.end - name.start) + same[name.end :]
    small = lowered(same)
    mails = _MAIL.finditer(small) if "@" in small else ()
    for hit in (*_NO_FIGURES.finditer(small), *mails):
        same = same[: hit.start()] + HOLE * (hit.end() - hit.start()) + same[hit.end() :]
    return same
