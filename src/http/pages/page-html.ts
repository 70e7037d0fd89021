// The one HTML document that all pages share: an empty root, the page's files, and what the server alone knows. It holds no
// script of its own (the policy forbids it); facts travel as meta elements.
import type { BuiltPage } from "./built-pages.ts";
import { type FirstWords, firstState, firstStyle, firstWords } from "./first-words.ts";

// What the page's own code reads back (web/parts/page-facts.ts). Words of ours, fit for an attribute as they are.
export type SharedFacts = Readonly<Record<"mode" | "pages" | "build", string>> &
  // The sandbox's public credentials, for its one-click parcel.
  Readonly<Partial<Record<"demo-key" | "demo-phone" | "robot-speed", string>>>;

export type PageFacts = {
  readonly shared: SharedFacts;
  // Lets the style elements that the page's own code makes through the policy, and nobody else's.
  readonly nonce: string;
  readonly first?: FirstWords;
  // What a search engine or a message shows under the title; words of ours.
  readonly description?: string;
  // The folder of the files that make the page installable.
  readonly app?: string;
};

export function pageHtml(page: BuiltPage, facts: PageFacts): string {
  const [script = "", ...imported] = page.scripts;
  const { first } = facts;
  const styles = page.styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`);
  return [
    "<!doctype html>",
    // The page's code says which of the two languages it is in.
    `<html lang="${first?.language ?? "en"}">`,
    "<head>",
    '<meta charset="utf-8">',
    `<title>${first ? `${first.title} · Giao` : "Giao"}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#0b7285">',
    '<meta name="robots" content="noindex">',
    ...(facts.description === undefined ? [] : [`<meta name="description" content="${facts.description}">`]),
    `<meta name="giao-nonce" content="${facts.nonce}">`,
    ...Object.entries(facts.shared).map(([name, fact]) => `<meta name="giao-${name}" content="${fact}">`),
    '<link rel="icon" href="/favicon.ico" type="image/svg+xml">',
    ...(facts.app === undefined
      ? []
      : [
          `<link rel="manifest" href="${facts.app}/manifest.webmanifest">`,
          `<link rel="apple-touch-icon" href="${facts.app}/icon-192.png">`,
        ]),
    ...(first ? [firstStyle(facts.nonce)] : styles),
    `<script type="module" src="/assets/${script}"></script>`,
    ...imported.map((file) => `<link rel="modulepreload" href="/assets/${file}">`),
    "</head>",
    "<body>",
    // The sheets after the first words, because a sheet holds up what comes behind it; before the root, because the colours that
    // the page's code writes there must have the last word.
    ...(first ? [firstWords(first), firstState(first), ...styles] : []),
    '<div id="root"></div>',
    "<noscript>Giao needs JavaScript. Giao cần JavaScript để chạy.</noscript>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}
