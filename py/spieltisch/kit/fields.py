"""The fields of forms."""

from collections.abc import Collection, Mapping, Sequence

from spieltisch.kit.markup import Attributes, Child, Markup, Value, el
from spieltisch.kit.scene import OptionWords


def options_of(labels: Mapping[str, str], chosen: str) -> list[Markup]:
    """What a list offers: each choice by its value, in words."""
    return [
        el("option", {"value": value, "selected": value == chosen}, label)
        for value, label in labels.items()
    ]


def plain_field(node_id: str, most: int, attributes: Attributes) -> Markup:
    """A field for what is no prose, of so many letters: the browser adds nothing of its own."""
    own = dict.fromkeys(("autocapitalize", "autocomplete"), "off")
    rest: Attributes = {**own, "spellcheck": "false", "maxlength": most}
    return el("input", {"id": node_id, **attributes, **rest})


def choices(
    labels: OptionWords,
    key: str,
    names: Sequence[str],
    chosen: str,
    *,
    attribute: str = "data-edit",
    field: str | None = None,
    kind: str = "",
    pictures: Mapping[str, Markup | None] | None = None,
    missing: Collection[str] = (),
) -> Markup:
    """Radio buttons, one for each name; ``chosen`` may be none of them.

    Args:
        key: what the choice is called in ids; also the field that they edit, if ``field`` is none.
        attribute: what kind of field it is, see the shell's events.
        kind: their style class, as ``is-tiles`` or ``is-even``; empty for buttons side by side.
        missing: those that cannot be chosen now.
    """
    return el(
        "fieldset",
        {"class": f"field field-{key}"},
        el("legend", labels.label),
        el(
            "div",
            {"class": f"choices {kind}".strip()},
            [
                _choice(
                    {
                        "type": "radio",
                        "id": f"{key}-{name}",
                        "name": key,
                        "value": name,
                        attribute: field or key,
                        "checked": name == chosen,
                        "disabled": name in missing,
                    },
                    pictures.get(name) if pictures else None,
                    labels.choices[name],
                    labels.notes.get(name),
                )
                for name in names
            ],
        ),
    )


def _choice(
    attributes: dict[str, Value], picture: Markup | None, label: str, note: str | None
) -> Markup:
    text: Child = label
    if picture is not None or note:
        text = [
            picture,
            el("span.choice-label", label),
            el("span.choice-note", note) if note else None,
        ]
    return el("label.choice", el("input", attributes), el("span", text))
