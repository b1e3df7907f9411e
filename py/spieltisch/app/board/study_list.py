"""The list of all studies."""

from spieltisch.app.core.session import Session
from spieltisch.app.keeping.studies import Studies
from spieltisch.kit.frame import link_button
from spieltisch.kit.markup import Markup, el
from spieltisch.kit.names import set_apart
from spieltisch.kit.words import Words


def study_links(session: Session, words: Words, without: str = "") -> Markup | None:
    """The links to all studies but one, the one that was changed last first."""
    kept = sorted(session.kept.of(Studies).by_id.items(), key=lambda pair: -pair[1].changed)
    links = [
        el("li", link_button(set_apart(study.name), f"#/study/{one}", "is-quiet"))
        for one, study in kept
        if one != without
    ]
    if not links:
        return None
    label = words.gettext("Studies")
    return el("nav.studies", {"aria-label": label}, el("h2", label), el("ul", links))
