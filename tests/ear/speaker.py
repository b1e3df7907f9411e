"""Speaks in silence: notes what is to be said, and takes as long over it as a voice does.

Speech dispatcher runs this for each utterance, and ends it where the screen reader cuts it short,
so that what has begun and not ended was cut. By itself, without the project's environment.

Arguments: the log; how many times as fast as a voice it passes; words a minute; language; words.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

HEADER_BYTES = 44
BYTES_A_SECOND = 2 * 22050
"""As eSpeak renders speech."""


def note(log: Path, **row: object) -> None:
    """Add a line to the log, whole."""
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def seconds_of(words: str, language: str, rate: str) -> float:
    """How long a voice takes to say words."""
    command = ["espeak-ng", "-v", language, "-s", rate, "--stdout", "--", words]
    sound = subprocess.run(command, capture_output=True, check=True).stdout
    return max(0, len(sound) - HEADER_BYTES) / BYTES_A_SECOND


def main() -> None:
    """Say one utterance."""
    path, pace, rate, language, words = sys.argv[1:]
    log, began = Path(path), time.time()
    # One process is one utterance, and no two have begun at the same moment.
    number = time.time_ns()
    note(log, number=number, at=began, language=language, text=words.strip())
    seconds = seconds_of(words, language, rate)
    time.sleep(max(0.0, seconds / float(pace) - (time.time() - began)))
    note(log, number=number, at=time.time(), seconds=round(seconds, 2))


if __name__ == "__main__":
    main()
