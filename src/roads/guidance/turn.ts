// Angles at a junction and the words for them.

const MODIFIERS = [
  "uturn",
  "sharp right",
  "right",
  "slight right",
  "straight",
  "slight left",
  "left",
  "sharp left",
] as const;
export type Modifier = (typeof MODIFIERS)[number];

export type Instruction = {
  readonly type:
    | "turn"
    | "new name"
    | "continue"
    | "end of road"
    | "fork"
    | "merge"
    | "on ramp"
    | "off ramp"
    | "notification";
  readonly modifier: Modifier;
};

export type RingKind = "roundabout" | "rotary" | "roundabout turn";

export type RingExit = "exit roundabout" | "exit rotary";

// What is said at a junction by itself.
export type Told = Instruction | { readonly type: RingExit; readonly modifier: Modifier } | "nothing";

// The bounds of OSRM: what it calls slight, a client of ours must hear as slight.
const STRAIGHT_TO = 20;
const SLIGHT_TO = 40;
const NORMAL_TO = 120;

export function modifierOf(turn: number): Modifier {
  const size = Math.abs(turn);
  if (size <= STRAIGHT_TO) return "straight";
  const side = turn > 0 ? "right" : "left";
  if (size <= SLIGHT_TO) return `slight ${side}`;
  return size <= NORMAL_TO ? side : `sharp ${side}`;
}

export function opposite(bearing: number): number {
  return (bearing + 180) % 360;
}

export type Worded = { readonly type: string };

export function isTurn({ type }: Worded): boolean {
  return type === "turn" || type === "continue" || type === "end of road";
}

// Along the same road, which is called something else from here on.
export function isOn({ type }: Worded): boolean {
  return type === "new name";
}
