// The script of /docs. The page can be read before it runs; it brings the heavy reference afterwards and puts it in the page's place, at
// once when a link leads into it, and otherwise only under the eyes of a reader who has not begun to read.
import { PAGE_WORDS } from "./reference-words.ts";
import type { Language } from "./vietnamese.ts";

export function startScript(language: Language, settings: object, guide: string): string {
  const { open, loading, ready, fault, copy, body, notes } = PAGE_WORDS[language];
  return `"use strict";
const settings = ${JSON.stringify(settings)};
const guide = ${JSON.stringify(guide)};
const words = ${JSON.stringify({ open, loading, ready, fault, copy, body, notes })};
const state = document.querySelector("#state");
let coming;
let isRead = false;

function load() {
  coming ??= Promise.all([
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = "/docs/reference.js";
      script.onload = resolve;
      script.onerror = () => reject(new Error("reference.js"));
      document.head.append(script);
    }),
    // As a page of the console: whoever is signed in there reads the operator's calls too.
    fetch("/openapi.json?lang=${language}", { headers: { "x-giao-page": "console" } }).then((answer) =>
      answer.ok ? answer.json() : Promise.reject(new Error(answer.status))),
  ]).catch((error) => {
    coming = undefined;
    throw error;
  });
  return coming;
}

function say(text, hasButton) {
  state.hidden = false;
  state.textContent = text + " ";
  if (!hasButton) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words.open;
  button.onclick = show;
  state.append(button);
}

function show() {
  say(words.loading, false);
  load().then(
    ([, content]) => {
      const first = document.querySelector("main.giao-first");
      // Asked for twice while it was on its way.
      if (!first) return;
      first.remove();
      new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
      content.info.description += guide;
      Scalar.createApiReference("#app", { ...settings, content });
    },
    (error) => say(words.fault + " (" + error.message + ")", true),
  );
}

// What Scalar leaves undone for those who do not see the page or have no mouse: names, roles, and one landmark of a kind.
const MENDS = [
  ["button[class*='group/copy-button']:not([aria-label])", (one) => one.setAttribute("aria-label", words.copy)],
  ["button.show-more[aria-label]", (one) => one.removeAttribute("aria-label")],
  ["button[role=none]", (one) => one.removeAttribute("role")],
  [".cm-content:not([aria-label])", (one) => one.setAttribute("aria-label", words.body)],
  ["[role=combobox]:not([aria-expanded])", (one) => one.setAttribute("aria-expanded", "false")],
  ["ul.endpoints:not([tabindex]), code.custom-scroll:not([tabindex])", (one) => one.setAttribute("tabindex", "0")],
  [".response-card[role=region]", (one) => one.setAttribute("role", "group")],
  ["section[aria-live][aria-label]", (one, at) => one.setAttribute("aria-label", words.notes + " " + (at + 1))],
  // Behind an open dialog nothing is to be reached.
  ["main.references-rendered", (one) => { one.inert = document.querySelector("[role=dialog]") !== null; }],
];

function mend() {
  for (const [where, how] of MENDS) document.querySelectorAll(where).forEach(how);
}

function begin() {
  if (location.hash) return show();
  const line = navigator.connection;
  // A reader who pays for every byte says when.
  if (line && (line.saveData || line.effectiveType !== "4g")) return say("", true);
  say(words.loading, true);
  load().then(
    () => (isRead ? say(words.ready, true) : show()),
    (error) => say(words.fault + " (" + error.message + ")", true),
  );
}

for (const sign of ["scroll", "keydown", "pointerdown", "touchstart"]) {
  addEventListener(sign, () => { isRead = true; }, { once: true, passive: true });
}
addEventListener("hashchange", () => { if (document.querySelector("main.giao-first")) show(); });
if (document.readyState === "complete") begin();
else addEventListener("load", begin);
`;
}
