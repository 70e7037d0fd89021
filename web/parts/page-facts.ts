// What the server told the page in its document (src/http/pages/page-html.ts).

export type PageFact = "nonce" | "mode";

export function pageFact(name: PageFact): string {
  return document.querySelector(`meta[name="giao-${name}"]`)?.getAttribute("content") ?? "";
}

export function isSandbox(): boolean {
  return pageFact("mode") === "sandbox";
}
