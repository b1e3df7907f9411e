"""A release has one version, says what is new in it, and comes after the tests."""

import json
import re
from pathlib import Path

import pytest
import yaml

from tools import release
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
    assert len(release.notes_of(version(), changelog)) > 500
    assert changelog.index("## Unreleased") < changelog.index(f"## {version()}")


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
    ("release", "publish"): {"pages", "id-token"},
    ("release", "announce"): {"contents"},
}
"""What needs more than reading, and no more than that."""


def steps_of(workflow: str, job: str) -> list[dict[str, object]]:
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


def test_readers_of_the_last_build_keep_its_files() -> None:
    (smoke,) = (step for step in steps_of("release", "build") if step.get("run") == "make smoke")
    assert smoke["env"] == dict.fromkeys(("ADDRESS", "KEEP"), "${{ steps.pages.outputs.base_url }}")


def test_a_release_has_the_wheel_that_was_tried() -> None:
    built, announced = (steps_of("release", job) for job in ("build", "announce"))
    commands = [str(step.get("run") or step["uses"]).partition("@")[0] for step in built]
    assert commands.index("make wheel") < commands.index("actions/upload-artifact")
    [up] = (step["with"] for step in built if "upload-artifact@" in str(step.get("uses")))
    [down] = (step["with"] for step in announced if "download-artifact@" in str(step.get("uses")))
    assert up["name"] == down["name"]
    assert (up["path"], down["path"]) == ("dist/*.whl", "dist")
    assert str(announced[-1]["run"]).endswith(" dist/*.whl")


def test_what_is_published_is_built_without_caches() -> None:
    told = [step.get("with", {}) for step in steps_of("release", "build")]
    assert not any("cache" in settings for settings in told)
    assert {"node-version": "24", "package-manager-cache": False} in told


def test_the_tests_run_every_week_on_a_node_and_a_python_that_the_project_allows() -> None:
    assert WORKFLOWS["test"][True]["schedule"]
    node = int(
        re.search(r"\d+", json.loads((ROOT / "package.json").read_text())["engines"]["node"])[0]
    )
    for workflow, told in WORKFLOWS.items():
        for job in told["jobs"]:
            for step in steps_of(workflow, job):
                settings = step.get("with", {})
                assert int(settings.get("node-version", node)) >= node
                assert settings.get("python-version", "3.11") == "3.11"


def test_updates_are_looked_for_wherever_versions_stand() -> None:
    told = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))
    places = {(update["package-ecosystem"], update["directory"]) for update in told["updates"]}
    assert places == {("github-actions", "/"), ("npm", "/"), ("pip", "/tools/requirements")}


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")))
def test_a_form_asks_something_and_each_question_has_a_name(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form["name"]
    assert form["description"]
    names = [field["id"] for field in form["body"]]
    assert len(names) == len(set(names)) >= 2
    assert all(field["attributes"]["label"] for field in form["body"])
    assert any(field.get("validations", {}).get("required") for field in form["body"])
