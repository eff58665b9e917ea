"""Files of gpuhunt's catalogue: the version pointer, and the ZIP of one CSV per provider.

Belongs here: addresses, unpacking, and what makes a file no catalogue. Does not belong here: what the rows say (`gpuhunt`).
"""

import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import Final

from fab_pipeline.sources.base import UnreadableCaptureError
from fab_pipeline.sources.prices.json_body import printable

BUCKET: Final = "https://dstack-gpu-pricing.s3.eu-west-1.amazonaws.com/v3"
UNPACKED_LIMIT: Final = 256 * 1024 * 1024
"""The largest catalogue seen has about 110,000 rows of a hundred bytes; a ZIP that unpacks to more is no catalogue."""
FILES_LIMIT: Final = 100

_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What the standard library raises for damaged, encrypted and exotic ZIP files."""
_ZIP: Final = b"PK\x03\x04"
_VERSION: Final = re.compile(r"\d{8}-\d+")


def is_version(body: bytes) -> bool:
    """Whether bytes are the content of a version pointer."""
    return bool(_VERSION.fullmatch(body[:64].decode("latin-1").strip()))


def catalog_url(provider_name: str, version: str) -> str:
    """Address of a provider's catalogue, given the content of its version pointer.

    Raises:
        UnreadableCaptureError: the pointer holds something else.
    """
    pointer = version.strip()
    if not _VERSION.fullmatch(pointer):
        raise UnreadableCaptureError("not_a_version", f"the version pointer holds {pointer[:40]!r}, not a version like 20261010-4711")
    return f"{BUCKET}/{provider_name}/{pointer}/catalog.zip"


def csv_files(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every CSV file of a catalogue; of a CSV file itself, that one.

    Raises:
        UnreadableCaptureError: the ZIP file is damaged, encrypted, too large, or holds no CSV.
    """
    if not body.startswith(_ZIP):
        yield "catalog.csv", body
        return
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            members = [member for member in archive.infolist() if member.filename.lower().endswith(".csv")]
            if not members or len(members) > FILES_LIMIT:
                raise UnreadableCaptureError("not_a_catalogue", f"the ZIP file has {len(members)} CSV files, not one per provider")
            left = UNPACKED_LIMIT
            for member in members:
                with archive.open(member) as file:
                    content = file.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise UnreadableCaptureError("file_too_large", f"the ZIP file unpacks to more than {UNPACKED_LIMIT:,} bytes")
                yield printable(member.filename), content
    except _DAMAGE as error:
        raise UnreadableCaptureError("damaged_zip", f"the ZIP file cannot be unpacked: {printable(str(error))}") from None
