"""Starts what runs a person's own bots, in their worker (static/workshop/bot.js).

JavaScript is put out of Python's sight: what keeps a bot in is the worker's frame, and a bot that
looks for a way out gets an ImportError.
"""

import sys
from typing import Any

from spieltisch.play.confined import Confined

HIDDEN = ("_pyodide", "_pyodide_core", "js", "polyscript", "pyodide", "pyodide_js", "pyscript")

# bot.js has put the function there that tells the warden something.
confined = Confined(globals().pop("post"))
run = confined.run

out: Any = confined.output
sys.stdout = sys.stderr = out
modules: Any = sys.modules
for name in [*sys.modules, *HIDDEN]:
    if name.partition(".")[0] in HIDDEN:
        modules[name] = None
sys.meta_path[:] = [one for one in sys.meta_path if "pyodide" not in type(one).__module__]
