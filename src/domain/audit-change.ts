// What a write changed, as the audit log keeps it: the fields that differ, as they were and as they are. Phones are shortened as everywhere in the log.
import { shortened } from "./audit-target.ts";
import { canonicalJson } from "./canonical-json.ts";

export type Seen = Readonly<Record<string, unknown>>;
export type AuditChange = { readonly before: Seen; readonly after: Seen };

// Long texts (outlines, tariffs with all their zones) are told by their beginning.
const TEXT_LENGTH_MAX = 500;

// undefined: nothing differs.
export function changeBetween(before: Seen | undefined, after: Seen | undefined): AuditChange | undefined {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => canonicalJson(before?.[name]) !== canonicalJson(after?.[name]));
  if (changed.length === 0) return undefined;
  const of = (seen: Seen | undefined): Seen =>
    Object.fromEntries(changed.flatMap((name) => (seen && name in seen ? [[name, kept(seen[name])]] : [])));
  return { before: of(before), after: of(after) };
}

function withoutPhone(text: string): string {
  const short = shortened(text);
  return short.startsWith("…") ? short : text;
}

function kept(value: unknown): unknown {
  if (typeof value === "string") return withoutPhone(value).slice(0, TEXT_LENGTH_MAX);
  if (typeof value !== "object" || value === null) return value;
  const text = canonicalJson(value);
  return text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : value;
}
