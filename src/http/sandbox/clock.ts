// Moves the sandbox's clock (D22). Registered in the sandbox only: production has real time and no such call.
import { Type } from "typebox";
import { moment } from "../../contract/fields.ts";
import { type AdvanceDeps, advanceClock } from "../../operations/advance-clock.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const SECONDS_MAX = 366 * 24 * 3600;

const call = callsOf<AdvanceDeps>("Sandbox");

export const clockCalls = [
  call({
    id: "advanceClock",
    at: "POST /sandbox/v1/clock/advance",
    summary: "Advance the clock",
    description: "Every timer, expiry and retry sees the new time; what became due has run when the call answers.",
    body: Type.Object({ seconds: Type.Number({ minimum: 0, maximum: SECONDS_MAX, examples: [600] }) }),
    answer: Type.Object({ now: moment }),
    invalid: "BAD_REQUEST",
    run: ({ body }, deps) => advanceClock(deps, body.seconds),
    encode: (now) => ({ now: unixSeconds(now) }),
  }),
];
