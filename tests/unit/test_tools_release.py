"""A release has one version, says what is new in it, and comes after the tests."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from fnmatch import fnmatch
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools import carry, release
from tools.folders import files_of
from tools.project import ROOT, ToolError, version

CHANGELOG = """# Changelog

## Unreleased

## 1.1.0 - 2026-12-01

### Added
- a
- b

## 1.0.0

- first
"""


def test_the_version_stands_in_one_place() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    assert "version" not in package
    assert "version" not in lock
    assert "version" not in lock["packages"][""]


def test_the_version_could_be_released_as_it_is() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    notes = release.notes_of(version(), changelog)
    assert 500 < len(notes) < 4_000
    assert changelog.index("## Unreleased") < changelog.index(f"## {version()}")


def test_the_changelog_says_nothing_twice() -> None:
    """As it might after two branches were merged by keeping the lines of both."""
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    told = [line for line in lines if len(line) > 20]
    assert len(told) == len(set(told))
    assert len(lines) < 200, "what only a few will look up goes to docs/history.md"


NOW = "0123456789abcdef"


@pytest.fixture
def documents(monkeypatch, tmp_path: Path) -> Path:
    """Documents that are as new as the version."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "figures.md").write_text(f"of what has the digest `{NOW}`")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release.figures, "measured", lambda: NOW)
    monkeypatch.setattr(release.packages, "is_fresh", lambda: True)
    return tmp_path / "docs"


@pytest.mark.parametrize(
    "figures", ["Measured on 26 November.", "of what has the digest `1123456789abcdef`"]
)
def test_a_figure_that_is_older_than_what_it_measures_holds_a_tag_back(documents, figures) -> None:
    ready = CHANGELOG.replace("1.1.0", version())
    assert release.notes_for(f"v{version()}", ready)
    (documents / "figures.md").write_text(figures)
    with pytest.raises(ToolError, match="run `make bench`"):
        release.notes_for(f"v{version()}", ready)


def test_versions_in_the_table_of_packages_hold_a_tag_back(documents, monkeypatch) -> None:
    monkeypatch.setattr(release.packages, "is_fresh", lambda: False)
    with pytest.raises(ToolError, match=r"run `python -m tools\.packages`"):
        release.notes_for(f"v{version()}", CHANGELOG.replace("1.1.0", version()))


@pytest.mark.usefixtures("documents")
def test_what_is_unreleased_is_moved_before_a_tag_is_taken() -> None:
    tag, ready = f"v{version()}", CHANGELOG.replace("1.1.0", version())
    assert release.notes_for(tag, ready) == "### Added\n- a\n- b"
    more = ready.replace("## Unreleased\n", "## Unreleased\n\n### Fixed\n\n- c\n- d\n", 1)
    assert release.left_out(more) == ["- c", "- d"]
    with pytest.raises(ToolError, match=r"2 line\(s\) under Unreleased"):
        release.notes_for(tag, more)


@pytest.mark.parametrize(("lines", "is_taken"), [(20, True), (21, False)])
def test_notes_are_short_enough_to_be_read(lines: int, is_taken: bool) -> None:
    changelog = "## 1.1.0\n\n" + "- a\n" * lines + "\n## 1.0.0\n\n- b\n"
    if is_taken:
        assert release.notes_of("1.1.0", changelog).count("- a") == lines
        return
    with pytest.raises(ToolError, match="have 21 lines, where 20 are read"):
        release.notes_of("1.1.0", changelog)


def test_a_tag_names_the_version() -> None:
    release.check_tag(f"v{version()}")
    for tag in (version(), f"v{version()}.1", f"v{version()}-rc1", "v", "main"):
        with pytest.raises(ToolError, match=r"pyproject\.toml has the version"):
            release.check_tag(tag)


def test_notes_are_a_versions_section_of_the_changelog() -> None:
    assert release.notes_of("1.1.0", CHANGELOG) == "### Added\n- a\n- b"
    assert release.notes_of("1.0.0", CHANGELOG) == "- first"


@pytest.mark.parametrize("wanted", ["1.0", "0.9.0", "Unreleased", "2026-12-01"])
def test_a_version_without_notes_is_not_released(wanted: str) -> None:
    with pytest.raises(ToolError, match="has nothing under"):
        release.notes_of(wanted, CHANGELOG)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small site."""
    folder = tmp_path / "site"
    for name in ("index.html", ".nojekyll", "static/a.js", "static/größe b.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"this is {name}", encoding="utf-8")
    return folder


@pytest.fixture
def packed(site: Path, tmp_path: Path) -> tuple[Path, str]:
    """The folder that is handed on, and the digest by which it is known."""
    folder = tmp_path / "dist"
    put_beside(folder)
    return folder, release.pack(site, folder)


def put_beside(folder: Path) -> None:
    """Put what a release has beside the site into a new folder."""
    folder.mkdir()
    (folder / "some.whl").write_bytes(b"a wheel")
    (folder / "spieltisch.html").write_bytes(b"all in one file")


@pytest.mark.parametrize("name", ["some.whl", "spieltisch.html"])
def test_no_release_lacks_its_wheel_or_the_file_to_carry(
    site: Path, tmp_path: Path, name: str
) -> None:
    put_beside(tmp_path / "dist")
    (tmp_path / "dist" / name).unlink()
    with pytest.raises(ToolError, match="must have one"):
        release.pack(site, tmp_path / "dist")


def test_no_release_has_the_wheel_of_another_version_too(site: Path, tmp_path: Path) -> None:
    put_beside(tmp_path / "dist")
    (tmp_path / "dist" / "older.whl").write_bytes(b"")
    with pytest.raises(ToolError, match=r"\*\.whl: empty it"):
        release.pack(site, tmp_path / "dist")


def test_what_is_packed_is_unpacked_as_it_was(site: Path, packed, tmp_path: Path) -> None:
    folder, wanted = packed
    assert release.unpack(folder, wanted, tmp_path / "again") == 4
    assert files_of(tmp_path / "again") == files_of(site)
    if not shutil.which("sha256sum"):
        return
    # Lists that people may check with the usual tool.
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", release.SUMS], cwd=folder, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b": OK") == 4


def test_the_same_site_is_packed_into_the_same_bytes(site: Path, packed, tmp_path: Path) -> None:
    for path in site.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
        path.chmod(0o700)
    other = tmp_path / "other"
    put_beside(other)
    assert release.pack(site, other) == packed[1]
    assert files_of(other) == files_of(packed[0])


def test_nothing_is_packed_where_nothing_was_built(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    with pytest.raises(ToolError, match="run `make site` first"):
        release.pack(tmp_path / "site", tmp_path / "dist")


def another_list(folder: Path) -> None:
    """Whoever can change a file can write the list anew; but not the digest of it."""
    (folder / "some.whl").write_bytes(b"another")
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != release.SUMS}
    (folder / release.SUMS).write_bytes(release.format_sums(files))


def with_byte_changed(folder: Path) -> None:
    path = folder / release.archive_name()
    content = bytearray(path.read_bytes())
    content[600] ^= 1
    path.write_bytes(content)


def cut(folder: Path) -> None:
    path = folder / release.archive_name()
    path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (another_list, "is not the list that was handed on"),
        (with_byte_changed, "is not the file that was packed"),
        (cut, "is not the file that was packed"),
        (lambda folder: (folder / "some.whl").unlink(), "some.whl is in one of"),
        (lambda folder: (folder / "more.txt").write_text(""), "more.txt is in one of"),
        (lambda folder: (folder / release.SUMS).unlink(), "Nothing was handed on"),
        (lambda folder: (folder / release.SUMS).write_text("hello"), "is not the list"),
    ],
)
def test_what_was_changed_on_the_way_is_not_unpacked(packed, tmp_path, change, told) -> None:
    folder, wanted = packed
    change(folder)
    with pytest.raises(ToolError, match=told):
        release.unpack(folder, wanted, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_an_archive_of_other_files_is_not_unpacked(packed, tmp_path: Path) -> None:
    """Not even where all digests of the archive itself agree."""
    folder, _ = packed
    with tarfile.open(fileobj=BytesIO(archive := release.archive_of({"index.html": b"x"}))):
        (folder / release.archive_name()).write_bytes(archive)
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != release.SUMS}
    sums = release.format_sums(files)
    (folder / release.SUMS).write_bytes(sums)
    with pytest.raises(ToolError, match="does not hold the files"):
        release.unpack(folder, release.digest(sums), tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_a_folder_that_is_there_is_not_unpacked_over(packed, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    with pytest.raises(ToolError, match="is there already"):
        release.unpack(*packed, tmp_path / "again")


@pytest.mark.parametrize("text", [b"", b"hello", b"00  a", b"\xff\xfe"])
def test_what_is_no_list_of_digests_is_refused(text: bytes) -> None:
    with pytest.raises(ToolError, match="no list of digests"):
        release.parse_sums(text)


def listed_of(site: Path) -> dict[str, str]:
    return release.parse_sums(release.format_sums(files_of(site)))


def never(_: float) -> None:
    raise AssertionError("it waits where nothing is wrong")


def test_a_host_that_has_what_was_packed_is_right(site: Path) -> None:
    listed = listed_of(site)
    # Hosts keep to themselves what begins with a dot.
    (site / ".nojekyll").unlink()
    with release.published(site) as address:
        release.check(address, listed, pause=never)
        release.check(address.rstrip("/"), listed, pause=never)
    release.check(str(site), listed, pause=never)


@pytest.mark.parametrize("is_served", [True, False])
def test_what_a_site_has_wrong_is_named(site: Path, is_served: bool) -> None:
    listed = listed_of(site)
    (site / "static/a.js").write_text("another")
    (site / "static/größe b.json").unlink()
    with release.published(site) as address:
        place = address if is_served else str(site)
        with pytest.raises(ToolError) as told:
            release.check(place, listed, patience_s=0, pause=never)
    assert "2 of 4 files at" in str(told.value)
    assert "static/a.js: is another file" in str(told.value)
    assert "static/größe b.json: " in str(told.value)
    with pytest.raises(ToolError, match=r"files at http://127\.0\.0\.1:1/ are wrong"):
        release.check("http://127.0.0.1:1/", listed, patience_s=0, pause=never)


def test_a_host_that_lags_behind_is_asked_again(site: Path) -> None:
    listed, right = listed_of(site), (site / "index.html").read_text(encoding="utf-8")
    (site / "index.html").write_text("the page of yesterday")
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            (site / "index.html").write_text(right, encoding="utf-8")

    release.check(str(site), listed, patience_s=900, pause=pause, now=lambda: sum(pauses))
    assert len(pauses) == 3
    (site / "index.html").write_text("the page of yesterday")
    with pytest.raises(ToolError, match=r"1 of 4 files .* are wrong"):
        release.check(
            str(site), listed, patience_s=900, pause=pauses.append, now=lambda: sum(pauses)
        )


@pytest.mark.parametrize("step", [["notes", f"v{version()}"], ["check", "."]])
def test_jobs_that_may_write_need_install_nothing(step: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "tools.release", *step],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr


def test_the_dry_run_goes_through_every_step_of_ours(site: Path, monkeypatch) -> None:
    wheels: list[Path] = []

    def build(target: Path) -> Path:
        target.mkdir()
        (target / "some.whl").write_bytes(b"a wheel")
        return target / "some.whl"

    monkeypatch.setattr(release.wheel, "build", build)
    monkeypatch.setattr(release.wheel, "check", wheels.append)
    monkeypatch.setattr(carry, "make", lambda site: b"all in one file")
    changelog = CHANGELOG.replace("1.1.0", version())
    told = "\n".join(release.dry_run(site, changelog))
    assert len(wheels) == 1
    assert "handed on and unpacked: 4 files" in told
    assert "published on this machine" in told
    assert "spieltisch.html: " in told
    with pytest.raises(ToolError, match="has nothing under"):
        list(release.dry_run(site, "# Changelog\n"))


WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
}
JOBS = [
    pytest.param(workflow, name, id=f"{workflow}-{name}")
    for workflow, told in WORKFLOWS.items()
    for name in told["jobs"]
]
ALLOWED_TO_WRITE = {
    ("release", "attest"): {"attestations", "id-token"},
    ("release", "publish"): {"pages", "id-token"},
    ("release", "announce"): {"contents"},
}
"""What needs more than reading, and no more than that."""


def steps_of(workflow: str, job: str) -> list[dict[str, Any]]:
    return WORKFLOWS[workflow]["jobs"][job].get("steps", [])


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_actions_are_pinned_by_digest_and_the_version_stands_beside_it(workflow: str) -> None:
    text = (ROOT / ".github" / "workflows" / f"{workflow}.yml").read_text(encoding="utf-8")
    used = re.findall(r"uses: *(.+)", text)
    assert used
    foreign = [name for name in used if not name.startswith("./")]
    for name in foreign:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", name), name


def test_an_action_has_one_version_everywhere() -> None:
    used = {
        str(step["uses"])
        for workflow, told in WORKFLOWS.items()
        for job in told["jobs"]
        for step in steps_of(workflow, job)
        if "uses" in step
    }
    assert len(used) == len({name.partition("@")[0] for name in used})


@pytest.mark.parametrize(("workflow", "job"), JOBS)
def test_a_job_may_write_only_what_it_must(workflow: str, job: str) -> None:
    assert WORKFLOWS[workflow]["permissions"] == {"contents": "read"}
    permissions = WORKFLOWS[workflow]["jobs"][job].get("permissions", {})
    written = {scope for scope, access in permissions.items() if access != "read"}
    assert written == ALLOWED_TO_WRITE.get((workflow, job), set())
    for step in steps_of(workflow, job):
        if str(step.get("uses", "")).startswith("actions/checkout@"):
            assert step["with"] == {"persist-credentials": False}
        # What others may name, such as a branch, must not become part of a command.
        assert "${{" not in str(step.get("run", ""))


def test_nothing_is_published_before_the_tests_have_passed() -> None:
    jobs = WORKFLOWS["release"]["jobs"]
    # YAML reads the word "on" as a truth value.
    assert "workflow_call" in WORKFLOWS["test"][True]
    tested = {
        name for name, job in jobs.items() if job.get("uses") == "./.github/workflows/test.yml"
    }
    assert len(tested) == 1

    def comes_after(name: str) -> bool:
        wanted = jobs[name].get("needs", [])
        wanted = [wanted] if isinstance(wanted, str) else wanted
        return any(one in tested or comes_after(one) for one in wanted)

    assert all(comes_after(name) for name in jobs if name not in tested)
    assert not any("always()" in str(job.get("if", "")) for job in jobs.values())


def after(name: str) -> set[str]:
    """All jobs of a release that are done before one begins."""
    wanted = WORKFLOWS["release"]["jobs"][name].get("needs", [])
    wanted = [wanted] if isinstance(wanted, str) else wanted
    return {*wanted, *(more for one in wanted for more in after(one))}


def test_what_is_published_was_tried_and_attested_and_what_is_announced_was_checked() -> None:
    assert {"build", "try", "attest"} <= after("publish")
    assert {"publish", "check"} <= after("announce")
    runs = {job: " ".join(str(step.get("run", "")) for step in steps_of("release", job))
            for job in WORKFLOWS["release"]["jobs"]}  # fmt: skip
    # Browsers, which come without a digest, run where nothing is built any more.
    assert "make try" in runs["try"]
    assert not re.search(r"make (try|smoke|e2e|ci|test)\b", runs["build"])
    assert 'tools.release check "$ADDRESS"' in runs["check"]


def test_jobs_take_only_what_was_handed_on_by_its_digest() -> None:
    jobs = WORKFLOWS["release"]["jobs"]
    assert jobs["build"]["outputs"] == {"sums": "${{ steps.pack.outputs.sums }}"}
    taking = [
        name
        for name in jobs
        if any("download-artifact@" in str(step.get("uses")) for step in steps_of("release", name))
    ]
    assert taking == ["try", "attest", "check", "announce"]
    for name in taking:
        steps = steps_of("release", name)
        (at,) = (
            place
            for place, step in enumerate(steps)
            if "download-artifact@" in str(step.get("uses"))
        )
        following = steps[at + 1]
        assert following["env"] == {"SUMS": "${{ needs.build.outputs.sums }}"}
        assert re.match(
            r'python -m tools\.release unpack "\$SUMS"$|'
            r'echo "\$SUMS  dist/SHA256SUMS" \| sha256sum --check'
            r" && cd dist && sha256sum --check --strict SHA256SUMS$",
            following["run"],
        )


@pytest.mark.parametrize(("workflow", "job"), JOBS)
def test_jobs_run_commands_that_are_there(workflow: str, job: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for step in steps_of(workflow, job):
        command = str(step.get("run", ""))
        for targets in re.findall(r"\bmake ([a-z][a-z0-9 -]*)", command):
            for target in targets.split():
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), command
        for name in re.findall(r"-m tools\.(\w+)", command):
            assert (ROOT / "tools" / f"{name}.py").exists(), command
        for name in re.findall(r"tools\.release (\w+)", command):
            assert f'add_parser("{name}"' in (ROOT / "tools" / "release.py").read_text()
        if command.startswith("."):
            assert os.access(ROOT / command, os.X_OK), command


def test_what_a_failed_run_has_left_is_kept() -> None:
    """Wherever browsers run: what they showed is all that a foreign machine tells."""
    for workflow, told in WORKFLOWS.items():
        for job in told["jobs"]:
            runs = " ".join(str(step.get("run", "")) for step in steps_of(workflow, job))
            if not re.search(r"\.ci/run|make (soak|try|smoke)", runs):
                continue
            kept = [
                step
                for step in steps_of(workflow, job)
                if "upload-artifact@" in str(step.get("uses")) and step.get("if") == "failure()"
            ]
            assert [step["with"]["path"] for step in kept] == [".failures"], (workflow, job)
            assert kept[0]["with"]["include-hidden-files"] is True


def test_readers_of_the_last_build_keep_its_files() -> None:
    plain, kept = (step for step in steps_of("release", "build") if step.get("run") == "make site")
    address = "${{ steps.pages.outputs.base_url }}"
    assert plain["env"] == {"ADDRESS": address}
    # The first release of a repository finds no build there.
    assert kept["env"] == {"ADDRESS": address, "KEEP": address, "MAY_BE_FIRST": "1"}
    # What is packed is the build alone; what is published has it, and those files beside it.
    runs = [str(step.get("run", "")) for step in steps_of("release", "build")]
    pack = next(at for at, run in enumerate(runs) if "tools.release pack" in run)
    assert runs.index("make site") < pack < runs.index("python -m tools.release check _site")


def test_a_release_is_built_with_two_versions_of_node() -> None:
    steps = steps_of("release", "build")
    versions = [
        step["with"]["node-version"] for step in steps if "node-version" in step.get("with", {})
    ]
    assert versions == ["20", "24"]
    runs = [step.get("run", "") for step in steps]
    assert runs.index('echo "NODE=$(command -v node)" >> "$GITHUB_ENV"') < runs.index(
        "make reproducible"
    )


def test_a_release_has_the_wheel_that_was_tried() -> None:
    runs = [str(step.get("run", "")) for step in steps_of("release", "build")]
    pack = next(at for at, run in enumerate(runs) if "tools.release pack" in run)
    # The wheel's folder is made anew: what else is to be packed comes after it.
    assert runs.index("make wheel") < runs.index("make file") < pack
    assert str(steps_of("release", "announce")[-1]["run"]).endswith(" dist/*")


@pytest.mark.parametrize("job", ["build", "try"])
def test_what_is_published_is_built_and_tried_without_caches(job: str) -> None:
    told = [step.get("with", {}) for step in steps_of("release", job)]
    assert not any("cache" in settings for settings in told)
    assert {"node-version": "24", "package-manager-cache": False} in told


def test_every_week_all_is_run_that_no_push_runs() -> None:
    weekly = WORKFLOWS["weekly"]
    assert weekly[True]["schedule"]
    assert weekly["jobs"]["test"]["uses"] == "./.github/workflows/test.yml"
    runs = " ".join(
        str(step.get("run", "")) for job in weekly["jobs"] for step in steps_of("weekly", job)
    )
    for target in ("soak", "wheel", "unit", "lab", "reproducible", "smoke"):
        assert re.search(rf"make [\w ]*{target}\b", runs), target
    parts = weekly["jobs"]["soak"]["strategy"]["matrix"]["part"]
    assert parts == [f"{n}/{len(parts)}" for n in range(1, len(parts) + 1)]
    assert weekly["jobs"]["macos"]["runs-on"].startswith("macos-")
    # Where an engine is missing, the run is red, not green without its tests.
    wanted = {"SPIELTISCH_ALL_ENGINES": "1"}
    assert weekly["jobs"]["soak"]["env"].items() >= wanted.items()
    (ci,) = (step for step in steps_of("test", "test") if step.get("run") == ".ci/run")
    assert ci["env"] == wanted


def test_versions_that_are_promised_are_tried() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(told["classifiers"]))
    jobs = WORKFLOWS["weekly"]["jobs"]
    assert jobs["pythons"]["strategy"]["matrix"]["python"] == promised
    assert told["requires-python"] == f">={promised[0]}"
    least = json.loads((ROOT / "package.json").read_text())["engines"]["node"]
    nodes = jobs["nodes"]["strategy"]["matrix"]["node"]
    assert least == f">={nodes[0]}"
    for workflow, told in WORKFLOWS.items():
        for job in told["jobs"]:
            for step in steps_of(workflow, job):
                settings = step.get("with", {})
                node = str(settings.get("node-version", nodes[0]))
                assert node.startswith("${{ matrix") or int(node) >= int(nodes[0])
                python = str(settings.get("python-version", promised[0]))
                assert python in (promised[0], "${{ matrix.python }}")


def test_the_script_of_ci_answers_what_would_be_asked() -> None:
    """Nobody sits there: as root it may install Debian's browsers, and it says so."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.search(r"^export .*\bYES=1\b", script, re.MULTILINE)
    assert "YES=1: " in script


def test_updates_are_looked_for_wherever_versions_stand() -> None:
    told = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))
    places = {
        (update["package-ecosystem"], place)
        for update in told["updates"]
        for place in update.get("directories", [update.get("directory")])
    }
    locks = {("pip", f"/{path.parent.relative_to(ROOT)}") for path in ROOT.glob("*/*/build.in")}
    locks |= {("pip", f"/{path.parent.relative_to(ROOT)}") for path in ROOT.glob("*/*/ladder.in")}
    assert places == {("github-actions", "/"), ("npm", "/"), *locks}


def test_packages_of_one_kind_come_in_one_request() -> None:
    told = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))
    (npm,) = (one for one in told["updates"] if one["package-ecosystem"] == "npm")
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    groups: dict[str, set[str]] = {}
    for kind, names in (
        ("production", package["dependencies"]),
        ("development", package["devDependencies"]),
    ):
        for name in names:
            (group,) = (
                group
                for group, wanted in npm["groups"].items()
                if wanted.get("dependency-type", kind) == kind
                and any(fnmatch(name, one) for one in wanted.get("patterns", ["*"]))
                and not any(fnmatch(name, one) for one in wanted.get("exclude-patterns", []))
            )
            groups.setdefault(group, set()).add(name)
    assert groups["editor"] == {name for name in package["dependencies"] if "codemirror" in name}
    assert groups["python"] == {"pyodide", "@pyscript/core"}
    assert groups["checks"] == set(package["devDependencies"])


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")))
def test_a_form_asks_something_and_each_question_has_a_name(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form["name"]
    assert form["description"]
    names = [field["id"] for field in form["body"]]
    assert len(names) == len(set(names)) >= 2
    assert all(field["attributes"]["label"] for field in form["body"])
    assert any(field.get("validations", {}).get("required") for field in form["body"])
