// Moves the sandbox's clock (D22). Registered in the sandbox only: production has real time and no such call.
import { Type } from "typebox";
import { type AdvanceDeps, advanceClock } from "../../operations/advance-clock.ts";
import { responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { unixSeconds } from "../wire/time.ts";

const SECONDS_MAX = 366 * 24 * 3600;

export type ClockDoor = AdvanceDeps;

export function registerClockCalls(app: App, deps: ClockDoor): void {
  app.post(
    "/sandbox/v1/clock/advance",
    {
      attachValidation: true,
      schema: {
        tags: ["Sandbox"],
        operationId: "advanceClock",
        summary: "Advance the clock",
        description: "Every timer, expiry and retry sees the new time; what became due has run when the call answers.",
        body: Type.Object({ seconds: Type.Number({ minimum: 0, maximum: SECONDS_MAX, examples: [600] }) }),
        response: responses(Type.Object({ now: Type.Number({ description: "Unix timestamp." }) })),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "BAD_REQUEST");
      if (invalid) return sendRefusal(reply, invalid);
      return reply.send({ now: unixSeconds(await advanceClock(deps, request.body.seconds)) });
    },
  );
}
