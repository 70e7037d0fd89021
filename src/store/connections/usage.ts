// Where the database's time goes, as this process sees it: how often each statement ran and how long it was waited for, and how long each
// partner's requests held a connection. Counted from the start of the process; texts hold no values, so nothing of a person is in them.
import { thisWork } from "../../ports/deadline.ts";

type StatementUse = { count: number; seconds: number };

export type Usage = {
  readonly statements: ReadonlyMap<string, Readonly<StatementUse>>;
  // In seconds, by partner; OTHERS and OWN_WORK beside them.
  readonly held: ReadonlyMap<string, number>;
};

export type UsageBook = Usage & {
  readonly noteStatement: (text: string, ms: number) => void;
  readonly noteHeld: (ms: number) => void;
};

const PARTNER = "partner ";
// Drivers, the operator, and who has proved nothing yet; what nobody called for.
const OTHERS = "(others)";
const OWN_WORK = "(own work)";
// Every text is one of ours; those built from parts are told together.
const NAMES_MAX = 300;
const PARTNERS_MAX = 1_000;

export function openUsage(): UsageBook {
  const statements = new Map<string, StatementUse>();
  const held = new Map<string, number>();
  const names = new Map<string, string>();

  function nameOf(text: string): string {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = statementName(text);
    if (names.size < NAMES_MAX) names.set(text, name);
    return name;
  }

  return {
    statements,
    held,
    noteStatement: (text, ms) => {
      const name = nameOf(text);
      const use = statements.get(name) ?? { count: 0, seconds: 0 };
      statements.set(name, use);
      use.count += 1;
      use.seconds += ms / 1000;
    },
    noteHeld: (ms) => {
      const whose = holder();
      const key = held.has(whose) || held.size < PARTNERS_MAX ? whose : OTHERS;
      held.set(key, (held.get(key) ?? 0) + ms / 1000);
    },
  };
}

function holder(): string {
  const work = thisWork();
  if (!work) return OWN_WORK;
  const group = work.proved ?? work.caller.group;
  return group.startsWith(PARTNER) ? group.slice(PARTNER.length) : OTHERS;
}

const BUILT_IN = /^(pg_|set_config$|coalesce$|count$|exists$)/;

// A name that a person recognises: the function of the schema that is called, or what is done to which table.
export function statementName(text: string): string {
  const words = text
    .replace(/--[^\n]*/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
  const called = /^select (?:[\w, ]+ from )?(\w+)\(/.exec(words)?.[1];
  if (called !== undefined && !BUILT_IN.test(called)) return called;
  const written = /\b(insert into|update|delete from) (\w+)/.exec(words);
  if (written) return `${written[1]!.split(" ")[0]} ${written[2]}`;
  // Of a list that is handed over, what it is joined to.
  const read = /\b(?:from|join) (?:only )?(?!unnest\b|lateral\b)(\w+)/.exec(words)?.[1];
  if (/^(select|with)\b/.test(words) && read !== undefined) return `select ${read}`;
  return /^\w+/.exec(words)?.[0] ?? "nothing";
}
