"""Starts a Python of bots where they are confined (static/workshop/bot.js): the judge's, in which
nothing of a person's own runs, or that of one such bot.

JavaScript is put out of a bot's sight: what keeps it in is the worker's frame, and a bot that looks
for a way out gets an ImportError.
"""

import os
import signal
import sys
import time
from typing import Any

from spieltisch.play.confined import Confined
from spieltisch.play.judge import Judge
from spieltisch.play.own_bot import NETWORKED, OUTSIDE

# bot.js has put there what tells the warden something.
post = globals().pop("post")


def judge() -> Judge:
    """This Python is the judge's."""
    return Judge(post)


def bot() -> Confined:
    """This Python is a bot's."""
    confined = Confined(post, time.perf_counter, vars(sys)["monitoring"])
    out: Any = confined.output
    sys.stdout = sys.stderr = out
    modules: Any = sys.modules
    hidden = NETWORKED | OUTSIDE
    for name in [*sys.modules, *hidden]:
        if name.partition(".")[0] in hidden:
            modules[name] = None
    sys.meta_path[:] = [one for one in sys.meta_path if "pyodide" not in type(one).__module__]
    # What would end this Python without a word is a call of exit, and what sleeps can be stopped.
    quick: Any = os
    quick._exit = quick.abort = sys.exit
    late: Any = time
    late.sleep = confined.sleep
    # bot.js sends it many times a second, while code runs.
    signal.signal(signal.SIGINT, confined.tick)
    return confined
