"""Limits of components: buttons, menus and forms.

Source: Discord's developer documentation, "Component Reference" and "Using Modal Components".
"""

from __future__ import annotations

from local_discord import components as c
from local_discord.errors import FormErrors, Json

Path = tuple[str | int, ...]
ROWS, BUTTONS_IN_ROW, SELECT_OPTIONS = 5, 5, 25
CUSTOM_ID, BUTTON_LABEL, OPTION_TEXT, PLACEHOLDER = 100, 80, 100, 150
MODAL_TITLE, MODAL_PARTS, MODAL_TEXT = 45, 5, 4000
INPUT_LABEL, INPUT_PLACEHOLDER, INPUT_VALUE, LABEL_DESCRIPTION = 45, 100, 4000, 100
GROUP, FILES = 10, 10
_IN_LABEL = {c.TEXT_INPUT, *c.SELECTS, c.UPLOAD, c.RADIO, c.TICKS, c.TICK}


def check_components(errors: FormErrors, tree: list[Json]) -> None:
    """Check the components of a message: rows of buttons and menus."""
    if len(tree) > ROWS:
        errors.count(("components",), tree, 0, ROWS)
    for n, component in enumerate(tree):
        if component.get("type") == c.ROW:
            _check_row(errors, ("components", n), component)
        else:
            errors.add(("components", n, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).')
    _check_unique_ids(errors, tree)


def check_modal(form: Json) -> None:
    """Check a form before it is shown."""
    errors = FormErrors()
    at: Path = ("data",)
    errors.length((*at, "title"), form.get("title"), 1, MODAL_TITLE)
    errors.length((*at, "custom_id"), form.get("custom_id"), 1, CUSTOM_ID)
    parts = form.get("components") or []
    errors.count((*at, "components"), parts, 1, MODAL_PARTS)
    for n, outer in enumerate(parts):
        _check_form_part(errors, (*at, "components", n), outer)
    _check_unique_ids(errors, parts)
    errors.check()


def _check_unique_ids(errors: FormErrors, tree: list[Json]) -> None:
    for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        seen = set()
        for component in c.walk(tree):
            value = component.get(key)
            if value and value in seen:
                errors.add(("components",), code, f"Component {key} cannot be duplicated: {value}")
            seen.add(value)


def _check_row(errors: FormErrors, at: Path, row: Json) -> None:
    inner = row.get("components") or []
    errors.count((*at, "components"), inner, 1, BUTTONS_IN_ROW)
    if len(inner) > 1 and any(x.get("type") in c.SELECTS for x in inner):
        errors.add((*at, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu fills its row.")
    for n, component in enumerate(inner):
        here = (*at, "components", n)
        if component.get("type") == c.BUTTON:
            _check_button(errors, here, component)
        elif component.get("type") in c.SELECTS:
            _check_menu(errors, here, component)
        else:
            errors.add((*here, "type"), "UNION_TYPE_CHOICES", "This component can't stand in a row.")


def _check_button(errors: FormErrors, at: Path, button: Json) -> None:
    errors.too_long((*at, "label"), button.get("label"), BUTTON_LABEL)
    if not button.get("label") and not button.get("emoji") and button.get("style") != 6:
        errors.add(at, "BUTTON_COMPONENT_MISSING_LABEL", "A label or an emoji is required.")
    if button.get("style") == c.LINK_STYLE:
        if not button.get("url"):
            errors.add((*at, "url"), "BASE_TYPE_REQUIRED", "This field is required")
        if button.get("custom_id"):
            errors.add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A link has no custom id.")
    elif button.get("style") != 6:
        errors.length((*at, "custom_id"), button.get("custom_id"), 1, CUSTOM_ID)


def _check_menu(errors: FormErrors, at: Path, menu: Json) -> None:
    errors.length((*at, "custom_id"), menu.get("custom_id"), 1, CUSTOM_ID)
    errors.too_long((*at, "placeholder"), menu.get("placeholder"), PLACEHOLDER)
    low, high = menu.get("min_values"), menu.get("max_values")
    low, high = 1 if low is None else low, 1 if high is None else high
    if not (0 <= low <= 25 and 1 <= high <= 25 and low <= high):
        errors.add((*at, "max_values"), "NUMBER_TYPE_RANGE", "0 <= min_values <= max_values <= 25, max_values >= 1")
    if menu.get("type") == c.STRING_SELECT:
        _check_options(errors, at, menu.get("options") or [], low, high)
    elif not low <= len(menu.get("default_values") or []) <= high and menu.get("default_values"):
        errors.count((*at, "default_values"), menu["default_values"], low, high)


def _check_options(errors: FormErrors, at: Path, options: list[Json], low: int, high: int) -> None:
    errors.count((*at, "options"), options, 1, SELECT_OPTIONS)
    _check_lines(errors, at, options)
    if sum(bool(o.get("default")) for o in options) > high:
        errors.add((*at, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than max_values.")
    if low > len(options) or high > len(options):
        errors.add((*at, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "More values than options.")


def _check_lines(errors: FormErrors, at: Path, options: list[Json]) -> None:
    values = [o.get("value") for o in options]
    for n, option in enumerate(options):
        here = (*at, "options", n)
        errors.length((*here, "label"), option.get("label"), 1, OPTION_TEXT)
        errors.length((*here, "value"), option.get("value"), 1, OPTION_TEXT)
        errors.too_long((*here, "description"), option.get("description"), OPTION_TEXT)
        if option.get("value") in values[:n]:
            errors.add((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The value was used before.")


def _check_form_part(errors: FormErrors, at: Path, outer: Json) -> None:
    kind = outer.get("type")
    if kind == c.LABEL:
        errors.length((*at, "label"), outer.get("label"), 1, INPUT_LABEL)
        errors.too_long((*at, "description"), outer.get("description"), LABEL_DESCRIPTION)
        _check_input(errors, (*at, "component"), outer.get("component") or {}, _IN_LABEL)
    elif kind == c.ROW:
        errors.count((*at, "components"), outer.get("components"), 1, 1)
        for inner in outer.get("components") or []:
            errors.length((*at, "components", 0, "label"), inner.get("label"), 1, INPUT_LABEL)
            _check_input(errors, (*at, "components", 0), inner, {c.TEXT_INPUT})
    elif kind == c.TEXT:
        errors.length((*at, "content"), outer.get("content"), 1, MODAL_TEXT)
    else:
        errors.add((*at, "type"), "UNION_TYPE_CHOICES", "This component can't stand in a form.")


def _check_input(errors: FormErrors, at: Path, field: Json, kinds: set[int]) -> None:
    if field.get("type") not in kinds:
        errors.add((*at, "type"), "UNION_TYPE_CHOICES", "This component can't stand here.")
        return
    if field["type"] in (*c.SELECTS, c.UPLOAD, c.TICKS) and field.get("min_values") == 0 and _required(field):
        errors.add((*at, "min_values"), "NUMBER_TYPE_RANGE", "A field that is required takes at least one value.")
    if field["type"] in c.SELECTS:
        if field.get("disabled"):
            errors.add((*at, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "No menu of a form is disabled.")
        _check_menu(errors, at, field)
        return
    errors.length((*at, "custom_id"), field.get("custom_id"), 1, CUSTOM_ID)
    if field["type"] in (c.RADIO, c.TICKS):
        _check_group(errors, at, field)
    if field["type"] == c.UPLOAD:
        _check_span(errors, at, field, FILES, 1)
    if field["type"] == c.TEXT_INPUT:
        errors.too_long((*at, "placeholder"), field.get("placeholder"), INPUT_PLACEHOLDER)
        errors.too_long((*at, "value"), field.get("value"), INPUT_VALUE)
        low, high = field.get("min_length") or 0, field.get("max_length") or INPUT_VALUE
        if not 0 <= low <= high <= INPUT_VALUE:
            errors.add((*at, "max_length"), "NUMBER_TYPE_RANGE", "0 <= min_length <= max_length <= 4000")


def _required(field: Json) -> bool:
    return field.get("required") is not False


def _check_group(errors: FormErrors, at: Path, field: Json) -> None:
    """Checkboxes, or buttons of which one is chosen: at most ten, each with a text and a value of its own."""
    options, ticks = field.get("options") or [], field["type"] == c.TICKS
    errors.count((*at, "options"), options, 1 if ticks else 2, GROUP)
    _check_lines(errors, at, options)
    if ticks:
        _check_span(errors, at, field, len(options), len(options))
    elif sum(bool(o.get("default")) for o in options) > 1:
        errors.add((*at, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than one.")


def _check_span(errors: FormErrors, at: Path, field: Json, most: int, usual: int) -> None:
    """How many values a group of checkboxes or an upload takes."""
    low, high = field.get("min_values"), field.get("max_values")
    low, high = 1 if low is None else low, usual if high is None else high
    if not (0 <= low <= high and 1 <= high <= most):
        errors.add((*at, "max_values"), "NUMBER_TYPE_RANGE", f"0 <= min_values <= max_values <= {most}")


def check_choices(choices: object) -> None:
    """Check the answer to an autocompletion: at most 25 choices of at most 100 characters."""
    errors = FormErrors()
    errors.count(("data", "choices"), choices, 0, 25)
    for n, choice in enumerate(choices if isinstance(choices, list) else []):
        errors.length(("data", "choices", n, "name"), choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            errors.length(("data", "choices", n, "value"), choice["value"], 1, 100)
        elif isinstance(choice.get("value"), int) and abs(choice["value"]) > 2**53:
            errors.add(("data", "choices", n, "value"), "NUMBER_TYPE_RANGE", "Must be within 2 to the 53rd.")
    errors.check()
