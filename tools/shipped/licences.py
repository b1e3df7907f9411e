"""Draws the page of licences: plain, without a script, readable wherever it is kept."""

from collections.abc import Sequence
from html import escape

from tools.shipped import bill
from tools.shipped.components import Component

FILE = "licences.html"
POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"


def one(component: Component) -> str:
    """Draw the entry of one component."""
    title = f"{component.name} {component.version}".strip()
    where = f", in {component.inside}" if component.inside else ""
    home = escape(component.home)
    link = f'<p><a href="{home}" rel="noreferrer">{home}</a></p>' if home else ""
    return (
        f"<details><summary>{escape(title)}{escape(where)}: {escape(component.licence)}</summary>"
        f"{link}<pre>\n{escape(component.text)}</pre></details>"
    )


def page(ours: Component, others: Sequence[Component]) -> str:
    """Give the whole page."""
    listed = "\n".join(map(one, (ours, *others)))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Licences - Spieltisch</title>
<link rel="icon" href="static/icons/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="static/styles/main.css">
</head>
<body>
<main class="licences">
<p><a href="./">Spieltisch</a></p>
<h1>Licences</h1>
<p>Spieltisch {escape(ours.version)} is free software, and stands on the work of others: all that
this site holds, and the terms under which it may be passed on. Each link leads to the source.
Programs read <a href="{bill.FILE}">the bill of materials</a>.</p>
{listed}
</main>
</body>
</html>
"""
