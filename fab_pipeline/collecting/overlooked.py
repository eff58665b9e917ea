"""What lies in the inbox where nothing looks, so that nobody waits for it in silence.

Belongs here: looking and naming, never moving. Does not belong here: what is taken (see `inbox`).
"""

import os
from pathlib import Path
from typing import Final

from fab_pipeline.collecting.inbox_places import children, is_hidden, is_source_folder, is_takeable, places
from fab_pipeline.files import one_line, os_reason

_FOLDERS: Final = frozenset({"prices", "pages", "done", "rejected"})


def overlooked(inbox: Path) -> list[str]:
    """One line for each thing in the inbox that no collection will take: what it is called, and where it should go.

    Args:
        inbox: `Settings.inbox`; may be absent.
    """
    folders = [folder for _, _, folder in places(inbox)]
    closed = [line for folder in folders if (line := _closed(folder, inbox))]
    strays = [path for path in children(inbox) if path.name not in _FOLDERS and not is_hidden(path)]
    for folder in folders:
        may_hold_sources = folder in {inbox / "prices", inbox / "pages"}
        strays += [
            path for path in children(folder) if not (is_hidden(path) or is_takeable(path) or (may_hold_sources and is_source_folder(path)))
        ]
    return closed + [
        f"{_name(path, inbox)}: put files into prices/, prices/<source>/, pages/ or pages/<source>/ of the inbox" for path in strays
    ]


def _closed(folder: Path, inbox: Path) -> str | None:
    try:
        os.scandir(folder).close()
    except FileNotFoundError:
        return None
    except OSError as error:
        return f"{_name(folder, inbox)}: cannot be opened: {os_reason(error)}"
    return None


def _name(path: Path, inbox: Path) -> str:
    return one_line(path.relative_to(inbox).as_posix())
