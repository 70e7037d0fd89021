// What partners may know of how the platform does: no figures, names or places.
import { Type } from "typebox";
import { field, oneOf } from "../../contract/fields.ts";
import { PART_STATES, STATUS_PARTS, stateOfAll } from "../../domain/health/platform-status.ts";
import type { Told } from "../../operations/console/look-at-status.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

type StatusDoor = { readonly status: () => Promise<Told> };

const state = oneOf(PART_STATES);
const call = callsOf<StatusDoor>("Public");

export const statusCalls = [
  call.plain({
    id: "seeStatus",
    at: "GET /status/v1/state",
    headers: { "cache-control": "public, max-age=10" },
    summary: "Whether the platform is up or delayed, and since when",
    description: "For partners, as the page `/status` shows it; looked at every ten seconds.",
    answer: Type.Object(
      {
        state,
        time: field.number("When it was looked at."),
        parts: Type.Array(
          Type.Object({
            part: oneOf(STATUS_PARTS),
            state,
            since: field.number("Since when it is not up; 0 while it is."),
          }),
          {
            description:
              "`api`: calls are answered. `work`: drivers are sought and callbacks sent. `drivers`: orders find one in time.",
          },
        ),
      },
      { title: "PlatformStatus" },
    ),
    run: async (_request, deps) => {
      const { parts, toldAt } = await deps.status();
      return {
        state: stateOfAll(parts),
        time: unixSeconds(toldAt),
        parts: parts.map(({ part, state, since }) => ({ part, state, since: unixSeconds(since) })),
      };
    },
  }),
];
