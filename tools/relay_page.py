"""The page of a site that may ask a relay (docs/peers.md): the same page under another policy.

Any host may be asked by `wss:` there, as a static page cannot know which one a person will name.
"""

from tools.project import ToolError

RELAY_PAGE = "relay.html"
POLICY, WIDER = "connect-src 'self';", "connect-src 'self' wss:;"


def for_relays(page: str) -> str:
    """Give the page that may ask relays."""
    if page.count(POLICY) != 1:
        raise ToolError(f"index.html must hold {POLICY} exactly once.")
    return page.replace(POLICY, WIDER)
