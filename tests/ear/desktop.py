"""A desktop with a screen reader: a display that nobody sees, real windows, real keys, and each
utterance of Orca's written down."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from tools import browser as chromium
from tools import engines
from tools.drivers import until

SPEAKER = Path(__file__).parent / "speaker.py"
RATE = 175
"""Words a minute: what Orca speaks at as it comes."""
LIMIT_S = 90.0
"""Generous, for a busy machine: it only limits how long a failure takes."""
QUIET_S = 1.5
"""A screen reader does not tell that it has said all. Nothing new for so long is taken for it."""

SPEECH_CONF = """\
LogLevel 1
LogDir "{folder}"
Timeout 0
AudioOutputMethod "alsa"
SymbolsPreproc "char"
SymbolsPreprocFile "gender-neutral.dic"
SymbolsPreprocFile "font-variants.dic"
SymbolsPreprocFile "symbols.dic"
SymbolsPreprocFile "emojis.dic"
SymbolsPreprocFile "orca.dic"
SymbolsPreprocFile "orca-chars.dic"
AddModule "silent" "sd_generic" "silent.conf"
DefaultModule silent
"""
MODULE_CONF = """\
GenericExecuteSynth "{python} -S {speaker} {log} {pace} {rate} \\'$LANGUAGE\\' \\'$DATA\\'"
GenericMaxChunkLength 2000
"""
VOICE_CONF = """\
GenericLanguage "{language}" "{language}" "utf-8"
AddVoice "{language}" "MALE1" "{language}"
"""
LANGUAGES = ("en", "de")
NO_SOUND = "pcm.!default { type null }\nctl.!default { type null }\n"

ORCA_SETTINGS = {
    # The name of each key that is pressed would be said before what comes of it.
    "general": {"enableKeyEcho": False},
    "profiles": {"default": {"profile": ["Default", "default"], "enableKeyEcho": False}},
    "pronunciations": {},
    "keybindings": {},
}
FIREFOX_PREFERENCES = {
    "accessibility.force_disabled": -1,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.preonboarding.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.translations.automaticallyPopup": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    # Else it asks whether the page may keep matches, in the middle of one.
    "dom.storageManager.prompt.testing": True,
    "dom.storageManager.prompt.testing.allow": True,
    "signon.rememberSignons": False,
    "termsofuse.acceptedVersion": 99,
}


@dataclass(frozen=True)
class Said:
    """An utterance: a sentence, mostly.

    Attributes:
        text: the words, as a voice gets them: of a sign that is read out, its name.
        language: whose voice it was handed to.
        at: when it began, in seconds since 1970.
        seconds: how long it takes to say; None if it was cut short, or has not ended yet.
        has_ended: whether nothing more of it will come.
    """

    text: str
    language: str
    at: float
    seconds: float | None
    has_ended: bool


class Desktop:
    """The processes of a desktop, in a folder of their own."""

    def __init__(self, folder: Path, language: str, pace: float) -> None:
        """Args:
        folder: an empty one, whose path is short, as sockets lie in it.
        language: the one of the desktop, and of Orca's first voice.
        pace: how many times as fast as a voice the words pass.
        """
        self.folder = folder
        self.language = language
        self._log = folder / "speech.jsonl"
        self._running: list[subprocess.Popen[bytes]] = []
        self._environment: dict[str, str] = {}
        self._pace = pace

    def start(self) -> None:
        """Start all of them, and wait for the first word; `close` ends what was started."""
        home, runtime = self.folder / "home", self.folder / "run"
        modules, orca = self.folder / "speech" / "modules", home / ".local/share/orca"
        programs = self.folder / "bin"
        for made in (home, runtime, modules, orca, programs):
            made.mkdir(parents=True)
        # Orca looks for others of the same person, who may well have one, and would not begin.
        (programs / "pgrep").symlink_to("/bin/false")
        runtime.chmod(0o700)
        self._log.touch()
        filled = {
            "folder": self.folder,
            "python": sys.executable,
            "speaker": SPEAKER,
            "log": self._log,
            "pace": self._pace,
            "rate": RATE,
        }
        voices = "".join(VOICE_CONF.format(language=language) for language in LANGUAGES)
        (modules.parent / "speechd.conf").write_text(SPEECH_CONF.format(**filled))
        (modules / "silent.conf").write_text(MODULE_CONF.format(**filled) + voices)
        (home / ".asoundrc").write_text(NO_SOUND)
        (orca / "user-settings.conf").write_text(json.dumps(ORCA_SETTINGS))
        socket = runtime / "speech.sock"
        self._environment |= {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(runtime),
            "LANG": "C.UTF-8",
            "LANGUAGE": self.language,
            "GNOME_ACCESSIBILITY": "1",
            "SPEECHD_ADDRESS": f"unix_socket:{socket}",
        }
        display = self._run_until_told("Xvfb", "-displayfd", "1", "-screen", "0", "1366x900x24")
        self._environment["DISPLAY"] = f":{display}"
        bus = self._run_until_told("dbus-daemon", "--session", "--nofork", "--print-address=1")
        self._environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        self.run("/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--screen-reader=1")
        self.run("openbox")
        folder = str(modules.parent)
        self.run("speech-dispatcher", "-s", "-C", folder, "-c", "unix_socket", "-S", str(socket))
        until(socket.exists, "speech dispatcher", LIMIT_S)
        self.run("orca")
        until(lambda: any(said.has_ended for said in self.said()), "Orca's first word", LIMIT_S)

    def run(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a program of the desktop, which ends with it."""
        with (self.folder / "log").open("ab") as log:
            started = subprocess.Popen(
                command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._running.append(started)
        return started

    def _run_until_told(self, *command: str) -> str:
        """Start a program and give the line that it tells once it is there."""
        started = subprocess.Popen(
            command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._running.append(started)
        assert started.stdout is not None
        return started.stdout.readline().decode().strip()

    def close(self) -> None:
        """End all that was started, what was started last first."""
        while self._running:
            one = self._running.pop()
            for number in (signal.SIGTERM, signal.SIGKILL):
                with suppress(ProcessLookupError):
                    os.killpg(one.pid, number)
                with suppress(subprocess.TimeoutExpired):
                    one.wait(timeout=5)

    def browse(self, name: str, address: str) -> None:
        """Open an address in a window of a browser with a profile of its own."""
        profile = self.folder / "profile"
        profile.mkdir()
        if name == engines.FIREFOX.name:
            lines = [
                f"user_pref({json.dumps(key)}, {json.dumps(value)});\n"
                for key, value in FIREFOX_PREFERENCES.items()
            ]
            (profile / "user.js").write_text("".join(lines))
            program = str(engines.program(engines.FIREFOX))
            command = [program, "--no-remote", "--profile", str(profile), address]
        else:
            command = [
                str(chromium.executable()),
                *chromium.launch_arguments(),
                # As Playwright starts it: a runner of CI lets no program have a sandbox.
                "--no-sandbox",
                "--force-renderer-accessibility",
                "--password-store=basic",
                f"--lang={self.language}",
                f"--user-data-dir={profile}",
                address,
            ]
        self.run(*command)

    def press(self, *keys: str) -> None:
        """Press keys, by their names in X, such as `Tab` or `shift+Tab`."""
        subprocess.run(["xdotool", "key", *keys], env=self._environment, check=True)

    def write(self, text: str) -> None:
        """Press the keys of a text."""
        command = ["xdotool", "type", "--delay", "60", text]
        subprocess.run(command, env=self._environment, check=True)

    def said(self, since: int = 0) -> list[Said]:
        """All utterances, without the first so many."""
        lines = self._log.read_text(encoding="utf-8").splitlines(keepends=True)
        rows = [json.loads(line) for line in lines if line.endswith("\n")]
        ends = {row["number"]: row["seconds"] for row in rows if "seconds" in row}
        begun = [row for row in rows if "text" in row]
        return [
            Said(
                row["text"],
                row["language"],
                row["at"],
                ends.get(row["number"]),
                row["number"] in ends or row is not begun[-1],
            )
            for row in begun
        ][since:]

    def hear(self, since: int, until_told: str = "") -> list[Said]:
        """Wait until all was said, with something in it that matches, and give it.

        Args:
            since: how many utterances came before.
            until_told: a pattern of what is waited for; empty for anything at all.

        Raises:
            AssertionError: if it was not said.
        """
        deadline = monotonic() + LIMIT_S
        quiet_since, count = monotonic(), -1
        while monotonic() < deadline:
            heard = self.said(since)
            if len(heard) != count or not all(said.has_ended for said in heard):
                quiet_since, count = monotonic(), len(heard)
            text = text_of(heard)
            is_there = bool(heard) and re.search(until_told, text) is not None
            if is_there and monotonic() - quiet_since > QUIET_S:
                return heard
            sleep(0.1)
        heard = self.said(since)
        raise AssertionError(f"never said: {until_told or 'anything'}; but: {text_of(heard)}")


def text_of(heard: list[Said]) -> str:
    """What was said, as one text."""
    return " ".join(said.text for said in heard)
