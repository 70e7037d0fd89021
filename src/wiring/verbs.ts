// The program's verbs. Each is loaded when it is asked for: `giao --help` need not wait for a server's hundreds of sources.
import type { Verb } from "../cli/words.ts";

export type ListedVerb = { readonly summary: string; readonly load: () => Promise<Verb> };

const ofRecords = (name: keyof typeof import("./verbs/record-verbs.ts")) => async () =>
  (await import("./verbs/record-verbs.ts"))[name];

export const VERBS: Readonly<Record<string, ListedVerb>> = {
  serve: { summary: "start the server", load: async () => (await import("./verbs/serve-verb.ts")).SERVE },
  migrate: {
    summary: "bring the database to this program's schema",
    load: async () => (await import("./verbs/database-verbs.ts")).MIGRATE,
  },
  seed: {
    summary: "add the starting catalogue and, in the sandbox, the demo partner",
    load: async () => (await import("./verbs/database-verbs.ts")).SEED,
  },
  check: {
    summary: "look at settings, database, map, disk and addresses, and say what to mend",
    load: async () => (await import("./verbs/check-verb.ts")).CHECK,
  },
  partner: { summary: "create a partner and its keys", load: ofRecords("PARTNER") },
  "top-up": { summary: "pay money into an account's wallet", load: ofRecords("TOP_UP") },
  order: { summary: "tell what happened to an order", load: ofRecords("ORDER") },
  map: {
    summary: "build a map from OpenStreetMap extracts, or tell which one is there",
    load: async () => (await import("./verbs/map-verb.ts")).MAP,
  },
  simulate: {
    summary: "run a day under the virtual clock, one dispatch policy beside the other",
    load: async () => (await import("./verbs/simulate-verb.ts")).SIMULATE,
  },
  eta: { summary: "tell whether the times people were told could be trusted", load: ofRecords("ETA") },
  dispatch: {
    summary: "check the log of a day of dispatch",
    load: async () => (await import("../cli/audit.ts")).DISPATCH,
  },
  ledger: { summary: "recompute the ledger and say what is off", load: ofRecords("LEDGER") },
  figures: { summary: "count the figures of hours and days again from orders", load: ofRecords("FIGURES") },
  audit: { summary: "prove that no row of the audit log was taken out or changed", load: ofRecords("AUDIT") },
  data: { summary: "tell which months of data are kept, copy them out and let them go", load: ofRecords("DATA") },
  photos: { summary: "bring photos from this machine's disk into the bucket", load: ofRecords("PHOTOS") },
  secrets: { summary: "seal the secrets in the database with another key", load: ofRecords("SECRETS") },
};
