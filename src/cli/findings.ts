// What a look at an installation found, a line each: whether it is well, and what to do if it is not.

export type Finding = {
  readonly is: "ok" | "warn" | "bad";
  readonly about: string;
  readonly found: string;
  // What mends it.
  readonly mend?: string;
};

export function ok(about: string, found: string): Finding {
  return { is: "ok", about, found };
}

export function warn(about: string, found: string, mend: string): Finding {
  return { is: "warn", about, found, mend };
}

export function bad(about: string, found: string, mend: string): Finding {
  return { is: "bad", about, found, mend };
}

const WORDS: Readonly<Record<Finding["is"], string>> = { ok: "ok  ", warn: "WARN", bad: "BAD " };
const ABOUT_WIDTH = 12;

export function printFinding({ is, about, found, mend }: Finding): string {
  return `${WORDS[is]}  ${about.padEnd(ABOUT_WIDTH)}  ${found}${mend ? `  ->  ${mend}` : ""}`;
}

export function printSum(findings: readonly Finding[]): string {
  const count = (is: Finding["is"]) => findings.filter((finding) => finding.is === is).length;
  return `${findings.length} looked at: ${count("bad")} bad, ${count("warn")} to mind.`;
}
