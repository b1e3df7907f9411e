"""Where the files of the site are that Python asks for by name."""

import json
from typing import Any

FETCH_LIMIT_S = 60.0
"""A file of some hundred kilobytes comes within this by a slow line; a host that has not sent it by
then is taken to be out of reach."""


def address_of(window: Any, name: str) -> str:
    """Give the address of a file of the site.

    A built site names its files by their content and tells the page their names (tools/names.py);
    one served from the working tree has them under their own.
    """
    told = window.document.getElementById("files")
    names: dict[str, str] = json.loads(str(told.textContent)) if told else {}
    return names.get(name, name)
