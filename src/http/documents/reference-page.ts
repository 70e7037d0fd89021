// The API reference for people at /docs, in two languages, with requests that can be sent from the page to this server and to no other.
import fastify, { type FastifyRequest } from "fastify";
import type { App } from "../base/app-type.ts";
import { answerAt } from "../calls/register-calls.ts";
import { type Asset, compressed, onceMade, sendAsset } from "../pages/compressed.ts";
import { languageOf } from "../pages/first-words.ts";
import { policyHeaders } from "../pages/page-policy.ts";
import { type Contract, callsByGroup, linkTo } from "./contract-calls.ts";
import { REFERENCE_WORDS } from "./reference-words.ts";
import { SCALAR_COLORS, SCALAR_WORDS } from "./scalar-look.ts";
import type { Language } from "./vietnamese.ts";

// Of the sandbox, where everybody knows them; filled in for the reader. The operator's is not: it may be a real one.
export type ReferenceKeys = Demo & { readonly routeKey: string };

const PLUGIN_SCRIPT = "/docs/js/scalar.js";
const HTML_TYPE = "text/html; charset=utf-8";
const SCRIPT_TYPE = "text/javascript; charset=utf-8";

export function askedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { readonly lang?: unknown };
  return lang === "vi" || lang === "en" ? lang : undefined;
}

export function registerReferencePage(
  app: App,
  contract: (language: Language) => Contract,
  root: string,
  keys: ReferenceKeys | undefined,
  open = openScript,
): void {
  // No script in the page itself, so that the policy can refuse every such one.
  const policy = policyHeaders({ scripts: "'self'", styles: "'self' 'unsafe-inline'" });
  const page = (language: Language) =>
    onceMade(() => compressed(HTML_TYPE, referenceHtml(language, { contract: contract(language), root, demo: keys })));
  const start = (language: Language) =>
    onceMade(() =>
      compressed(
        SCRIPT_TYPE,
        startScript(language, configuration(language, keys), guideMarkdown(language, root, keys)),
      ),
    );
  const pages: Readonly<Record<Language, () => Promise<Asset>>> = { en: page("en"), vi: page("vi") };
  const starts: typeof pages = { en: start("en"), vi: start("vi") };
  const script = onceMade(async () => compressed(SCRIPT_TYPE, await open()));

  answerAt(app, "GET /docs", async (request, reply) => {
    const language = askedLanguage(request) ?? languageOf(request.headers["accept-language"]);
    reply.headers(policy).header("vary", "accept-language");
    return sendAsset(request, reply, await pages[language](), "no-cache");
  });
  answerAt(app, "GET /docs/start.js", async (request, reply) =>
    sendAsset(request, reply, await starts[askedLanguage(request) ?? "en"](), "no-cache"),
  );
  answerAt(app, "GET /docs/reference.js", async (request, reply) =>
    sendAsset(request, reply, await script(), "public, max-age=3600"),
  );
}

// Four megabytes, which the package gives to a server only: loaded on the first look, because most starts never need it.
async function openScript(): Promise<string> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const inner = fastify();
  try {
    await inner.register(scalar, { routePrefix: "/docs", configuration: { url: "/openapi.json" } });
    const { statusCode, payload } = await inner.inject(PLUGIN_SCRIPT);
    if (statusCode !== 200) throw new Error(`the reference's script is not at ${PLUGIN_SCRIPT}`);
    return payload;
  } finally {
    await inner.close();
  }
}

// Nothing that leads to another host: no fonts, no assistants, no sharing, no proxies.
function configuration(language: Language, keys: ReferenceKeys | undefined): object {
  return {
    title: "Giao partner API",
    pageTitle: "Giao partner API",
    localization: SCALAR_WORDS[language],
    customCss: SCALAR_COLORS,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
    proxyUrl: "",
    // Whichever address this server was reached by.
    servers: [{ url: "/" }],
    persistAuth: true,
    authentication: {
      preferredSecurityScheme: "token",
      ...(keys && { securitySchemes: { route: { value: keys.routeKey } } }),
    },
  };
}

// The page at /docs as the server writes it: what the API is for, the first order, and a table of all calls, readable at once on a slow
// line and without scripts. The heavy reference takes the place of <main> when it has come.

// Colours of at least 4.5:1 on either ground.
const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--text:#1a1b1e;--dim:#495057;--line:#dee2e6;--link:#0b6b7c;--code:#f1f3f5}
@media(prefers-color-scheme:dark){:root{--ground:#141517;--text:#e9ecef;--dim:#adb5bd;--line:#373a40;--link:#66d9e8;--code:#25262b}}
body{margin:0;font:16px/1.55 system-ui,sans-serif;background:var(--ground);color:var(--text)}
.giao-bar{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:center;padding:10px 16px;border-bottom:1px solid var(--line);background:var(--ground);color:var(--text)}
.giao-bar a:last-child{margin-inline-start:auto}
.giao-bar a,.giao-first a{color:var(--link)}
.giao-first{max-width:1000px;margin:0 auto;padding:8px 16px 64px}
.giao-first h1{font-size:28px;line-height:1.25;margin:24px 0 8px}
.giao-first h2{font-size:22px;margin:40px 0 4px}
.giao-first h3{font-size:18px;margin:28px 0 4px}
.giao-first p,.giao-first ul{margin:4px 0 12px}
.giao-first code{font:14px/1.5 ui-monospace,monospace}
.giao-first :not(pre)>code{background:var(--code);border-radius:4px;padding:1px 4px;overflow-wrap:anywhere}
.giao-first pre{background:var(--code);border-radius:8px;padding:12px;overflow-x:auto}
.giao-first pre:focus-visible,.giao-first a:focus-visible,.giao-bar a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.giao-first table{width:100%;border-collapse:collapse;table-layout:fixed}
.giao-first th{color:var(--dim);font-weight:500;font-size:14px}
.giao-first th,.giao-first td{text-align:start;vertical-align:top;padding:6px 8px 6px 0;border-bottom:1px solid var(--line)}
.giao-first th:first-child{width:58%}
.giao-first td:first-child a{background:none;overflow-wrap:anywhere}
.giao-first td a code{background:none;padding:0}
.giao-state{position:sticky;top:0;background:var(--ground);padding:8px 0;margin:0;min-height:38px}
.giao-state button{font:inherit;color:#fff;background:#0b6b7c;border:0;border-radius:6px;padding:6px 14px;cursor:pointer}
@media(max-width:600px){.giao-first table,.giao-first tbody,.giao-first tr,.giao-first td{display:block}.giao-first thead{display:none}.giao-first td{border:0;padding:0}.giao-first tr{border-bottom:1px solid var(--line);padding:8px 0}}
`;

type PageTexts = { readonly contract: Contract; readonly root: string; readonly demo: Demo | undefined };
type Demo = { readonly apiKey: string; readonly phone: string };

function referenceHtml(language: Language, { contract, root, demo }: PageTexts): string {
  const words = REFERENCE_WORDS[language];
  const { title, description = "" } = contract.info;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(words.firstText)}">
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="alternate" hreflang="${words.other.language}" href="/docs?lang=${words.other.language}">
<style>${STYLE}</style>
<script src="/docs/start.js?lang=${language}" defer></script>
</head>
<body>
<nav class="giao-bar" aria-label="Giao">
<a href="/">${words.start}</a>
<a href="/openapi.json${language === "en" ? "" : `?lang=${language}`}">OpenAPI</a>
<a href="/docs/postman.json" download="giao.postman_collection.json">Postman</a>
<a href="/llms.txt">llms.txt</a>
<a href="/docs?lang=${words.other.language}" lang="${words.other.language}" hreflang="${words.other.language}">${words.other.name}</a>
</nav>
<main class="giao-first">
<h1>${escaped(title)}</h1>
<p>${marked(description)}</p>
<p class="giao-state" id="state" role="status"></p>
<h2>${words.first}</h2>
<p>${words.firstText}</p>
<pre tabindex="0"><code>${escaped(firstOrder(root, demo))}</code></pre>
<p>${marked(words.after)}</p>
<h2>${words.files}</h2>
<ul>
<li><a href="/openapi.json">/openapi.json</a>: ${words.openApi}</li>
<li><a href="/docs/postman.json">/docs/postman.json</a>: ${words.postman}</li>
<li><a href="/llms.txt">/llms.txt</a>: ${words.llms}</li>
</ul>
<p>${words.clientsText}</p>
<h2>${words.calls}</h2>
<p>${words.callsText}</p>
${callsByGroup(contract)
  .map(
    ({ name, description: about, calls }) => `<h3>${escaped(name)}</h3>
<p>${marked(about)}</p>
<table>
<thead><tr><th scope="col">${words.call}</th><th scope="col">${words.does}</th></tr></thead>
<tbody>
${calls
  .map((call) => {
    const link = escaped(linkTo(call));
    return `<tr id="${link}"><td><a href="#${link}"><code>${call.method} ${escaped(call.path)}</code></a></td><td>${escaped(call.summary)}</td></tr>`;
  })
  .join("\n")}
</tbody>
</table>`,
  )
  .join("\n")}
</main>
<div id="app"></div>
</body>
</html>
`;
}

// The same words for the whole reference, which has a page's place and takes Markdown.
function guideMarkdown(language: Language, root: string, demo: Demo | undefined): string {
  const words = REFERENCE_WORDS[language];
  return `

## ${words.first}

${words.firstText}

\`\`\`sh
${firstOrder(root, demo)}
\`\`\`

${words.after}

## ${words.files}

- [/openapi.json](/openapi.json): ${words.openApi}
- [/docs/postman.json](/docs/postman.json): ${words.postman}
- [/llms.txt](/llms.txt): ${words.llms}

${words.clientsText}
`;
}

function firstOrder(root: string, demo: Demo | undefined): string {
  const { apiKey, phone } = demo ?? { apiKey: "<API_KEY>", phone: "<PHONE>" };
  const path = `[{"address":"Chợ Bến Thành","lat":10.7725,"lng":106.698,"name":"Tiệm Hoa","mobile":"0900000001"},{"address":"Nhà thờ Đức Bà","lat":10.7798,"lng":106.699,"name":"Lan","mobile":"0912345678","tracking_number":"HOA-1"}]`;
  return `ROOT=${root}
TOKEN=$(curl -s $ROOT/v3/accounts/token -d '{"api_key":"${apiKey}","mobile":"${phone}"}' | cut -d'"' -f4)
STOPS='${path}'
curl -s $ROOT/v3/orders/estimates -H "Authorization: Bearer $TOKEN" \\
  -d '{"order_time":0,"payment_method":"BALANCE","path":'"$STOPS"',"group_services":[{"_id":"BIKE"}]}'
curl -s $ROOT/v3/orders -H "Authorization: Bearer $TOKEN" -H "Idempotency-Key: HOA-1" \\
  -d '{"order_time":0,"payment_method":"BALANCE","path":'"$STOPS"',"group_service_id":"BIKE"}'
curl -s "$ROOT/v3/orders/tracks?tracking_number=HOA-1" -H "Authorization: Bearer $TOKEN"`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

// The one mark that our sentences use.
function marked(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

// The script of /docs. The page can be read before it runs. The heavy reference takes its place when a link leads into it or the reader asks for it: four
// megabytes of script hold up a phone for seconds. Until then its files are only fetched, when the browser has nothing else to do.
function startScript(language: Language, settings: object, guide: string): string {
  const { open, offer, loading, fault, copy, body, notes } = REFERENCE_WORDS[language];
  return `"use strict";
const settings = ${JSON.stringify(settings)};
const guide = ${JSON.stringify(guide)};
const words = ${JSON.stringify({ open, offer, loading, fault, copy, body, notes })};
const state = document.querySelector("#state");
const HEAVY = "/docs/reference.js";
let coming;

function load() {
  coming ??= Promise.all([
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = HEAVY;
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
  // Under a pointer some have a word of their own, which is their name then.
  ["button[class*='group/copy-button']", (one) =>
    one.innerText.trim() ? one.removeAttribute("aria-label") : one.setAttribute("aria-label", words.copy)],
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
  say(words.offer, true);
  const line = navigator.connection;
  // A reader who pays for every byte says when.
  if (line && (line.saveData || line.effectiveType !== "4g")) return;
  const ahead = document.createElement("link");
  ahead.rel = "prefetch";
  ahead.href = HEAVY;
  document.head.append(ahead);
}

addEventListener("hashchange", () => { if (document.querySelector("main.giao-first")) show(); });
if (document.readyState === "complete") begin();
else addEventListener("load", begin);
`;
}
