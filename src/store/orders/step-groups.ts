// Steps that move money of one account are saved together when they come together. The account's row is held until a commit is safely in the log,
// so one by one they would wait for as many flushes as there are steps; those that come while one is being saved leave with the next statement and
// wait for one. A step that comes alone is saved at once.
import type { Phone } from "../../domain/phone.ts";
import { beginWriting, withoutDeadline } from "../../ports/deadline.ts";
import type { Database } from "../db.ts";
import { KeyTaken } from "./idempotency.ts";
import { StepMoved, type StepToSave, saveStep, saveSteps } from "./save-step.ts";

// A group is done by one backend, one step after another, with the account's row in hand. 48 deliveries at once took 689 ms one by one, 344 ms in
// groups of 64 and 303 ms in groups of 16; six accounts took 199 to 307 ms beside them.
const GROUP_MAX = 16;

type Waiting = {
  readonly step: StepToSave;
  readonly resolve: (told: readonly Phone[]) => void;
  readonly reject: (error: unknown) => void;
};
type Groups = Map<Phone, Waiting[]>;

const groupsOf = new WeakMap<Database, Groups>();

export function saveWithOthers(db: Database, step: StepToSave, share: readonly string[]): Promise<readonly Phone[]> {
  const groups = groupsOf.get(db) ?? new Map<Phone, Waiting[]>();
  groupsOf.set(db, groups);
  const { ownerPhone } = step.before;
  const waiting = groups.get(ownerPhone);
  if (waiting) {
    // Once it is among others it is not given up any more.
    beginWriting();
    return new Promise((resolve, reject) => waiting.push({ step, resolve, reject }));
  }
  groups.set(ownerPhone, []);
  return saveStep(db.with({ share }), step).finally(() => void withoutDeadline(() => saveNext(db, groups, ownerPhone)));
}

async function saveNext(db: Database, groups: Groups, ownerPhone: Phone): Promise<void> {
  for (;;) {
    const group = groups.get(ownerPhone)!.splice(0, GROUP_MAX);
    if (group.length === 0) {
      groups.delete(ownerPhone);
      return;
    }
    try {
      const verdicts = await saveSteps(
        db.with({ share: [ownerPhone] }),
        group.map(({ step }) => step),
      );
      for (const [at, { step, resolve, reject }] of group.entries()) {
        const verdict = verdicts[at]!;
        if ("told" in verdict) resolve(verdict.told);
        else if (isItsOwn(verdict.error)) reject(verdict.error);
        // Whatever else went wrong is judged where a step is alone: a row that somebody holds is waited for there.
        else saveStep(db.with({ share: [ownerPhone] }), step).then(resolve, reject);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

function isItsOwn(error: unknown): boolean {
  return error instanceof StepMoved || error instanceof KeyTaken;
}
