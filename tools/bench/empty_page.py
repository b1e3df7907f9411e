"""The page to beat: PyScript with nothing in it, its runtime files as npm ships them."""

import shutil
from pathlib import Path

from tools.project import NODE_MODULES

PAGE = """\
<!doctype html>
<html lang="en" data-state="loading">
<head>
<meta charset="utf-8">
<title>Empty</title>
<link rel="icon" href="data:,">
<script type="module" src="core/core.js"></script>
</head>
<body>
<button id="button">click</button>
<script type="py" config='{"interpreter": "./pyodide/pyodide.mjs"}'>
from pyscript import document, when

@when("click", "#button")
def answer(event):
    event.target.textContent = "clicked"

document.documentElement.dataset.state = "ready"
</script>
</body>
</html>
"""


def build(target: Path) -> None:
    """Write the page and copy what it runs on."""
    shutil.copytree(NODE_MODULES / "pyodide", target / "pyodide")
    shutil.copytree(NODE_MODULES / "@pyscript" / "core" / "dist", target / "core")
    (target / "index.html").write_text(PAGE, encoding="utf-8")
