// Everything that delivering asks of the database, as one value: its rules are tried against one in memory too.
import type { Database } from "../db.ts";
import { bringForward, listEndpoints, releaseLeases, renewLeases, saveCircuit } from "./endpoints.ts";
import { loadDueEvents, recordTries, takeDueWork } from "./queue.ts";

export type Outbox = ReturnType<typeof openOutbox>;

// `gapTries`: after how many refusals of one event the later ones of its order go before it.
export function openOutbox(db: Database, gapTries: number) {
  return {
    takeDueWork: withDatabase(db, takeDueWork),
    loadDueEvents: withDatabase(db, loadDueEvents),
    recordTries: (tried: Parameters<typeof recordTries>[1]) => recordTries(db, tried, gapTries),
    listEndpoints: withDatabase(db, listEndpoints),
    renewLeases: withDatabase(db, renewLeases),
    releaseLeases: withDatabase(db, releaseLeases),
    saveCircuit: withDatabase(db, saveCircuit),
    bringForward: withDatabase(db, bringForward),
  };
}

function withDatabase<Given extends unknown[], Answer>(
  db: Database,
  ask: (db: Database, ...given: Given) => Answer,
): (...given: Given) => Answer {
  return (...given) => ask(db, ...given);
}
