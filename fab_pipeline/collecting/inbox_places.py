"""Where the inbox takes files from, and which names are meant for it.

Belongs here: folders and names. Does not belong here: taking files (`inbox`).
"""

import os
from pathlib import Path
from typing import Final, Literal

Kind = Literal["prices", "pages"]

_UNFINISHED_ENDINGS: Final = (".part", ".tmp", "~")


def places(inbox: Path) -> list[tuple[Kind, str | None, Path]]:
    """Folders whose files are taken, each with its kind and source."""
    kinds: tuple[Kind, ...] = ("prices", "pages")
    general: list[tuple[Kind, str | None, Path]] = [(kind, None, inbox / kind) for kind in kinds]
    return general + [(kind, folder.name, folder) for kind in kinds for folder in children(inbox / kind) if is_source_folder(folder)]


def children(folder: Path) -> list[Path]:
    """What lies in a folder, by name; nothing where it is absent or may not be opened."""
    try:
        return sorted(Path(entry.path) for entry in os.scandir(folder))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return []


def is_takeable(path: Path) -> bool:
    """Whether something is taken, if only to be refused: files, links to files, and links to folders; nothing hidden or unfinished."""
    return not is_hidden(path) and (path.is_file() or (path.is_symlink() and path.is_dir()))


def is_source_folder(path: Path) -> bool:
    """Whether something in `prices/` or `pages/` is the folder of a source."""
    return path.is_dir() and not path.is_symlink() and not is_hidden(path)


def is_hidden(path: Path) -> bool:
    """Whether a name says that the file is not meant yet."""
    return path.name.startswith(".") or path.name.endswith(_UNFINISHED_ENDINGS)
