// One text for all JSON that says the same: keys in one order, numbers by their value. Arrays keep their order, which says something.

export function canonicalJson(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(canonicalJson).join(",")}]`;
  if (typeof json === "object" && json !== null) {
    const fields = json as Readonly<Record<string, unknown>>;
    const keys = Object.keys(fields).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`).join(",")}}`;
  }
  // JSON has no word for a number that is too large, and no two zeros.
  return typeof json === "number" ? String(json) : JSON.stringify(json ?? null);
}
