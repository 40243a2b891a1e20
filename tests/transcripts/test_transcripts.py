"""Each transcript is played through the whole pipeline (design.md section 5); a file's comments name the rules."""

from pathlib import Path

import pytest

from tests.transcripts.player import Player, read_script

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.game"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_transcript_goes_as_written(path: Path) -> None:
    Player(read_script(path)).play()
