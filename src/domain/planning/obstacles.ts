// What stands in the way of a plan or of one order in it: a code for programs and pages, and the same in a sentence.

const SENTENCES = {
  NO_VEHICLE: () => "is no vehicle",
  VISITED_TWICE: ({ stop }: Details) => `stop ${stop} is visited twice`,
  PLANNED_AND_UNPLANNED: () => "is planned and unplanned",
  STOP_NOT_VISITED: () => "has a stop nobody visits",
  SPLIT: () => "is split between vehicles",
  BEFORE_PICKUP: () => "is delivered before it is picked up",
  OTHER_SKILLS: () => "needs other skills",
  ANOTHERS: () => "belongs to another",
  NOT_FOR_DRIVER: () => "may not go to this driver",
  STARTS_TOO_FULL: () => "starts with more than it holds",
  TOO_MUCH: () => "is more than the vehicle holds",
  TOO_MUCH_CASH: () => "brings more cash than may be carried",
  LATE: ({ stop, lateSeconds }: Details) => `stop ${stop} is ${lateSeconds} s late`,
  AFTER_SHIFT: ({ lateSeconds }: Details) => `ends ${lateSeconds} s after its shift`,
  // Of people, said before anything else.
  REFUSED_BY_DRIVER: () => "refused it",
  OTHER_VEHICLE: () => "has another kind of vehicle",
  LOCKED: () => "is locked as it is",
  // Of an order in no route.
  NOBODY: () => "Nobody is online.",
  NOBODY_LEFT: () =>
    "Every vehicle that could do it has no room or no time left: more vehicles, longer shifts or wider windows would help.",
  NO_ROAD: () => "No road leads to one of its stops: another place, near a road, would help.",
} satisfies Record<string, (details: Details) => string>;

// `lateSeconds`: where it is only a matter of time.
type Details = { readonly stop?: number; readonly lateSeconds?: number };

export type ObstacleCode = keyof typeof SENTENCES;
export const OBSTACLE_CODES = Object.keys(SENTENCES) as readonly ObstacleCode[];
export type Obstacle = Details & { readonly code: ObstacleCode; readonly why: string };

// What would make an order possible that no vehicle can take even alone.
const HELP: { readonly [Code in ObstacleCode]?: string } = {
  OTHER_SKILLS: "a vehicle with its skills would help",
  ANOTHERS: "its own vehicle would have to have time and room for it",
  NOT_FOR_DRIVER: "a driver who did not refuse it would help",
  STARTS_TOO_FULL: "a larger vehicle, or less in one order, would help",
  TOO_MUCH: "a larger vehicle, or less in one order, would help",
  TOO_MUCH_CASH: "a driver who may carry more cash, or another way to pay, would help",
  LATE: "a window that ends so much later, or a vehicle nearer to it, would help",
  AFTER_SHIFT: "a shift that ends so much later, or a vehicle nearer to it, would help",
};

export function obstacle(code: ObstacleCode, details: Details = {}): Obstacle {
  return { code, ...details, why: SENTENCES[code](details) };
}

export function withHelp({ code, why, ...details }: Obstacle): Obstacle {
  const help = HELP[code];
  return { code, ...details, why: `Even for a vehicle with nothing else to do: ${why}${help ? `; ${help}` : ""}.` };
}
