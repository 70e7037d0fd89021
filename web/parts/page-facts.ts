// What the server told the page in its document (src/http/pages/pages.ts).

export type PageFact = "nonce" | "mode" | "pages" | "build" | "demo-key" | "demo-phone" | "robot-speed" | "provider";

export function pageFact(name: PageFact): string {
  return document.querySelector(`meta[name="giao-${name}"]`)?.getAttribute("content") ?? "";
}

// What the page would ask for first, where the server has sent it along.
export function firstState<State>(): State | undefined {
  const text = document.getElementById("giao-state")?.textContent;
  return text ? (JSON.parse(text) as State) : undefined;
}

export function isSandbox(): boolean {
  return pageFact("mode") === "sandbox";
}

// The pages this server has, by the names of their folders.
export function pagesThere(): ReadonlySet<string> {
  return new Set(pageFact("pages").split(" "));
}
