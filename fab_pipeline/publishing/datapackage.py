"""`datapackage.json` of a release, after the Data Package standard, version 1: https://specs.frictionlessdata.io/data-package/.

Each resource is declared as `type: file`: frictionless reads Parquet only with pandas, and then cannot compare size and hash; as a file
it checks both. The schema of each table is there all the same. Properties of our own: release_id, previous_release_id, board_date,
code_version, content_hash, captures, quote_files; per resource row_count (frictionless takes `rows` for a count that it can redo),
content_hash and key. Does not belong here: writing files.
"""

import hashlib
from pathlib import Path
from typing import Any

from fab_pipeline.contracts import TABLES
from fab_pipeline.contracts.derive import resource_schema
from fab_pipeline.publishing.releases import Release, TableFile


def descriptor(release: Release) -> dict[str, Any]:
    """The release as a Data Package; `releases.find` reads it back."""
    return {
        "profile": "data-package",
        "name": "fab-pipeline",
        "title": "AI training costs, accelerator prices and vendor claims",
        "description": "Columns are described in the schema of each resource; a null has its reasons in null_reasons of the same row.",
        "version": release.release_id,
        "created": release.built_at.isoformat(),
        "release_id": release.release_id,
        "previous_release_id": release.previous_release_id,
        "board_date": release.board_date.isoformat(),
        "code_version": release.code_version,
        "content_hash": release.content_hash,
        "captures": list(release.captures),
        "quote_files": list(release.quote_files),
        "resources": [_resource(name, described) for name, described in release.tables.items()],
    }


def described(path: Path, rows: int, content_hash: str) -> TableFile:
    """What the package says about a file that was just written."""
    data = path.read_bytes()
    return TableFile(rows=rows, bytes=len(data), sha256=hashlib.sha256(data).hexdigest(), content_hash=content_hash)


def _resource(name: str, file: TableFile) -> dict[str, Any]:
    table = TABLES[name]
    return {
        "name": name,
        "type": "file",
        "path": f"{name}.parquet",
        "title": name.replace("_", " ").capitalize(),
        "description": f"One row is {table.row}.",
        "format": "parquet",
        "mediatype": "application/vnd.apache.parquet",
        "bytes": file.bytes,
        "hash": f"sha256:{file.sha256}",
        "row_count": file.rows,
        "content_hash": file.content_hash,
        "schema": resource_schema(table),
    }
