"""Makes a folder anew beside the one that is there, and puts it in its place at once.

Whoever reads the folder meanwhile finds the old one whole, and then the new one whole. A maker that
fails, or is killed at any moment, leaves the old one as it was.
"""

import ctypes
import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# Of Linux' renameat2: paths are told from where the process is, and the two change places.
AT_FDCWD = -100
RENAME_EXCHANGE = 2


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give an empty folder to be filled, which takes the place of `target` once that is done.

    It lies beside `target`, on the same disk. If `target` is a link, it stays one, and the folder
    that it leads to is replaced. What was there is deleted, so the caller asks before whether it
    may be. Raises OSError where there is no room, or nothing may be written.
    """
    target = target.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    new, lock = _begin(target)
    try:
        yield new
        _put_in_place(new, target)
    finally:
        # What lies there by now is what has failed, or what has been replaced.
        shutil.rmtree(new, ignore_errors=True)
        os.close(lock)


def clear(folder: Path) -> None:
    """Delete what killed makers have left in a folder, of whatever they were making."""
    with _locked(folder):
        _clear(folder, "*")


def _clear(folder: Path, name: str) -> None:
    for left in folder.glob(f".{name}.new-*"):
        # Gone meanwhile, or its maker lives.
        with suppress(FileNotFoundError, BlockingIOError), _locked(left, waits=False):
            shutil.rmtree(left, ignore_errors=True)


def _begin(target: Path) -> tuple[Path, int]:
    """Make a folder beside `target`, and lock it: whose maker lives is nobody else's to delete."""
    with _locked(target.parent):
        _clear(target.parent, target.name)
        new = target.with_name(f".{target.name}.new-{secrets.token_hex(4)}")
        new.mkdir()
        lock = os.open(new, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX)
    return new, lock


@contextmanager
def _locked(folder: Path, *, waits: bool = True) -> Iterator[None]:
    """Hold a folder's lock, which ends with the process; BlockingIOError if somebody else has it
    and is not to be waited for."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        yield
    finally:
        os.close(lock)


def _put_in_place(new: Path, target: Path) -> None:
    """Let a new folder be `target`; the one that was there is `new` afterwards."""
    try:
        # Where there is none, or an empty one.
        new.rename(target)
    except OSError:
        if not _exchanged(new, target):
            # For a moment there is none: no other system than Linux lets two change places.
            old = new.with_name(f"{new.name}-old")
            target.rename(old)
            new.rename(target)
            # Unless somebody else has cleared it away already.
            with suppress(FileNotFoundError):
                old.rename(new)


def _exchanged(one: Path, other: Path) -> bool:
    """Let two folders change places in one step; tell whether this system and disk can."""
    exchange = getattr(ctypes.CDLL(None), "renameat2", None)
    if exchange is None:
        return False
    paths = (AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other))
    return bool(exchange(*paths, RENAME_EXCHANGE) == 0)


def files_of(folder: Path) -> dict[str, bytes]:
    """Give all files of a folder by their names, in a fixed order."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
