"""Choosing in a form by Enter alone, for people who can press only Enter and Tab.

Browsers use the arrows for radio buttons and lists, and the space bar for checkboxes.
"""

from typing import Any

from spieltisch.shell.dom import closest, to_js

SENT = "form"
"""Where Enter submits the form."""


def choose_next(field: Any, *, may_be_in_form: bool) -> bool:
    """Choose a field's next option, the first one after the last; toggle a checkbox.

    Args:
        field: the node that has the focus.
        may_be_in_form: whether to do so in a form, too, which Enter otherwise submits.

    Returns:
        Whether the node is such a field, so that the key must do nothing else.
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
