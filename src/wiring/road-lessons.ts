// Keeps the roads of this process at the times that were learnt: anew in every hour of the week, once enough has been driven.
import { weekHourOf } from "../domain/eta/week-hours.ts";
import { type LearnRoadsDeps, learnRoads } from "../operations/dispatch/learn-roads.ts";
import type { Loop } from "../ports/flow/loop.ts";
import { repeat } from "../worker/repeat.ts";
import type { House } from "./house.ts";

const LOOK_EVERY_MS = 60_000;
// Raising both profiles of a city takes ten seconds of a thread that others come before.
const DEADLINE_MS = 10 * 60_000;

export function startRoadLessons(house: LearnRoadsDeps & Pick<House, "rounds" | "log">): Loop {
  let done: { readonly weekHour: number; readonly map: string } | undefined;
  return repeat(
    { name: "learned roads", everyMs: LOOK_EVERY_MS, deadlineMs: DEADLINE_MS },
    async () => {
      const now = { weekHour: weekHourOf(house.clock.now()), map: house.roads.version().map };
      if (done?.weekHour === now.weekHour && done.map === now.map) return;
      const profiles = await learnRoads(house);
      done = now;
      if (profiles.length > 0)
        house.log.info({ profiles, weekHour: now.weekHour }, "roads take the times that were learnt");
    },
    house.rounds,
  );
}
