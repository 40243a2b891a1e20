"""The reader of a running program: the language with its vocabulary, from the package and the host's own files.

Law: words and their synonyms are data (``config/words``); a host extends or translates them with files of his own.
"""

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from forumgm.app.routing import Reader
from forumgm.core.errors import ForumGmError
from forumgm.language.read import reader
from forumgm.language.words import Words, parse_words

_PACKAGED = "_data/config/words"
_BESIDE = Path("config/words")


def make_reader() -> Reader:
    """Return the reader. Raises ForumGmError, naming the file, if a vocabulary file is wrong."""
    return reader(load_words())


def load_words(folder: Path | None = None) -> Words:
    """Return the vocabulary: the packaged one, then every TOML file of the host's own folder.

    Raises ForumGmError, naming the file, if one cannot be read.
    """
    packaged = files("forumgm").joinpath(_PACKAGED)
    base: Iterable[Any] = packaged.iterdir() if packaged.is_dir() else _source_tree().glob("*.toml")
    own = folder if folder is not None else _BESIDE
    sources = sorted(base, key=str)
    if own.is_dir() and own.resolve() != _source_tree().resolve():
        sources += sorted(own.glob("*.toml"))
    tables: list[Mapping[str, Any]] = []
    for source in sources:
        if not str(source).endswith(".toml"):
            continue
        try:
            tables.append(tomllib.loads(source.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise ForumGmError(f"{source}: {error}") from error
    try:
        return parse_words(*tables)
    except ValueError as error:
        raise ForumGmError(f"the vocabulary is wrong: {error}") from error


def _source_tree() -> Path:
    return Path(__file__).resolve().parents[1] / "config" / "words"
