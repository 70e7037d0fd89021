// What a page already says while its files are on their way: on a slow phone network those take seconds. It has the
// colours of the device, and web/parts/open-page.tsx takes it away when the page is drawn. What the page would ask for first
// travels with it.

export type FirstWords = {
  readonly language: "en" | "vi";
  // Words of ours, fit for a document as they are.
  readonly title: string;
  readonly text: string;
  // Of what a link opens; every other page asks for its own.
  readonly state?: unknown;
};

// All that the page's sheets would say otherwise is said, so that nothing moves when they come. No margin: the body would begin at it, and move.
const STYLE = [
  "body{margin:0;background:#fff;color:#000}",
  ".first-words{box-sizing:border-box;margin:0 auto;max-width:1080px;padding:72px 16px 0;font:16px/1.55 system-ui,sans-serif}",
  ".first-words h1{margin:0;font-size:26px;font-weight:700;line-height:1.35}",
  ".first-words p{margin:4px 0}",
  "@media(prefers-color-scheme:dark){body{background:#242424;color:#dee2e6}}",
].join("");

export function firstStyle(nonce: string): string {
  return `<style nonce="${nonce}">${STYLE}</style>`;
}

export function firstWords({ title, text }: FirstWords): string {
  return `<main id="giao-first" class="first-words"><h1>${title}</h1><p>${text}</p></main>`;
}

// A block of data, which no policy takes for a script; nothing in it can end it.
export function firstState({ state }: FirstWords): string {
  if (state === undefined) return "";
  const json = JSON.stringify(state).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="giao-state">${json}</script>`;
}

// As the page's own code chooses (web/parts/language.tsx): the first of the two that the reader named.
export function languageOf(acceptLanguage: string | undefined): "en" | "vi" {
  const [first] = (acceptLanguage ?? "").toLowerCase().match(/(?<![a-z-])(en|vi)\b/g) ?? [];
  return first === "vi" ? "vi" : "en";
}
