// A migration taken apart for tables that are large. In one transaction a file would keep every lock it ever took until its slowest statement
// is done: an index on a million orders held all writes for 36 s. So what takes long runs by itself and holds nothing that a writer needs:
// an index is built concurrently, rows are updated a few pages at a time, a constraint is validated alone. What is quick
// stays together. The files say nothing of it, and those that were released need not be changed.

export type Statement = {
  // As it was written, with the comments before it.
  readonly text: string;
  // Lower case, one space between words, bodies of functions, texts and comments left out.
  readonly code: string;
  readonly comments: readonly string[];
};

// `upTo`: the number of the statement it ends with, from 1; how far a migration has got is kept by it.
export type Part = { readonly upTo: number; readonly text: string } & (
  | { readonly kind: "together" | "alone" }
  | { readonly kind: "index"; readonly index: string; readonly table: string }
  | { readonly kind: "rows"; readonly table: string }
);

const INDEX = /^create (?:unique )?index (?:if not exists )?(\w+) on (?:only )?(\w+)/;
const UPDATE = /^update (?:only )?(\w+) set /;
const VALIDATE = /^alter table (?:only )?(\w+) validate constraint \w+$/;

// The tables that a file's slow statements are about; those it makes itself are new to everybody.
export function slowTablesOf(statements: readonly Statement[]): readonly string[] {
  return [...new Set(statements.flatMap(({ code }) => slowOf(code)?.table ?? []))];
}

export function partsOf(statements: readonly Statement[], isLarge: (table: string) => boolean): readonly Part[] {
  const parts: Part[] = [];
  for (const [at, { text, code }] of statements.entries()) {
    const upTo = at + 1;
    const slow = slowOf(code);
    const last = parts.at(-1);
    if (slow && isLarge(slow.table)) parts.push({ upTo, ...slowPart(slow, text) });
    else if (last?.kind === "together") parts[parts.length - 1] = { ...last, upTo, text: `${last.text};\n${text}` };
    else parts.push({ upTo, kind: "together", text });
  }
  return parts;
}

type Slow = { readonly kind: "index" | "rows" | "alone"; readonly table: string; readonly index?: string };

function slowOf(code: string): Slow | undefined {
  const [, index, indexed] = INDEX.exec(code) ?? [];
  if (index !== undefined && indexed !== undefined) return { kind: "index", table: indexed, index };
  const updated = UPDATE.exec(code)?.[1];
  if (updated !== undefined) return { kind: "rows", table: updated };
  const validated = VALIDATE.exec(code)?.[1];
  return validated === undefined ? undefined : { kind: "alone", table: validated };
}

function slowPart({ kind, table, index = "" }: Slow, text: string) {
  if (kind === "rows") return { kind, table, text: ofPages(text, table) };
  if (kind === "alone") return { kind, text };
  return {
    kind,
    index,
    table,
    text: text.replace(/\bcreate (unique )?index (if not exists )?/i, "create $1index concurrently "),
  };
}

// Those of an update's rows that lie in the pages from $1 up to $2. A row that is written again behind the last page was written by a
// program, or a trigger, that knows what the update is for.
function ofPages(text: string, table: string): string {
  const pages = `${table}.ctid >= $1::tid and ${table}.ctid < $2::tid`;
  const where = /\nwhere\b([\s\S]*)$/i.exec(text);
  return where ? `${text.slice(0, where.index)}\nwhere (${where[1]})\n  and ${pages}` : `${text}\nwhere ${pages}`;
}

export function statementsOf(script: string): readonly Statement[] {
  const statements: Statement[] = [];
  let [text, code, comments] = ["", "", [] as string[]];
  const end = (): void => {
    const words = code.replace(/\s+/g, " ").trim().toLowerCase();
    if (words !== "") statements.push({ text: text.trim(), code: words, comments });
    [text, code, comments] = ["", "", []];
  };
  for (const [part] of script.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[\s\S]/g)) {
    if (part === ";") {
      end();
      continue;
    }
    text += part;
    if (part.startsWith("--")) comments.push(part);
    else if (part.startsWith("/*")) code += " ";
    else if (part.length > 1) code += part.startsWith("$") ? "$$" : "''";
    else code += part;
  }
  end();
  return statements;
}
