// A form that was refused: what was typed goes back into it, and the refusal stands in it.
"use strict";
const refused = document.getElementById("refused");
const typed = JSON.parse(refused.dataset.typed);
const anew = ["word", "form", "expect", "match"];

function isItself(form) {
  const hidden = [...form.elements].filter((one) => one.type === "hidden" && !anew.includes(one.name));
  return new URL(form.action).pathname === refused.dataset.action
    && hidden.every((one) => one.value === typed[one.name])
    && Object.keys(typed).every((name) => anew.includes(name) || form.elements.namedItem(name));
}

const form = [...document.forms].find(isItself);
if (form) {
  for (const one of form.elements) {
    if (one.type === "hidden" || one.tagName === "BUTTON" || !(one.name in typed)) continue;
    if (one.type === "radio") one.checked = one.value === typed[one.name];
    else one.value = typed[one.name];
  }
  for (let at = form.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  form.prepend(refused);
  refused.scrollIntoView({ block: "center" });
}
