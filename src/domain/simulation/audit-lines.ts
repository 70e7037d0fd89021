// The lines of a day's log, read one by one and put into the sequence in which they happened.

export type AuditFault = { readonly line: number; readonly what: string };
export type Line = { readonly number: number; readonly fields: Readonly<Record<string, unknown>> };

// At one moment things happen in this sequence.
const SEQUENCE = [
  "rules",
  "driver_on",
  "wallet",
  "order",
  "window",
  "given_up",
  "seen",
  "picked_up",
  "door",
  "delivered",
  "money",
  "moved",
  "route",
  "offered",
  "declined",
  "lapsed",
  "withdrawn",
  "lost",
  "taken_back",
  "given",
  "accepted",
  "cancelled",
  "driver_off",
  "figures",
];

// A drive is done when it ends, and before what is done there.
export function inSequence(lines: readonly Line[]): readonly Line[] {
  const rank = ({ fields }: Line): number => SEQUENCE.indexOf(String(fields.kind));
  const endOf = ({ fields }: Line): number => Number(fields.until ?? fields.at ?? Infinity);
  return lines.toSorted(
    (a, b) => endOf(a) - endOf(b) || (isDrive(b) ? 1 : 0) - (isDrive(a) ? 1 : 0) || rank(a) - rank(b),
  );
}

function isDrive({ fields }: Line): boolean {
  return fields.kind === "moved";
}

export function linesOf(text: string, faults: AuditFault[]): readonly Line[] {
  const lines: Line[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const fields = readObject(line);
    if (fields && SEQUENCE.includes(String(fields.kind))) lines.push({ number: at + 1, fields });
    else faults.push({ line: at + 1, what: "is not a line of a log" });
  }
  return lines;
}

function readObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
