// What a driver must be told at one junction, in OSRM's words, or nothing when the way is plain. Roundabouts are not
// decided here: they span several junctions.
import { turnDegrees } from "../micro.ts";
import { type Arm, type Junction, ROAD_CLASSES, type Street } from "../path.ts";
import { type Modifier, modifierOf, opposite } from "./turn.ts";

export type Instruction = {
  readonly type: "turn" | "new name" | "continue" | "end of road" | "fork" | "merge" | "on ramp" | "off ramp";
  readonly modifier: Modifier;
};

type Choice = { readonly arm: Arm; readonly turn: number };

// A fork's two ways lie in front of the driver and part at a sharp angle.
const FORK_TURN_MAX = 40;
const FORK_GAP_MAX = 60;
const MERGE_TURN_MAX = 45;
// Both ways at the end of a road lead aside.
const ASIDE_MIN = 60;
const ASIDE_MAX = 130;
// A way is plain when it bends no more than this, and any other way of its rank bends this much more. Into another street
// a bend that has a word of its own is never plain.
const PLAIN_TURN_MAX = 60;
const PLAIN_TURN_MAX_NEW_NAME = 40;
const PLAIN_LEAD = 35;
const PLAIN_LEAD_SAME_NAME = 15;
// Ranks apart at which a side road no longer makes anybody doubt; an alley beside a street never does.
const LESSER_BY = 3;
const ALLEY_RANK = ROAD_CLASSES.indexOf("service");

export function instruct(from: Street, junction: Junction): Instruction | undefined {
  const out = junction.arms[junction.out];
  const into = junction.arms[junction.in];
  if (!out || !into) throw new Error("the path leaves a junction by no arm");
  const same = isSameRoad(from, out);
  if (junction.in === junction.out) return { type: same ? "continue" : "turn", modifier: "uturn" };

  const before = opposite(into.bearing);
  const turn = turnDegrees(before, out.bearing);
  const modifier = modifierOf(turn);
  const others = junction.arms
    .map((arm) => ({ arm, turn: turnDegrees(before, arm.bearing) }))
    .filter((_, index) => index !== junction.in && index !== junction.out);
  const open = others.filter(({ arm }) => arm.mayEnter);

  if (isRamp(from, out)) return { type: isFast(out) && !isFast(from) ? "on ramp" : "off ramp", modifier };
  if (isMerge(from, out, turn)) return { type: "merge", modifier: mergeSide(turn, others) };
  const aside = open.find((other) => isFork(out, turn, other));
  if (aside && !(same && !isSameRoad(from, aside.arm))) {
    return { type: "fork", modifier: turn > aside.turn ? "slight right" : "slight left" };
  }
  if (!same && isEndOfRoad(junction, turn, others)) return { type: "end of road", modifier };
  // Straight on is no turn, however many ways there are beside it.
  if (modifier === "straight" || isPlain(out, turn, open, same)) {
    return isNewName(from, out) ? { type: "new name", modifier } : undefined;
  }
  return { type: same ? "continue" : "turn", modifier };
}

function isSameRoad(a: Street, b: Street): boolean {
  return (a.name !== "" && a.name === b.name) || (a.name === "" && b.name === "" && a.ref !== "" && a.ref === b.ref);
}

function isNewName(from: Street, to: Street): boolean {
  return to.name !== "" && to.name !== from.name;
}

function isFast({ roadClass }: Street): boolean {
  return roadClass === "motorway" || roadClass === "trunk";
}

function isRamp(from: Street, out: Street): boolean {
  return out.isLink && !from.isLink && isFast(out);
}

function isMerge(from: Street, out: Street, turn: number): boolean {
  return from.isLink && !out.isLink && isFast(out) && Math.abs(turn) <= MERGE_TURN_MAX;
}

// One merges to the side the great road comes from; its own arm, driven toward us, says where that is.
function mergeSide(turn: number, others: readonly Choice[]): Modifier {
  if (Math.abs(turn) > 1) return turn > 0 ? "slight right" : "slight left";
  const road = others.find(({ arm }) => !arm.mayEnter && isFast(arm) && !arm.isLink);
  return road && road.turn > 0 ? "slight right" : "slight left";
}

function isFork(out: Arm, turn: number, other: Choice): boolean {
  return (
    Math.abs(turn) <= FORK_TURN_MAX &&
    Math.abs(other.turn) <= FORK_TURN_MAX &&
    Math.abs(turn - other.turn) <= FORK_GAP_MAX &&
    rankOf(out) === rankOf(other.arm)
  );
}

function isEndOfRoad(junction: Junction, turn: number, others: readonly Choice[]): boolean {
  const [other] = others;
  const leadsAside = (degrees: number) => Math.abs(degrees) >= ASIDE_MIN && Math.abs(degrees) <= ASIDE_MAX;
  return (
    junction.arms.length === 3 &&
    other !== undefined &&
    leadsAside(turn) &&
    leadsAside(other.turn) &&
    turn > 0 !== other.turn > 0
  );
}

function isPlain(out: Arm, turn: number, open: readonly Choice[], same: boolean): boolean {
  const size = Math.abs(turn);
  const rivals = open.filter(({ arm }) => !isLesser(arm, out));
  if (open.length === 0) return true;
  if (rivals.length === 0) return same || size <= PLAIN_TURN_MAX;
  const [most, lead] = same ? [PLAIN_TURN_MAX, PLAIN_LEAD_SAME_NAME] : [PLAIN_TURN_MAX_NEW_NAME, PLAIN_LEAD];
  return size <= most && rivals.every((rival) => Math.abs(rival.turn) >= size + lead);
}

function isLesser(arm: Street, out: Street): boolean {
  const [rank, outRank] = [rankOf(arm), rankOf(out)];
  return rank >= outRank + LESSER_BY || (rank >= ALLEY_RANK && outRank < ALLEY_RANK);
}

function rankOf({ roadClass }: Street): number {
  return ROAD_CLASSES.indexOf(roadClass);
}
