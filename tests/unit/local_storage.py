"""A browser's localStorage, as our code uses it."""


class LocalStorage:
    """Keeps texts by name."""

    def __init__(self):
        self.kept = {}

    @property
    def length(self):
        return len(self.kept)

    def key(self, number):
        return list(self.kept)[number]

    def getItem(self, name):  # noqa: N802 - the browser's name
        return self.kept.get(name)

    def setItem(self, name, text):  # noqa: N802 - the browser's name
        self.kept[name] = text

    def removeItem(self, name):  # noqa: N802 - the browser's name
        self.kept.pop(name, None)


class FullStorage(LocalStorage):
    """Has no room."""

    def setItem(self, name, text):  # noqa: N802 - the browser's name
        raise RuntimeError("QuotaExceededError")
