// The sandbox's robots, started with the program where it both serves and works.
import { DEMO } from "../operations/seed.ts";
import { POSTS, startRobots } from "../worker/robots/robot-fleet.ts";
import type { House } from "./house.ts";
import { isApiProcess } from "./processes.ts";

const ROBOT_TICK_MS = 1_000;

// Robots come through the doors, so they start when those are open and stop before they close. `root` is where this program
// answers on this machine.
export function startRobotsIfAny(house: House, root: string): () => Promise<void> {
  const { settings } = house;
  const isTheirs = settings.robots && settings.mode === "sandbox" && settings.role === "all" && !isApiProcess();
  if (!isTheirs) return async () => undefined;
  const deps = {
    ...house,
    root,
    operatorKey: settings.operatorKeys[0],
    routeKey: DEMO.routeKey,
    speed: settings.robotSpeed,
    tickMs: ROBOT_TICK_MS,
  };
  return startRobots(deps, POSTS, (error) => house.log.warn({ err: error }, "a robot starts again in a moment")).stop;
}
