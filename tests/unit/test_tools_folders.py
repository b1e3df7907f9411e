"""A folder is made anew beside the old one, which is right until the new one is."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools import folders, runtime
from tools.project import ROOT, ToolError


def write(folder: Path, text: str) -> None:
    """Fill a folder with files that all say the same."""
    for name in ("a", "b/c", "b/d"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def told(folder: Path) -> set[str]:
    """What the files of a folder say: one text, or the folder is a mixture."""
    texts = [path.read_text() for path in folder.rglob("*") if path.is_file()]
    assert len(texts) in (0, 3)
    return set(texts)


def replace(target: Path, text: str) -> None:
    with folders.replacing(target) as new:
        write(new, text)


def test_a_folder_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "down" / "site"
    for text in ("one", "two", "three"):
        replace(target, text)
        assert told(target) == {text}
        assert list(target.parent.iterdir()) == [target], "nothing is left beside it"


def test_a_folder_may_be_read_by_whom_the_umask_lets(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        replace(tmp_path / "site", "one")
    finally:
        os.umask(before)
    assert (tmp_path / "site").stat().st_mode & 0o777 == 0o750


@pytest.mark.parametrize("error", [ToolError("no"), KeyboardInterrupt(), OSError("no room")])
def test_what_fails_leaves_the_old_folder_whole(tmp_path: Path, error: BaseException) -> None:
    replace(tmp_path / "site", "old")

    def fail() -> None:
        with folders.replacing(tmp_path / "site") as new:
            write(new, "new")
            raise error

    with pytest.raises(type(error)):
        fail()
    assert told(tmp_path / "site") == {"old"}
    assert list(tmp_path.iterdir()) == [tmp_path / "site"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    served = tmp_path / "elsewhere" / "served"
    replace(served, "old")
    (tmp_path / "site").symlink_to(served)
    replace(tmp_path / "site", "new")
    assert (tmp_path / "site").is_symlink()
    assert told(served) == told(tmp_path / "site") == {"new"}


def test_a_system_that_cannot_exchange_folders_renames_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "_exchanged", lambda one, other: False)
    for text in ("one", "two"):
        replace(tmp_path / "site", text)
        assert told(tmp_path / "site") == {text}
    assert list(tmp_path.iterdir()) == [tmp_path / "site"]


def test_two_makers_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    with folders.replacing(tmp_path / "site") as first:
        write(first, "first")
        replace(tmp_path / "site", "second")
        assert told(tmp_path / "site") == {"second"}
        assert told(first) == {"first"}
    assert told(tmp_path / "site") == {"first"}


MAKER = """
import sys
from pathlib import Path
from tools import folders
target, text = Path(sys.argv[1]), sys.argv[2]
print("begun", flush=True)
for _ in range(200):
    with folders.replacing(target) as new:
        for name in ("a", "b/c", "b/d"):
            (new / name).parent.mkdir(exist_ok=True)
            (new / name).write_text(text)
"""


def test_whoever_is_killed_at_any_moment_leaves_a_whole_folder(tmp_path: Path) -> None:
    target, chance = tmp_path / "site", random.Random(20261128)
    replace(target, "first")
    before = {"first"}
    for number in range(30):
        maker = subprocess.Popen(
            [sys.executable, "-c", MAKER, target, str(number)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert maker.stdout is not None
        maker.stdout.readline()
        # A moment by chance, not a condition that is waited for.
        time.sleep(chance.uniform(0, 0.02))
        maker.send_signal(signal.SIGKILL)
        maker.wait()
        maker.stdout.close()
        now = told(target)
        assert len(now) == 1
        assert now <= before | {str(number)}
        before = now
    replace(target, "last")
    assert told(target) == {"last"}
    assert list(tmp_path.iterdir()) == [target], "what the killed ones left is cleared away"


def test_a_kept_folder_that_is_damaged_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "CACHE", tmp_path / "cache")
    made = []

    def make(folder: Path) -> None:
        made.append(folder)
        write(folder, "made")

    kept = runtime.kept(make, [], b"key")
    assert runtime.kept(make, [], b"key") == kept
    assert len(made) == 1
    harms = (
        lambda: (kept / "a").unlink(),
        lambda: (kept / "b/c").write_text("mad"),
        lambda: (kept / "more").write_text(""),
        lambda: (kept / runtime.DIGESTS).unlink(),
        lambda: (kept / runtime.DIGESTS).write_bytes(b"\xff"),
        lambda: (kept / "a").write_text(""),
    )
    for count, harm in enumerate(harms, start=2):
        harm()
        assert runtime.is_whole(runtime.kept(make, [], b"key"))
        assert len(made) == count


KILLED_EVERYWHERE = """
import os
import signal
import sys
from pathlib import Path
from tools import runtime

runtime.CACHE = Path(sys.argv[1])

def make(folder):
    for name in ("a", "b", "c"):
        (folder / name).write_text("made")

def kept():
    return runtime.kept(make, [], b"key")

def kept_or_killed(at):
    done = 0

    def count(event, told):
        nonlocal done
        writes = event == "open" and told[2] & (os.O_WRONLY | os.O_RDWR)
        if writes or event.startswith(("os.", "shutil.", "fcntl.", "ctypes.dlsym")):
            done += 1
            if done == at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    kept()
    os._exit(0)

at, status = 0, -1
while status != 0:
    at += 1
    if not (child := os.fork()):
        kept_or_killed(at)
    status = os.waitpid(child, 0)[1]
    folder = kept()
    assert runtime.is_whole(folder), at
    assert {path.read_text() for path in folder.glob("[abc]")} == {"made"}, at
    assert list(runtime.CACHE.iterdir()) == [folder], at
    # So that the next one has to make it anew, in the place of this one.
    (folder / "b").write_text("mad")
print(at)
"""


def test_a_kept_folder_is_right_whenever_its_maker_was_killed(tmp_path: Path) -> None:
    """At every single thing that it does to the disk."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED_EVERYWHERE, tmp_path / "cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 15, "so many moments there are"


def test_builds_that_are_being_made_are_not_old_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "CACHE", tmp_path)
    with folders.replacing(tmp_path / "mine") as new:
        os.utime(new, (0, 0))
        for number in range(2 * runtime.KEPT_BUILDS):
            runtime.kept(lambda folder: write(folder, "made"), [], str(number).encode())
        assert new.exists()
    assert len(list(tmp_path.iterdir())) == runtime.KEPT_BUILDS + 1
