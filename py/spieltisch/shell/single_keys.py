"""Choosing in a form by Enter alone, for people who have that key and Tab and no others.

Browsers go through radio buttons and lists by arrows, and tick boxes by the space bar.
"""

from typing import Any

from spieltisch.shell.dom import closest, to_js

SENT = "form"
"""Where Enter means that the form is sent."""


def choose_next(field: Any, *, may_be_in_form: bool) -> bool:
    """Choose what comes after the present choice of a field, the first after the last; tick a box.

    Args:
        field: the node that the keyboard is on.
        may_be_in_form: whether this is wanted in a form, too, which Enter otherwise sends.

    Returns:
        Whether the node is such a field, so that nothing else is to be made of the key.
    """
    if not may_be_in_form and closest(field, SENT) is not None:
        return False
    if field.matches("input[type=checkbox]"):
        field.click()
    elif field.matches("input[type=radio]"):
        _choose_next_radio(field)
    elif field.matches("select"):
        field.selectedIndex = (field.selectedIndex + 1) % field.options.length
        window = field.ownerDocument.defaultView
        field.dispatchEvent(window.Event.new("change", to_js(window, {"bubbles": True})))
    else:
        return False
    return True


def _choose_next_radio(radio: Any) -> None:
    group = radio.ownerDocument.querySelectorAll(f'input[type=radio][name="{radio.name}"]')
    radios = [one for one in group if not one.disabled]
    number = next(i for i, one in enumerate(radios) if one.isSameNode(radio))
    following = radios[(number + 1) % len(radios)]
    following.focus()
    following.click()
