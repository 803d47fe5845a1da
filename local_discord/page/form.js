// A form that the bot opened (a modal).

import { el } from "./dom.js";
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
      await send(Object.fromEntries(readers.map((read) => read()).filter(Boolean)));
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
  const input = component.type === 4 ? textField(component, required, readers) : menuField(component, app, readers);
  return el(
    component.type === 4 ? "label.field" : "div.field",
    {},
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

function menuField(component, app, readers) {
  const menu = new Menu(component, app.store);
  readers.push(() => (menu.values.length ? [component.custom_id, menu.values] : null));
  return menu.element;
}
