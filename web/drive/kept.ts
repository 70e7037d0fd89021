// What the page keeps on the phone across restarts of the browser, as JSON under a name.

export function readKept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

// Undefined forgets. Where storage is shut, what would be kept lasts as long as the page.
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    document.documentElement.dataset.storage = "shut";
  }
}
