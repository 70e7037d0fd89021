// The pages for people and their files. A page is one document for all its addresses; what it shows it asks for at the same
// doors as everyone else.
import type { FastifyReply, FastifyRequest } from "fastify";
import { FIRST_WORDS } from "../../domain/page-words.ts";
import { refuse } from "../../domain/refusal.ts";
import type { Random } from "../../ports/random.ts";
import { sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app-type.ts";
import { answerAt } from "../calls/register-calls.ts";
import type { BuiltPage, BuiltPages } from "./built-pages.ts";
import { sendAsset } from "./compressed.ts";
import type { EarlierFile } from "./earlier-builds.ts";
import { type FirstWords, firstState, firstStyle, firstWords, languageOf } from "./first-words.ts";
import { pageHeaders } from "./page-policy.ts";

export type PageDoor = {
  readonly built: BuiltPages;
  readonly earlierFile: EarlierFile;
  readonly random: Random;
  readonly facts: Omit<SharedFacts, "pages" | "build">;
};

// What a tracking link shows, in its reader's words; nothing for a link that shows nothing.
export type SeeFirst = (token: string, language: FirstWords["language"]) => Promise<FirstWords | undefined>;

type PageName = keyof typeof FIRST_WORDS;

// A page that is not built yet has no address.
const ADDRESSES = {
  welcome: ["/"],
  tracking: ["/t/:token"],
  portal: ["/portal", "/portal/*"],
  console: ["/console", "/console/*"],
  drive: ["/drive"],
  status: ["/status"],
  join: ["/join/:city_id"],
} as const satisfies Readonly<Partial<Record<PageName, readonly string[]>>>;
const NOT_FOUND_PAGE = "missing";
const SERVICE_WORKER = "service-worker.js";
// A name holds a hash of its content, so what it names never changes.
const FOREVER = "public, max-age=31536000, immutable";
// Calls live beside the pages; one that is not there is refused as a call.
const CALLS = /^\/(portal|console|join)\/v\d+(\/|$)/;

export function registerPages(app: App, door: PageDoor & { readonly seeFirst: SeeFirst }): void {
  for (const name of Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[]) {
    const page = door.built.pages.get(name);
    if (!page) continue;
    const isApp = door.built.assets.has(`${name}/manifest.webmanifest`);
    if (isApp) registerAppFiles(app, door, name);
    else if (door.built.assets.has(`${name}/${SERVICE_WORKER}`)) registerServiceWorker(app, door, name);
    for (const path of ADDRESSES[name]) {
      answerAt(app, `GET ${path}`, async (request, reply) => {
        if (CALLS.test(request.url))
          return sendRefusal(reply, refuse("NOT_FOUND", "There is no GET call at this path."));
        const { token } = request.params as { readonly token?: string };
        const first = token === undefined ? undefined : await firstOf(request, door.seeFirst, token);
        // Unknown, never made and expired are one answer.
        return sendPage(first === "nothing" ? reply.code(404) : reply, door, page, {
          ...wordsFor(name, request),
          ...(first && first !== "nothing" ? { first } : {}),
          ...(isApp ? { app: `/${name}` } : {}),
        });
      });
    }
  }
  answerAt(app, "GET /assets/*", async (request, reply) => {
    const name = (request.params as { "*": string })["*"];
    const asset = door.built.assets.get(name) ?? door.earlierFile(name);
    if (!asset) return sendRefusal(reply, refuse("NOT_FOUND", "There is no such file."));
    return sendAsset(request, reply, asset, FOREVER);
  });
}

// What makes a page installable lies in a folder of its name: manifest, icons, service worker. Known by their addresses, so they are
// asked for anew each time. The service worker stands for the page itself, which is outside the folder it lies in.
function registerAppFiles(app: App, door: PageDoor, name: string): void {
  const answerMissing = answerMissingPage(door);
  answerAt(app, `GET /${name}/:file`, async (request, reply) => {
    const asset = door.built.assets.get(`${name}/${(request.params as { file: string }).file}`);
    if (!asset) {
      return answerMissing(request, reply) ? reply : sendRefusal(reply, refuse("NOT_FOUND", "There is no such file."));
    }
    sendsForPage(reply, name);
    return sendAsset(request, reply, asset, "no-cache");
  });
}

// Of a page that is shown online alone, and whose addresses are all below its name.
function registerServiceWorker(app: App, door: PageDoor, name: string): void {
  answerAt(app, `GET /${name}/${SERVICE_WORKER}`, async (request, reply) => {
    sendsForPage(reply, name);
    return sendAsset(request, reply, door.built.assets.get(`${name}/${SERVICE_WORKER}`)!, "no-cache");
  });
}

function sendsForPage(reply: FastifyReply, name: string): void {
  reply.header("service-worker-allowed", `/${name}`);
  reply.header("content-security-policy", "default-src 'none'; connect-src 'self'");
}

// A person who follows a wrong link reads a page; a program reads the error body.
export function answerMissingPage(door: PageDoor): (request: FastifyRequest, reply: FastifyReply) => boolean {
  return (request, reply) => {
    const page = door.built.pages.get(NOT_FOUND_PAGE);
    const isPerson = request.method === "GET" && (request.headers.accept ?? "").includes("text/html");
    if (!page || !isPerson) return false;
    void sendPage(reply.code(404), door, page, wordsFor(NOT_FOUND_PAGE, request));
    return true;
  };
}

function sendPage(
  reply: FastifyReply,
  door: PageDoor,
  page: BuiltPage,
  more: Pick<PageFacts, "first" | "app" | "description">,
): FastifyReply {
  const nonce = door.random.hex(16);
  const shared = { ...door.facts, build: door.built.build, pages: [...door.built.pages.keys()].join(" ") };
  const facts = { nonce, shared, ...more };
  return (
    reply
      .headers(pageHeaders(nonce))
      // Never from a cache without asking: the document names the files of this build. What a link opened is kept nowhere.
      .header("cache-control", more.first.state !== undefined ? "no-store" : "no-cache")
      .type("text/html; charset=utf-8")
      .send(pageHtml(page, facts))
  );
}

function wordsFor(page: PageName, request: FastifyRequest): Pick<PageFacts, "first" | "description"> {
  const language = languageOf(request.headers["accept-language"]);
  const words = FIRST_WORDS[page][language];
  return { first: { language, ...words }, description: words.text };
}

// The page asks again by itself, and says so when it gets no answer; so it is sent with the words of any such page rather than not at all.
async function firstOf(
  request: FastifyRequest,
  see: SeeFirst,
  token: string,
): Promise<FirstWords | "nothing" | undefined> {
  try {
    return (await see(token, languageOf(request.headers["accept-language"]))) ?? "nothing";
  } catch (error) {
    request.log.warn({ err: error }, "a tracking page was sent without its state");
    return undefined;
  }
}

// The one HTML document that all pages share: an empty root, the page's files, and what the server alone knows. It holds no
// script of its own (the policy forbids it); facts travel as meta elements.

// What the page's own code reads back (web/parts/page-facts.ts). Words of ours, fit for an attribute as they are.
type SharedFacts = Readonly<Record<"mode" | "pages" | "build", string>> &
  // The sandbox's public credentials, for its one-click parcel; whether people may sign in at a provider.
  Readonly<Partial<Record<"demo-key" | "demo-phone" | "robot-speed" | "provider", string>>>;

type PageFacts = {
  readonly shared: SharedFacts;
  // Lets the style elements that the page's own code makes through the policy, and nobody else's.
  readonly nonce: string;
  readonly first: FirstWords;
  // What a search engine or a message shows under the title; words of ours.
  readonly description: string;
  // The folder of the files that make the page installable.
  readonly app?: string;
};

function pageHtml(page: BuiltPage, facts: PageFacts): string {
  const [script = "", ...imported] = page.scripts;
  const { first } = facts;
  const styles = page.styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`);
  return [
    "<!doctype html>",
    // The page's code says which of the two languages it is in.
    `<html lang="${first.language}">`,
    "<head>",
    '<meta charset="utf-8">',
    `<title>${first.title} · Giao</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#0b7285">',
    '<meta name="robots" content="noindex">',
    `<meta name="description" content="${facts.description}">`,
    `<meta name="giao-nonce" content="${facts.nonce}">`,
    ...Object.entries(facts.shared).map(([name, fact]) => `<meta name="giao-${name}" content="${fact}">`),
    '<link rel="icon" href="/favicon.ico" type="image/svg+xml">',
    ...(facts.app === undefined
      ? []
      : [
          `<link rel="manifest" href="${facts.app}/manifest.webmanifest">`,
          `<link rel="apple-touch-icon" href="${facts.app}/icon-192.png">`,
          // What a phone keeps must all be named here: its service worker reads this document. No link, which would be fetched before the page is there.
          `<meta name="giao-later" content="${page.later.map((file) => `/assets/${file}`).join(" ")}">`,
        ]),
    firstStyle(facts.nonce),
    `<script type="module" src="/assets/${script}"></script>`,
    ...imported.map((file) => `<link rel="modulepreload" href="/assets/${file}">`),
    "</head>",
    "<body>",
    // The sheets after the first words, because a sheet holds up what comes behind it; before the root, because the colours that
    // the page's code writes there must have the last word.
    firstWords(first),
    firstState(first),
    ...styles,
    '<div id="root"></div>',
    "<noscript>Giao needs JavaScript. Giao cần JavaScript để chạy.</noscript>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}
