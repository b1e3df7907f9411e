"""A page played by its contract (docs/page.md), in any browser, by real presses and real keys."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from tools.drivers import Driver, Json, until
from tools.serve import HOST, Server

KEYS = {
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Enter": "\ue007",
    "Tab": "\ue004",
    "Escape": "\ue00c",
    "Delete": "\ue017",
    "Semicolon": ";",
    "Comma": ",",
}
"""Keys by their codes, as WebDriver names them; letters and digits name themselves."""

# Where to press a node: in its middle, if that is what lies there on top.
PLACE = """(selector => {
    const node = document.querySelector(selector);
    if (!node) return null;
    node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const box = node.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2].map(Math.floor);
    const top = document.elementFromPoint(x, y);
    return top && (node.contains(top) || top.contains(node)) ? [x, y] : null;
})"""


LAST_MODULES = ["static/offline/register", "static/sound/begin"]
"""What a page fetches last, once it has time: the names without what follows of their content."""

ABORTED = "NS_BINDING_ABORTED"
WORKER_FAILED = "error: Object(0)"
"""How Firefox tells of an error event in the console."""

IS_FETCHED = """(name => performance.getEntriesByType("resource").some(
    entry => new RegExp(`/${name}(\\\\.\\\\w+)?\\\\.js$`).test(entry.name)))"""


def key_value(code: str) -> str:
    """Name a key as WebDriver does, by its place on an American keyboard."""
    letter = re.fullmatch(r"Key([A-Z])|Digit(\d)", code)
    if letter:
        return (letter[1] or letter[2]).lower()
    return KEYS[code]


@dataclass
class Player:
    """Somebody at a page."""

    driver: Driver
    server: Server
    is_offline: bool = False
    forgiven: list[str] = field(default_factory=list)

    def start(self, place: str = "/") -> None:
        """Load the page, and wait until Python answers."""
        self.driver.open(f"http://{HOST}:{self.server.server_port}{place}")
        self.expect_ready()

    def reload(self) -> None:
        """Load the page anew where it is, and wait until Python answers."""
        # Firefox complains of a module that is still under way when its page is left.
        self.expect(f"{json.dumps(LAST_MODULES)}.every({IS_FETCHED})")
        self.driver.reload()
        self.expect_ready()
        # The bots' worker may still have been starting, which the page cannot tell: its module is
        # aborted with the page, and the page that is left tells of a worker that failed.
        if any(line.startswith(ABORTED) for line in self.driver.trouble()):
            self.forgive(ABORTED, WORKER_FAILED)

    def expect_ready(self) -> None:
        """Wait until Python answers."""
        state = "document.documentElement?.dataset.state"
        self.expect(f"{state} === 'ready' || {state} === 'error'")
        assert self.ask(state) == "ready", self.ask("document.body.innerText")

    def lose_network(self) -> None:
        """Have nothing that the page asks for be answered by its host any more."""
        self.server.shutdown()
        self.server.server_close()
        self.is_offline = True

    def complaints(self) -> list[str]:
        """Give what the console has complained of so far."""
        return [
            line
            for line in self.driver.trouble()
            if not any(part in line for part in self.forgiven)
        ]

    def forgive(self, *parts: str) -> None:
        """Overlook complaints that a test provoked."""
        self.forgiven += parts

    def go(self, hash: str) -> None:  # noqa: A002 - the address's own word
        """Go to another address of the page, which is not loaded anew."""
        self.ask(f"{{ location.hash = {json.dumps(hash)} }}")

    def follow(self, place: str) -> None:
        """Go to another address by the start screen. The board of another match would else stay in
        view, and be taken for the one that is wanted, until that has been read."""
        for step in ("#/", place):
            self.go(step)
            self.expect(
                f"!!document.querySelector('main.screen-start') === {str(step == '#/').lower()}"
            )

    def ask(self, expression: str) -> Json:
        """Evaluate JavaScript; a block of statements gives nothing."""
        if expression.startswith("{"):
            expression = f"(() => {expression})()"
        return self.driver.ask(expression)

    def expect(self, expression: str) -> Json:
        """Wait until something is so; gives what it then is."""
        return until(lambda: self.ask(expression), expression)

    def expect_node(self, selector: str) -> None:
        """Wait until there is such a node."""
        self.expect(f"!!document.querySelector({json.dumps(selector)})")

    def count(self, selector: str) -> int:
        return self.ask(f"document.querySelectorAll({json.dumps(selector)}).length")

    def attribute(self, selector: str, name: str) -> str | None:
        node = f"document.querySelector({json.dumps(selector)})"
        return self.ask(f"{node}?.getAttribute({json.dumps(name)}) ?? null")

    def text(self, selector: str) -> str:
        """What a node says, once it is there and says anything."""
        node = f"document.querySelector({json.dumps(selector)})"
        return self.expect(f"{node}?.innerText.trim()")

    def submit(self, selector: str, text: str) -> None:
        """Fill a field in, and send its form."""
        self.expect_node(selector)
        field = f"document.querySelector({json.dumps(selector)})"
        self.ask(f"{{ {field}.value = {json.dumps(text)}; {field}.form.requestSubmit() }}")

    def press(self, selector: str) -> None:
        """Press the middle of a node, once it is there and nothing lies over it."""
        x, y = self.expect(f"{PLACE}({json.dumps(selector)})")
        self.driver.act(
            [
                {
                    "type": "pointer",
                    "id": "mouse",
                    "parameters": {"pointerType": "mouse"},
                    "actions": [
                        {"type": "pointerMove", "x": x, "y": y, "duration": 0},
                        {"type": "pointerDown", "button": 0},
                        {"type": "pointerUp", "button": 0},
                    ],
                }
            ]
        )

    def keys(self, *codes: str) -> None:
        """Press keys and let each go before the next."""
        actions = [
            {"type": kind, "value": key_value(code)}
            for code in codes
            for kind in ("keyDown", "keyUp")
        ]
        self.driver.act([{"type": "key", "id": "keyboard", "actions": actions}])

    @property
    def position(self) -> str:
        """The text of the position on the board."""
        return self.attribute("svg[data-position]", "data-position") or ""

    def expect_position(self, text: str) -> None:
        self.expect_node(f'svg[data-position="{text}"]')

    def resize(self, width: int, height: int) -> None:
        """Give the page another size, and wait until it has it."""
        self.driver.resize(width, height)
        self.expect(f"innerWidth === {width} && innerHeight === {height}")
