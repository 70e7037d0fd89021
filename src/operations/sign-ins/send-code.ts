// Sends a one-time code to a phone, so many an hour whoever asks: each new code would bring new tries at guessing one, and a
// stranger's phone would ring all night.
import { CODE_LENGTH, type CodePurpose, codeCounter } from "../../domain/accounts/one-time-code.ts";
import { isRefusal, type Promised, refuseForNow } from "../../domain/refusal.ts";
import type { SmsSent } from "../../ports/sms.ts";
import type { Services } from "../services.ts";
import { type CountDeps, spendTry, takeTryBack } from "./count-tries.ts";

export type CodeDeps = CountDeps &
  Pick<Services, "random" | "sms"> & {
    // Off where other limits are (RATE_LIMITS): somebody tries the calls of a sandbox.
    readonly limitsCodes: boolean;
  };

export type CodeMessage = {
  readonly purpose: CodePurpose;
  readonly to: string;
  readonly text: (code: string) => string;
  // Before it is sent: a code that arrives always works, one that was never sent is replaced by asking again.
  readonly save: (code: string) => Promise<void>;
};

export type CodeRefusal = "TOO_MANY_REQUESTS" | "SERVICE_UNAVAILABLE";

const RETRY_AFTER_SECONDS = 5;

export async function sendCode(
  deps: CodeDeps,
  { purpose, to, text, save }: CodeMessage,
): Promised<SmsSent, CodeRefusal> {
  const counter = codeCounter(purpose, to);
  const wait = deps.limitsCodes ? await spendTry(deps, [counter]) : 0;
  if (wait > 0) {
    return refuseForNow("TOO_MANY_REQUESTS", `Too many codes were sent to this phone; try again in ${wait} s.`, wait);
  }
  const code = deps.random.text(CODE_LENGTH, "0123456789");
  await save(code);
  const sent = await deps.sms.send({ to, text: text(code), code });
  if (!isRefusal(sent)) return sent;
  await takeTryBack(deps, counter);
  return refuseForNow(
    "SERVICE_UNAVAILABLE",
    "The message could not be sent; try again in a moment.",
    RETRY_AFTER_SECONDS,
  );
}
