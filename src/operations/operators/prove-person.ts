// Whether somebody is who they say: a password, and a code of their app where they have one. Tries are counted before either is looked at.
import { strangerCounters } from "../../domain/drivers/sign-in.ts";
import { parseEmail, plainRecoveryCode } from "../../domain/operators/person.ts";
import { isRefusal, type Promised, refuse, refuseForNow } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import { isPassword } from "../../ports/passwords.ts";
import { hashSecret } from "../../ports/secrets.ts";
import { stepOfCode } from "../../ports/totp.ts";
import {
  findPersonByEmail,
  type Person,
  placeOfTotp,
  spendRecoveryCode,
  spendTotpStep,
} from "../../store/operators/operators.ts";
import type { Services } from "../services.ts";
import { type CountDeps, forgetTries, spendTry } from "../sign-ins/count-tries.ts";

export type ProofDeps = CountDeps & Pick<Services, "vault"> & { readonly trueTime: Clock };

export type SignInRefusal = "TOO_MANY_REQUESTS" | "NOT_AUTHORIZED" | "CODE_REQUIRED" | "INVALID_CODE";

export type GivenProof = { readonly password?: string | undefined; readonly code?: string | undefined };

// An e-mail that nobody has counts and takes as long as any other.
export async function provePerson(
  deps: ProofDeps,
  given: GivenProof & { readonly email: string },
  network: string,
): Promised<Person, SignInRefusal> {
  const parsed = parseEmail(given.email);
  const email = isRefusal(parsed) ? "" : parsed;
  return counted(deps, email, network, async () => {
    const person = await findPersonByEmail(deps.db, email);
    const isRight = await isPassword(given.password ?? "", person?.passwordHash);
    if (!person || !isRight || person.disabledAt !== null)
      return refuse("NOT_AUTHORIZED", "The e-mail or the password is wrong.");
    if (person.totpSince === null) return person;
    if (!given.code) return refuse("CODE_REQUIRED", "code: the one your authenticator app shows now.", "code");
    return (await isCode(deps, person, given.code)) ? person : wrongCode();
  });
}

// The password again, or a code: whichever is at hand.
export async function proveAgain(
  deps: ProofDeps,
  person: Person,
  { password, code }: GivenProof,
  network: string,
): Promised<Person, SignInRefusal> {
  return counted(deps, person.email, network, async () => {
    if (code && person.totpSince !== null) return (await isCode(deps, person, code)) ? person : wrongCode();
    return (await isPassword(password ?? "", person.passwordHash))
      ? person
      : refuse("NOT_AUTHORIZED", "password is wrong.", "password");
  });
}

// Of the app, each once, or one of those on paper.
async function isCode(deps: ProofDeps, person: Person, code: string): Promise<boolean> {
  const step = stepOfCode(totpOf(deps, person), code, deps.trueTime.now());
  if (step !== undefined) return spendTotpStep(deps.db, person.id, step);
  return spendRecoveryCode(deps.db, person.id, recoveryHash(person.id, code));
}

export function totpOf({ vault }: Pick<Services, "vault">, { id, totpSecret }: Person): Buffer {
  return Buffer.from(vault.open(placeOfTotp(id), totpSecret ?? ""), "hex");
}

// Random and long enough for one hash; with the person, so that one code is no two people's.
export function recoveryHash(personId: string, code: string): Buffer {
  return hashSecret(`${personId} ${plainRecoveryCode(code)}`);
}

async function counted(
  deps: ProofDeps,
  email: string,
  network: string,
  look: () => Promised<Person, SignInRefusal>,
): Promised<Person, SignInRefusal> {
  const { ofNumber, ofAddress } = strangerCounters(`operator ${email}`, network);
  const wait = await spendTry(deps, [...ofNumber, ofAddress]);
  if (wait > 0) return refuseForNow("TOO_MANY_REQUESTS", `Too many tries; wait ${wait} s.`, wait);
  const answer = await look();
  if (!isRefusal(answer)) await forgetTries(deps, ofNumber);
  return answer;
}

function wrongCode() {
  return refuse("INVALID_CODE", "code is wrong, or was used before.", "code");
}
