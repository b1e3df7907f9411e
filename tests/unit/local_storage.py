"""A browser's localStorage, as our code uses it."""


class LocalStorage:
    """Keeps texts by name."""

    def __init__(self):
        self.kept = {}

    def getItem(self, name):  # noqa: N802 - the browser's name
        return self.kept.get(name)

    def setItem(self, name, text):  # noqa: N802 - the browser's name
        self.kept[name] = text


class FullStorage(LocalStorage):
    """Has no room."""

    def setItem(self, name, text):  # noqa: N802 - the browser's name
        raise RuntimeError("QuotaExceededError")
