"""Checks that a tag names the project's version, and prints that version's release notes.

`python -m tools.release v1.2.0` is the first step of a release.
"""

import argparse
import re
import sys

from tools.project import ROOT, ToolError, version


def check_tag(tag: str) -> None:
    """Refuse a tag that does not name the version in pyproject.toml."""
    if tag != f"v{version()}":
        raise ToolError(f"The tag is {tag}, but pyproject.toml has the version {version()}.")


def notes_of(wanted: str, changelog: str) -> str:
    """Give what the changelog says of a version; ToolError if it says nothing."""
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    for section in sections:
        heading, _, text = section.partition("\n")
        if heading.split()[0] == wanted and text.strip():
            return text.strip()
    raise ToolError(f"CHANGELOG.md has nothing under '## {wanted}'.")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.release", description=__doc__)
    parser.add_argument("tag", help="v and the version")
    tag = parser.parse_args().tag
    try:
        check_tag(tag)
        print(notes_of(version(), (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    except ToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
