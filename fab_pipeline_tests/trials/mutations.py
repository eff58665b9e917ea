"""Damage to captures, by bytes and by structure, as disks, networks, vendors and mischief do it. Everything follows from one generator.

Belongs here: bytes in, bytes out. The structure is found by trying: a ZIP, JSON, markup, else a table of lines. Does not belong here: which
captures, and what a parser should make of them.
"""

import csv
import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from typing import Any, Final

Chance = random.Random

HUGE: Final = 1e300
"""Numbers beyond it are no floats any more; they are damage enough."""

LONG: Final = 100_000
DEEP: Final = 3_000
MANY: Final = 40
LARGEST: Final = 200_000
"""Bytes of a mutated capture: a megabyte of tags takes the HTML parser alone a second."""

WORDS: Final = (
    "", " ", "-", "—", "null", "None", "N/A", "NaN", "nan", "inf", "-Infinity", "-1", "0", "-0.0", "0.5", "1e400", "1e-400", "1e308",
    "9" * 400, "8,20", "1.234,56", "$2", "$ 1,2,3", "€3", "¥12", "$3 - $5", "from $3", "１２", "٣", "½", "1 Hour", "100 Hours", "3 Years",
    "0 Years", "1 GB/Month", "per second", "Spot", "Reservation", "Windows", "EUR", "usd", "XXX", "cn-north-1", "us-gov-west-1",
    "2026-13-45", "0001-01-01", "9999-12-31T23:59:59-14:00", "2028-02-29", "2027-02-29", "1e9", "-1e9", "H100", "8x H100", "0x H100",
    "A100-80GB-160GB", "1g.10gb", "p5.48xlarge", "\ud800", "\x00", "a|b|c", "日本", "\u202e", "=1+1", "{'a': 1}", "[" * 50, "https://x y",
    "true", "\n", "\r", '"', "'", "<b>", "&#0;", "&#1114112;", "&bogus;", "%s%n", "../../x", "1_000", "0x10", "1/0", "∞",
    "9223372036854775808", "12 个月", "未披露", "1.5T", "≥ 2",
)  # fmt: skip
"""Cells and values that have a meaning of their own somewhere."""

_NUMBERS: Final = (1e308, -1e308, 10**400, 2**63, -(2**64), 1e-320, -0.0, 0, -1, 0.1 + 0.2, float("nan"), float("inf"))
_OPENINGS: Final = (b"<!--", b"<script>", b"<style>", b"<![CDATA[", b"<textarea>", b"</", b"<", b"&", b"<td", b"\x00")
_ENTITIES: Final = (b"&#0;", b"&#xD800;", b"&#99999999999;", b"&nbsp;" * 500, b"&lt;td&gt;", b"&amp" * 9, b"&;")
_RUNS: Final = (b"x", b"9", b"$1 ", b"H100 ", "万".encode(), b"1,", b"| ")
_ENCODINGS: Final = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "gb18030", "shift_jis", "cp037")
_TAGS: Final = re.compile(rb"(<[^>]*>)")


def mutated(body: bytes, chance: Chance, others: tuple[bytes, ...] = ()) -> bytes:
    """A damaged copy of a capture: by structure two times in three, then sometimes by bytes or by encoding, too.

    Args:
        body: a good capture.
        chance: decides everything.
        others: captures that may be spliced in.

    Returns:
        At most `LARGEST` bytes.
    """
    return _mutated(body, chance, others)[:LARGEST]


def _mutated(body: bytes, chance: Chance, others: tuple[bytes, ...]) -> bytes:
    if chance.random() < 0.67:
        body = _by_structure(body, chance)
        if chance.random() < 0.1:
            body = _reencoded(body, chance)
        if chance.random() < 0.9:
            return body
    for _ in range(chance.randint(1, 6)):
        body = _by_bytes(body, chance, others)
    return body


def _by_structure(body: bytes, chance: Chance) -> bytes:
    if body.startswith(b"PK\x03\x04"):
        return _zip(body, chance)
    try:
        value = json.loads(body)
    except ValueError:
        return _markup(body, chance) if b"<" in body[:200] else _table(body, chance)
    return _json(value, chance)


# Bytes


def _by_bytes(body: bytes, chance: Chance, others: tuple[bytes, ...]) -> bytes:
    start = chance.randint(0, len(body))
    end = min(len(body), start + int(chance.expovariate(1 / 12)))
    piece = chance.choice([body, *others])
    cut = chance.randint(0, len(piece))
    choices: list[Callable[[], bytes]] = [
        lambda: body[:start] + chance.randbytes(end - start) + body[end:],
        lambda: body[:start] + body[end:],
        lambda: body[:start],
        lambda: body[:start] + body[start:end] * chance.randint(2, MANY) + body[end:],
        lambda: body[:start] + chance.choice(WORDS).encode("utf-8", "surrogatepass") + body[start:],
        lambda: body[:start] + piece[cut : cut + 500] + body[end:],
        lambda: body[:start] + bytes([chance.choice(b"\x00\x0a\x0d\"',;:{}[]<>&\xff\xfe")]) + body[start:],
    ]
    return chance.choice(choices)()


def _reencoded(body: bytes, chance: Chance) -> bytes:
    return body.decode("utf-8", "replace").encode(chance.choice(_ENCODINGS), "replace")


# JSON


def _json(value: Any, chance: Chance) -> bytes:
    holder = [value]
    for _ in range(chance.randint(1, 4)):
        _change(holder, chance)
    text = json.dumps(holder[0], ensure_ascii=chance.random() < 0.5)
    if chance.random() < 0.05:
        text = text.replace("null", "[" * DEEP + "]" * DEEP, 1) if "null" in text else "[" * DEEP + text + "]" * DEEP
    return text.encode("utf-8", "surrogatepass")


def _change(holder: list[Any], chance: Chance) -> None:
    places = list(_places(holder))
    parent, key = chance.choice(places)
    child = parent[key]
    match chance.randrange(9):
        case 0 if parent is not holder:
            del parent[key]
        case 1 if isinstance(parent, list):
            parent[key:key] = [child] * chance.choice((1, 2, MANY))
        case 2 if isinstance(parent, dict):
            parent[chance.choice((*WORDS, str(key).upper(), f"{key} "))] = parent.pop(key)
        case 3:
            other, other_key = chance.choice(places)
            parent[key] = json.loads(json.dumps(other[other_key], default=str))
        case 4:
            parent[key] = chance.choice(([child], {"value": child}, str(child), [], {}, [child, child]))
        case 5:
            parent[key] = chance.choice(_NUMBERS)
        case 6 if isinstance(child, int | float) and abs(child) < HUGE:
            parent[key] = chance.choice((child * 1e6, -child, child / 1e6, str(child), f"{child}USD", bool(child)))
        case 7 if chance.random() < 0.3:
            parent[key] = chance.choice(("x", "9", "[", "H100 ", "$1 ", "日", "1,")) * (LONG // 2)
        case _:
            parent[key] = chance.choice((*WORDS, None, True, False))


def _places(value: Any) -> Any:
    for key, child in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(child, dict | list):
            yield from _places(child)


# Tables of lines


def _table(body: bytes, chance: Chance) -> bytes:
    text = body.decode("utf-8", "replace")
    delimiter = "\t" if text.partition("\n")[0].count("\t") else ","
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        rows = []
    if not rows or not rows[0]:
        return _by_bytes(body, chance, ())
    for _ in range(chance.randint(1, 4)):
        _change_rows(rows, chance)
    out = io.StringIO()
    quoting = chance.choice((csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    end = chance.choice(("\r\n", "\n", "\r"))
    csv.writer(out, delimiter=chance.choice((delimiter,) * 8 + (";", "|", "\t")), quoting=quoting, lineterminator=end).writerows(rows)
    written = out.getvalue()
    if chance.random() < 0.1:
        written = written.replace('"', "", 1) if '"' in written else written.replace(",", ',"', 1)
    return written.encode("utf-8", "surrogatepass")


def _change_rows(rows: list[list[str]], chance: Chance) -> None:
    row = chance.choice(rows)
    column = chance.randrange(max(1, len(row)))
    match chance.randrange(9):
        case 0:
            row[column : column + 1] = []
        case 1:
            row[column:column] = [chance.choice(WORDS)]
        case 2:
            order = chance.sample(range(len(rows[0])), len(rows[0]))
            rows[:] = [[line[place] for place in order if place < len(line)] for line in rows]
        case 3:
            again, times = chance.choice(rows), chance.choice((1, MANY))
            rows[1:1] = [list(again) for _ in range(times)]
        case 4 if len(rows) * len(row) < MANY * MANY:
            for line in rows:
                line[column:column] = line[column : column + 1] * chance.choice((1, MANY))
        case 5 if chance.random() < 0.3 and row:
            row[column % len(row)] = chance.choice(("x", "9", '"', "H100 ", "日", "1,")) * (LONG // 2)
        case 6 if len(rows) > 1:
            del rows[chance.randrange(len(rows))]
        case _ if row:
            row[column % len(row)] = chance.choice(WORDS)


# Markup


def _markup(body: bytes, chance: Chance) -> bytes:
    pieces = [piece for piece in _TAGS.split(body) if piece]
    for _ in range(chance.randint(1, 5)):
        _change_pieces(pieces, chance)
    return b"".join(pieces)


def _change_pieces(pieces: list[bytes], chance: Chance) -> None:
    place = chance.randrange(len(pieces))
    tag = chance.choice((b"<div>", b"<td>", b"<table>", b"<tr>", b"<span>", b"<b>", b"<svg>", b"<p>"))
    texts = [number for number, piece in enumerate(pieces) if not piece.startswith(b"<")] or [place]
    match chance.randrange(11):
        case 0:
            del pieces[place : place + chance.choice((1, 1, 5))]
            pieces.append(b" ")
        case 1:
            pieces[place:place] = pieces[place : place + chance.choice((1, 5, 20))] * chance.choice((1, 3, MANY))
        case 2:
            other = chance.randrange(len(pieces))
            pieces[place], pieces[other] = pieces[other], pieces[place]
        case 3 if chance.random() < 0.3:
            pieces.insert(place, tag * DEEP)
        case 4:
            pieces.insert(
                place, chance.choice((b"<!--", b"<script>", b"<style>", b"<![CDATA[", b"<textarea>", b"</", b"<", b"&", b"<td", b"\x00"))
            )
        case 5:
            pieces.insert(
                place, chance.choice((b"&#0;", b"&#xD800;", b"&#99999999999;", b"&nbsp;" * 500, b"&lt;td&gt;", b"&amp" * 9, b"&;"))
            )
        case 6 if chance.random() < 0.3:
            pieces[chance.choice(texts)] = chance.choice(_RUNS) * (LONG // 4)
        case 7:
            pieces[place] = re.sub(rb'"[^"]*"', b'"%d"' % chance.choice((0, 1, -1, 2, 1000, 10**9)), pieces[place])
        case 8:
            pieces[place] = re.sub(rb"^<(\w+)", rb'<\1 colspan="%d" rowspan="%d"' % (chance.choice((0, 2, 999, 10**9)), 3), pieces[place])
        case _:
            pieces[chance.choice(texts)] = chance.choice(WORDS).encode("utf-8", "surrogatepass")


# ZIP


def _zip(body: bytes, chance: Chance) -> bytes:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        files = {item.filename: archive.read(item) for item in archive.infolist()}
        compression = archive.infolist()[0].compress_type
    name = chance.choice(sorted(files))
    files[name] = mutated(files[name], chance)
    if chance.random() < 0.2:
        files[chance.choice(("other.csv", "../x", "a/b.csv", name.upper(), "x" * 300))] = files.pop(name)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return target.getvalue()
