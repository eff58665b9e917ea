"""What pages themselves call the things around their text: element names, roles, classes, and headings above lists of other pages.

Belongs here: the names. They are evidence of two strengths: an element or role of HTML is taken at its word, a class or id only where the
whole of it is made of such words ("related-list", "siteFooter", not "market-share"). Does not belong here: where the text of a page
begins and ends (see `main_text`).

Element names are those of HTML's sections, roles the landmarks of WAI-ARIA; the class words are our own list, of those that never name a
text.
"""

import re
from typing import Final

from bs4.element import Tag

from fab_pipeline.vocabulary.traditional import plain

_NEVER_BODY: Final = frozenset({"nav", "footer", "form", "dialog", "noscript", "template", "style"})
_ROLES: Final = frozenset(
    {"navigation", "contentinfo", "search", "banner", "menu", "menubar", "dialog", "alertdialog", "complementary", "toolbar", "tablist"}
)
_FURNITURE: Final = (
    r"(?:nav|navbar|navigation|menu|megamenu|breadcrumbs?|crumbs?|footer|foot|sidebar|sidebox|sidenav|sidemenu|aside|related|recommend\w{0,6}"
    r"|comments?|replies|share|sharing|social|copyright|cookies?|gdpr|consent|advert\w{0,8}|ads?|sponsor\w{0,4}|login|signin|pagination"
    r"|pager|prev[-_]?next|toolbar|topbar|ticker|promo|promos|promotions?|announcements?|hot(?=[-_]?(?:news|list|rank|words?|topics?)|\Z)"
    r"|rank(?:ing)?[-_]?list|subscribe|newsletter|beian|icp|disclaimer|xgyd|tuijian|toc|feedback|popup|modal|sitemap"
    r"|more[-_]?(?:news|articles|posts|reading|stories))"
)
_NEUTRAL: Final = (
    r"(?:site|page|global|main|top|bottom|left|right|article|post|blog|news|docs?|js|pc|wap|mod|widget|wrap|wrapper|box|list|bar|area"
    r"|container|contents?|block|inner|links?|posts|articles|products?|resources?|reading|section|panel|module|items?|group|row|col|new"
    r"|tpl|com|[a-z](?=[-_])|\d{1,3})"
)
_SURROUNDING: Final = re.compile(rf"_{{0,2}}(?:{_NEUTRAL}[-_]*)*{_FURNITURE}[-_]*(?:(?:{_NEUTRAL}|{_FURNITURE})[-_]*)*", re.I | re.A)
_LONGEST_NAME: Final = 48
_OTHER: Final = re.compile(
    r"\W*(?:(?:\d{1,2}小时)?(?:相关|更多|热门|推荐|延伸|往期|精彩|今日|近期|其他|其它|同类|最新)(?:的)?"
    r"(?:阅读|文章|新闻|资讯|推荐|产品|商品|机型|套餐|案例|内容|报道|链接|资源|服务|话题|活动|专题|热点|动态|头条|稿件|帖子|文档)"
    r"|(?:产品|文章|精选|编辑|热点|栏目)推荐|猜你(?:喜欢|想看)|大家(?:都)?在看|(?:\d{1,2}小时)?热(?:榜|文|点|搜|评|帖|点排行)|(?:点击|阅读|热点|新闻)?排行榜?"
    r"|(?:您|你)(?:可能|也许)(?:还|也)?(?:感兴趣|喜欢|想看)\w{0,6}|为(?:您|你)推荐|看了又看|(?:网友|全部|最新|热门|发表|精彩)?评论|参与讨论|[上下]一篇|友情链接"
    r"|本页(?:内容|目录|导航)|目录|(?:邮件)?订阅\w{0,6}|分享(?:到|至)?\w{0,6}"
    r"|(?:related|recommended|more|other|popular|trending|latest|recent|similar)\s+(?:\w+\s)?(?:articles?|posts?|stories|story|news|products?"
    r"|resources?|reads?|reading|content|case studies|blogs?|pages?|topics?|offers?|deals|plans|services|links?|headlines|events?)"
    r"|(?:you|readers|customers) (?:may|might|will)? ?also (?:like|enjoy|read|bought|viewed|be interested in)|(?:what to )?read next"
    r"|(?:keep|further) reading|from (?:our|the) (?:blog|newsroom)|most (?:read|popular|viewed)(?: \w+)?|trending(?: now| today)?|up next"
    r"|more (?:from|on|in|about) [\w .&'-]{1,24}|(?:leave|post|add) a (?:comment|reply)|(?:\d+\s)?(?:comments?|replies|responses)"
    r"|(?:on|in) this (?:page|article)|table of contents|share (?:this|on|via)(?: \w+){0,3}|follow us(?: on)?|(?:our )?newsletter"
    r"|(?:subscribe|sign up)(?: \w+){0,5}|stay (?:in touch|informed|up to date)|sponsored(?: content)?|advertisements?)"
    r"\W*(?:\d+\W*)?",
    re.I,
)
_LONGEST_HEADING: Final = 40


def is_surrounding(tag: Tag) -> bool:
    """Whether the name, role, class or id of an element says that it is no part of the text."""
    if tag.name in _NEVER_BODY or str(tag.get("role", "")).lower() in _ROLES:
        return True
    return tag.name != "script" and any(is_surrounding_name(name[1:]) for name in names_of(tag))


def is_surrounding_name(name: str) -> bool:
    """Whether a class, an id or a key of script state is made of words for what surrounds a text, and of nothing else."""
    return len(name) <= _LONGEST_NAME and bool(_SURROUNDING.fullmatch(name))


def heads_other_pages(words: str) -> bool:
    """Whether a short heading stands above other pages, other products, comments or a table of contents."""
    return len(words) <= _LONGEST_HEADING and bool(_OTHER.fullmatch(plain(words)))


def names_of(tag: Tag) -> frozenset[str]:
    """Classes and id of an element as selectors: {".footer", "#top"}."""
    classes = tag.get("class")
    words = classes if isinstance(classes, list) else str(classes or "").split()
    identity = str(tag.get("id", ""))
    return frozenset([f".{word}" for word in words if word] + ([f"#{identity}"] if identity else []))
