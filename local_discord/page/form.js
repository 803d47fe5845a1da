// A form that the bot opened (a modal).

import { el } from "./dom.js";
import { upload } from "./net.js";
import { Menu } from "./menu.js";
import { markdown } from "./markdown.js";

/** Show a form; `send(values)` must resolve when it is accepted. The form stays if it is not. */
export function openForm(modal, app, send) {
  const readers = [];
  const problem = el("p.failure", { role: "alert", hidden: true });
  const submit = el("button.button.primary", { type: "submit", "data-role": "form-submit" }, "Submit");
  const cancel = el("button.button.plain", { type: "button", onclick: () => box.close() }, "Cancel");
  const form = el(
    "form",
    { novalidate: true },
    el("header", {}, el("h3", { id: "form-title" }, modal.title)),
    el("div.fields", {}, modal.components.map((part) => fieldOf(part, app, readers))),
    problem,
    el("footer", {}, cancel, submit),
  );
  const box = el("dialog.form", { "aria-labelledby": "form-title", "data-role": "form", "data-custom-id": modal.custom_id }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!form.reportValidity()) return;
    submit.disabled = true;
    try {
      const given = await Promise.all(readers.map((read) => read()));
      await send(Object.fromEntries(given.filter(Boolean)));
      box.close();
    } catch (error) {
      problem.hidden = false;
      problem.textContent = error.message;
    }
    submit.disabled = false;
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  form.querySelector("input, textarea, .menu-box")?.focus();
}

function fieldOf(part, app, readers) {
  if (part.type === 10) return el("div.text-display", {}, markdown(part.content, app.words));
  const component = part.type === 18 ? part.component : part.components[0];
  const label = part.type === 18 ? part.label : component.label;
  const required = component.required !== false;
  const input = (FIELDS[component.type] ?? menuField)(component, required, readers, app, label);
  return el(
    [4, 19].includes(component.type) ? "label.field" : "div.field",
    GROUPS.includes(component.type) ? { role: "group", "aria-label": label } : {},
    el("span.field-label", {}, label, required ? el("span.required", { title: "required" }, "*") : null),
    part.description ? el("span.field-hint", {}, part.description) : null,
    input,
  );
}

function textField(component, required, readers) {
  const long = component.style === 2;
  const input = el(long ? "textarea" : "input", {
    name: component.custom_id,
    "data-custom-id": component.custom_id,
    placeholder: component.placeholder,
    required,
    minlength: component.min_length,
    maxlength: component.max_length ?? 4000,
    rows: long ? 8 : null,
    autocomplete: "off",
    spellcheck: "false",
  });
  input.value = component.value ?? "";
  readers.push(() => [component.custom_id, input.value]);
  return input;
}

/** Lines to tick, or of which one is chosen: all are seen at once. */
function groupField(component, required, readers) {
  const ticks = component.type === 22;
  const inputs = component.options.map((option) => el("input", { type: ticks ? "checkbox" : "radio", name: component.custom_id, value: option.value }));
  component.options.forEach((option, n) => (inputs[n].checked = Boolean(option.default)));
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const check = () => inputs[0].setCustomValidity(complaint(component, required, chosen().length));
  inputs.forEach((input) => input.addEventListener("change", check));
  check();
  readers.push(() => [component.custom_id, chosen()]);
  const lines = component.options.map((option, n) => choiceLine(inputs[n], option.label, option.description));
  return el("div.choices", { "data-custom-id": component.custom_id }, lines);
}

function choiceLine(input, label, about) {
  return el("label.choice", {}, input, el("span", {}, el("span.choice-label", {}, label), about ? el("span.field-hint", {}, about) : null));
}

/** What the form says of so many chosen lines; nothing where that is right. */
function complaint(component, required, number) {
  if (!number && !required) return "";
  const ticks = component.type === 22;
  const low = Math.max(required ? 1 : 0, ticks ? (component.min_values ?? 1) : 1);
  const high = ticks ? (component.max_values ?? component.options.length) : 1;
  return number < low || number > high ? (low === high ? `Choose ${low}` : `Choose ${low} to ${high}`) : "";
}

function tickField(component, required, readers, app, label) {
  const input = el("input", { type: "checkbox", "data-custom-id": component.custom_id, "aria-label": `${label}: Yes` });
  input.checked = Boolean(component.default);
  readers.push(() => [component.custom_id, input.checked]);
  return choiceLine(input, "Yes", null);
}

function fileField(component, required, readers) {
  const input = el("input.file", { type: "file", required, multiple: (component.max_values ?? 1) > 1, "data-custom-id": component.custom_id });
  readers.push(async () => [component.custom_id, (await Promise.all([...input.files].map(upload))).map((file) => file.id)]);
  return input;
}

const GROUPS = [21, 22];
const FIELDS = { 4: textField, 19: fileField, 21: groupField, 22: groupField, 23: tickField };

function menuField(component, required, readers, app, label) {
  const menu = new Menu(component, app.store, null, label);
  readers.push(() => [component.custom_id, menu.values]);
  return menu.element;
}
