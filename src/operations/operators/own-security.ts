// What people of the operator's do about themselves: password, second factor, recovery codes.
import type { Operator } from "../../domain/operators/operator.ts";
import { judgePassword } from "../../domain/operators/password.ts";
import { RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH, RECOVERY_CODES, refuseStale } from "../../domain/operators/person.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { hashPassword } from "../../ports/passwords.ts";
import { base32, stepOfCode, TOTP_SECRET_BYTES, totpUri } from "../../ports/totp.ts";
import { markProved, removeSessionOfOperator, removeSessionsOfOperator } from "../../store/accounts/web-sessions.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import {
  confirmTotp,
  findPerson,
  type Person,
  placeOfTotp,
  replaceRecoveryCodes,
  savePassword,
  saveTotp,
  spendTotpStep,
} from "../../store/operators/operators.ts";
import { openSealer } from "../../store/secrets/sealer.ts";
import type { Services } from "../services.ts";
import { unknownPerson } from "./people.ts";
import {
  type GivenProof,
  type ProofDeps,
  proveAgain,
  recoveryHash,
  type SignInRefusal,
  totpOf,
} from "./prove-person.ts";

export type SecurityDeps = ProofDeps & Pick<Services, "random">;
// The browser that asks, which stays signed in.
export type Here = { readonly operator: Operator; readonly idHash: string; readonly network: string };

export async function seeSelf(deps: Pick<Services, "db">, { id }: Operator): Promised<Person, "NOT_FOUND"> {
  return (await findPerson(deps.db, id ?? "")) ?? unknownPerson(id ?? "");
}

// Good for some minutes, in this browser.
export async function proveHere(
  deps: SecurityDeps,
  { operator, idHash, network }: Here,
  given: GivenProof,
): Promised<object, SignInRefusal | "NOT_FOUND"> {
  const self = await seeSelf(deps, operator);
  if (isRefusal(self)) return self;
  const proved = await proveAgain(deps, self, given, network);
  if (isRefusal(proved)) return proved;
  await markProved(deps.db, idHash, deps.clock.now());
  return {};
}

// Other browsers are signed out: one changes a password because somebody may know it.
export async function changePassword(
  deps: SecurityDeps,
  { operator, idHash, network }: Here,
  given: { readonly password: string; readonly newPassword: string },
): Promised<object, SignInRefusal | "NOT_FOUND" | "INVALID_DATA"> {
  const self = await seeSelf(deps, operator);
  if (isRefusal(self)) return self;
  const weak = judgePassword(given.newPassword, self.email, "new_password");
  if (weak) return weak;
  const proved = await proveAgain(deps, self, { password: given.password }, network);
  if (isRefusal(proved)) return proved;
  const passwordHash = await hashPassword(given.newPassword);
  await inTransaction(deps.db, async (tx) => {
    await savePassword(tx, self.id, passwordHash);
    await removeSessionsOfOperator(tx, self.id, idHash);
  });
  return {};
}

// `named`: how a session's hash begins.
export async function endOwnSession(
  { db }: Pick<Services, "db">,
  { id }: Operator,
  named: string,
): Promised<object, "NOT_FOUND"> {
  const isGone = SESSION_NAME.test(named) && (await removeSessionOfOperator(db, id ?? "", named));
  return isGone ? {} : refuse("NOT_FOUND", "There is no such session any more.");
}

// Enough to tell one's own browsers apart.
export const SESSION_NAME_LENGTH = 16;
const SESSION_NAME = /^[0-9a-f]{16}$/;

export type NewTotp = { readonly secret: string; readonly uri: string };

// It counts once its first code has come.
export async function beginTotp(
  deps: SecurityDeps,
  operator: Operator,
): Promised<NewTotp, "NOT_FOUND" | "PROOF_REQUIRED" | "NOT_ALLOWED"> {
  const stale = refuseStale(operator, deps.clock.now());
  if (stale) return stale;
  const self = await seeSelf(deps, operator);
  if (isRefusal(self)) return self;
  if (self.totpSince !== null) return refuse("NOT_ALLOWED", "There is a second factor; take it away first.");
  const secret = Buffer.from(deps.random.hex(TOTP_SECRET_BYTES), "hex");
  await inTransaction(deps.db, async (tx) => {
    const seal = await openSealer(tx, deps.vault);
    await saveTotp(tx, self.id, seal(placeOfTotp(self.id), secret.toString("hex")), null);
  });
  return { secret: base32(secret), uri: totpUri(secret, "Giao", self.email) };
}

export async function finishTotp(
  deps: SecurityDeps,
  operator: Operator,
  code: string,
): Promised<readonly string[], "NOT_FOUND" | "PROOF_REQUIRED" | "NOT_ALLOWED" | "INVALID_CODE"> {
  const stale = refuseStale(operator, deps.clock.now());
  if (stale) return stale;
  const self = await seeSelf(deps, operator);
  if (isRefusal(self)) return self;
  if (self.totpSecret === null || self.totpSince !== null) return refuse("NOT_ALLOWED", "Begin with a new secret.");
  const step = stepOfCode(totpOf(deps, self), code, deps.trueTime.now());
  if (step === undefined || !(await spendTotpStep(deps.db, self.id, step)))
    return refuse("INVALID_CODE", "code is wrong, or was used before.", "code");
  return inTransaction(deps.db, async (tx) => {
    await confirmTotp(tx, self.id, deps.clock.now());
    return giveRecoveryCodes(deps, tx, self.id);
  });
}

export async function endTotp(
  deps: SecurityDeps,
  operator: Operator,
): Promised<object, "NOT_FOUND" | "PROOF_REQUIRED"> {
  const stale = refuseStale(operator, deps.clock.now());
  if (stale) return stale;
  const self = await seeSelf(deps, operator);
  if (isRefusal(self)) return self;
  await inTransaction(deps.db, async (tx) => {
    await saveTotp(tx, self.id, null, null);
    await replaceRecoveryCodes(tx, self.id, []);
  });
  return {};
}

// The old ones are worth nothing from then on.
export async function renewRecoveryCodes(
  deps: SecurityDeps,
  operator: Operator,
): Promised<readonly string[], "NOT_FOUND" | "PROOF_REQUIRED" | "NOT_ALLOWED"> {
  const stale = refuseStale(operator, deps.clock.now());
  if (stale) return stale;
  const self = await seeSelf(deps, operator);
  if (isRefusal(self)) return self;
  if (self.totpSince === null) return refuse("NOT_ALLOWED", "Codes are for who has an authenticator app.");
  return inTransaction(deps.db, (tx) => giveRecoveryCodes(deps, tx, self.id));
}

async function giveRecoveryCodes({ random }: SecurityDeps, tx: Sql, id: string): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => random.text(RECOVERY_CODE_LENGTH, RECOVERY_ALPHABET));
  await replaceRecoveryCodes(
    tx,
    id,
    codes.map((code) => recoveryHash(id, code)),
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}
