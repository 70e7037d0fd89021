// What a driver must be told at one junction, in OSRM's words, or nothing when the way is plain. Roundabouts are not
// decided here: they span several junctions.
import type { Around, Junction, Street } from "../path.ts";
import { isNameless, isNewName, isSameRoad } from "./names.ts";
import { isFerry, isMinor, isMotorway, isPlainlyGreater, isRamp, rankOf } from "./rank.ts";
import { type Instruction, type Modifier, modifierOf } from "./turn.ts";
import { look, type View, type Way } from "./view.ts";

const ONWARD_BEND_MAX = 60;

export function instruct(from: Street, junction: Junction, around?: Around): Instruction | undefined {
  const out = junction.arms[junction.out];
  if (!out || !junction.arms[junction.in]) throw new Error("the path leaves a junction by no arm");
  if (junction.in === junction.out) {
    return { type: isNewName(from, out.street) || isNameless(out.street) ? "turn" : "continue", modifier: "uturn" };
  }
  const view = look(junction, around);
  const taken = view.ways.find((way) => way.arm === junction.out);
  // The other side of the road one came by.
  if (!taken) return { type: "continue", modifier: "uturn" };
  // Aboard one is told nothing; getting on or off is news unless one has to turn there anyway.
  if (isFerry(from) && isFerry(taken.street)) return undefined;
  const turn = instructMotorway(view, taken) ?? instructTurn(view, taken);
  const isTurned = turn && turn.type !== "new name" && !(turn.type === "continue" && turn.modifier === "straight");
  if (isFerry(from) === isFerry(taken.street) || isTurned) return turn;
  return { type: "notification", modifier: modifierOf(taken.turn) };
}

function instructTurn(view: View, taken: Way): Instruction | undefined {
  const obvious = findObvious(view);
  if (taken === obvious) return onPlainWay(view, taken);
  if (!obvious) {
    const fork = findFork(view);
    const place = fork.indexOf(taken);
    if (place >= 0) return { type: "fork", modifier: forkSide(place, fork.length) };
    if (isEndOfRoad(view)) {
      const type = isRamp(taken.street) && !isRamp(view.from) ? "on ramp" : "end of road";
      return { type, modifier: taken.turn > 0 ? "right" : "left" };
    }
  }
  return { type: typeOf(view.from, taken.street), modifier: sideOf(view, taken, obvious) };
}

function typeOf(from: Street, to: Street): Instruction["type"] {
  if (isRamp(to) && !isRamp(from)) return "on ramp";
  return isSameRoad(from, to) ? "continue" : "turn";
}

function onPlainWay({ from, ways }: View, taken: Way): Instruction | undefined {
  const modifier = modifierOf(taken.turn);
  if (isRamp(taken.street) && !isRamp(from)) return { type: "on ramp", modifier };
  if (!isNewName(from, taken.street)) return undefined;
  // From ramp to ramp one only goes on.
  if (ways.length > 1 && isThrough(ways, taken) && !(from.isLink && taken.street.isLink))
    return { type: "turn", modifier: bend(taken) <= 40 ? "straight" : modifier };
  return { type: "new name", modifier };
}

// The road taken comes from the other side of the junction: it does not begin here.
function isThrough(ways: readonly Way[], taken: Way): boolean {
  return ways.some(
    (way) =>
      way !== taken &&
      Math.abs(way.turn - taken.turn) > 155 &&
      Math.abs(way.turn - taken.turn) < 205 &&
      isSameRoad(taken.street, way.street) &&
      rankOf(taken.street) === rankOf(way.street),
  );
}

function isEndOfRoad({ from, ways }: View): boolean {
  const [left, right] = ways;
  return (
    !isFerry(from) && ways.length === 2 && isAside(left!, -90) && isAside(right!, 90) && right!.turn - left!.turn > 80
  );
}

function isAside({ turn }: Way, square: number): boolean {
  return Math.abs(turn - square) < 40;
}

// However sharp another way is, this is sharp too.
const SHARP_FOR_SURE = 135;

// Where two ways would be called the same, the one further out is called sharper.
function sideOf({ ways }: View, taken: Way, obvious: Way | undefined): Modifier {
  const own = modifierOf(taken.turn);
  if (obvious && own === "straight" && bend(obvious) <= bend(taken)) {
    return taken.turn > obvious.turn ? "slight right" : "slight left";
  }
  const rivals = ways.filter((way) => way !== taken && way.isOpen && modifierOf(way.turn) === own);
  if (rivals.length !== 1) return own;
  const [rival] = rivals;
  const isOuter = bend(taken) > bend(rival!);
  const side = taken.turn > 0 ? "right" : "left";
  if (own === "straight") return taken.turn > rival!.turn ? "slight right" : "slight left";
  if (own === side) {
    const [inner, outer] = isOuter ? [bend(rival!), bend(taken)] : [bend(taken), bend(rival!)];
    // The one that is squarer keeps the word.
    const keepsInner = Math.abs(90 - inner) <= Math.abs(90 - outer);
    if (isOuter) return keepsInner ? `sharp ${side}` : side;
    return keepsInner ? side : `slight ${side}`;
  }
  if (own === `sharp ${side}`) return isOuter || bend(taken) > SHARP_FOR_SURE ? own : side;
  return isOuter ? side : own;
}

function instructMotorway({ from, ways }: View, taken: Way): Instruction | undefined {
  const isOnward = (way: Way): boolean => way.isOpen && isMotorway(way.street) && bend(way) <= ONWARD_BEND_MAX;
  const onward = ways.find((way) => way !== taken && isOnward(way));
  const isOff = isRamp(taken.street) ? isMotorway(from) || isRamp(from) : taken.street.isLink && isMotorway(from);
  if (isOff && onward) {
    const side = taken.turn > onward.turn ? "slight right" : "slight left";
    return { type: "off ramp", modifier: bend(taken) <= 40 ? side : modifierOf(taken.turn) };
  }
  if (!isOnward(taken) || !(isRamp(from) || isMotorway(from))) return undefined;
  const through = ways.find((way) => way !== taken && isMotorway(way.street) && isThrough([way], taken));
  if (!through || isSameRoad(from, taken.street)) return undefined;
  // One comes from the side the motorway is not on, and gets over to it.
  return { type: "merge", modifier: taken.turn < 0 ? "slight right" : "slight left" };
}

// Where a road forks: ways of a kind that lie before the driver, and nothing else near them.

// Close to straight on, or close to one that is.
const BEND_MAX = 40;
const SPREAD_MAX = 60;
const APART_MIN = 60;
const WAYS_MAX = 3;

// From left to right; none when there is no fork.
function findFork({ from, ways }: View): readonly Way[] {
  const ahead = ways.filter((way) => bend(way) <= BEND_MAX);
  const fork = ways.filter(
    (way) =>
      ahead.includes(way) ||
      (bend(way) <= SPREAD_MAX && ahead.some((other) => Math.abs(other.turn - way.turn) <= BEND_MAX)),
  );
  if (fork.length < 2 || fork.length > WAYS_MAX || fork.some((way) => !way.isOpen || isFerry(way.street))) return [];
  const rest = ways.filter((way) => !fork.includes(way));
  if (rest.some((way) => fork.some((one) => Math.abs(one.turn - way.turn) < APART_MIN))) return [];
  const isUneven = fork.some((way) =>
    fork.some(
      ({ street }) =>
        way.street.isLink !== street.isLink ||
        isMinor(way.street) !== isMinor(street) ||
        isPlainlyGreater(from, way.street, street),
    ),
  );
  const hasNarrow = fork.some((way, i) => fork.some((other, j) => Math.abs(i - j) === 1 && isNarrower(way, other)));
  return isUneven || hasNarrow ? [] : fork;
}

function forkSide(place: number, count: number): Modifier {
  if (place === 0) return "slight left";
  return place === count - 1 ? "slight right" : "straight";
}

// Which way is the plain one on, so that a driver who hears nothing takes it.

// A way is the narrower of two when the other bends this many times as much, and by as many degrees more.
const NARROWER_TIMES = 1.4;
const NARROWER_DEGREES = 25;
const BENT_MAX = 60;
const KEPT_BENT_MAX = 100;
const TURNS_OFF_MIN = 45;
const STRAIGHT_MAX = 15;
const GOES_ON_METERS_MIN = 22;

function findObvious(view: View): Way | undefined {
  const open = view.ways.filter((way) => way.isOpen);
  if (open.length === 0) return undefined;
  if (view.ways.length === 1) return open[0];
  const isPlain = (way: Way): boolean => rivalsOf(way, open).every((other) => beats(view, way, other));
  const kept = straightest(open.filter((way) => isSameRoad(view.from, way.street)));
  const best = straightest(open);
  if (kept && best && leavesRoad(view, kept, best) && isPlain(best)) return best;
  if (kept && bend(kept) <= KEPT_BENT_MAX && isPlain(kept)) return kept;
  if (best && best !== kept && bend(best) <= BENT_MAX && isPlain(best)) return best;
  // A driveway or a ramp that happens to lie straighter than the road.
  const road = straightest(open.filter(({ street }) => !isMinor(street) && !street.isLink));
  const isRoad = road && road !== kept && road !== best && !isMinor(view.from) && !view.from.isLink;
  return isRoad && bend(road) <= BENT_MAX && isPlain(road) ? road : undefined;
}

function straightest(ways: readonly Way[]): Way | undefined {
  return ways.reduce<Way | undefined>((best, way) => (best && bend(best) <= bend(way) ? best : way), undefined);
}

// One's own road turns off squarely while another goes straight on, and goes on: everybody drives straight on.
function leavesRoad({ from }: Pick<View, "from">, kept: Way, best: Way): boolean {
  return (
    kept !== best &&
    bend(kept) > TURNS_OFF_MIN &&
    bend(best) <= STRAIGHT_MAX &&
    best.meters >= GOES_ON_METERS_MIN &&
    !(best.street.isLink && !from.isLink) &&
    !(isMinor(best.street) && !isMinor(from))
  );
}

function bend({ turn }: Way): number {
  return Math.abs(turn);
}

function rivalsOf(way: Way, open: readonly Way[]): readonly Way[] {
  return open.filter((other) => other !== way);
}

// Nobody who may take `way` thinks of `other`.
function beats({ from }: View, way: Way, other: Way): boolean {
  const isKept = isSameRoad(from, way.street);
  if (isPlainlyGreater(from, way.street, other.street) && (isKept || bend(way) <= BENT_MAX)) return true;
  // Straight on along one's own street, whatever crosses it.
  if (isKept && bend(way) <= STRAIGHT_MAX && bend(other) > TURNS_OFF_MIN) return true;
  if (isPlainlyGreater(from, other.street, way.street)) return false;
  // A ramp beside the street itself.
  if (other.street.isLink && !way.street.isLink && (isKept || (!from.isLink && bend(way) <= BENT_MAX))) return true;
  if (isKept && isSameRoad(from, other.street)) return isNarrower(way, other) || (bend(way) < 3 && bend(other) > 15);
  // The street goes on as it was, and what leaves it is less of a street.
  if (isKept && rankOf(way.street) <= rankOf(from) && rankOf(other.street) > rankOf(way.street) && bend(way) <= 40)
    return true;
  if (isKept)
    return (
      bend(way) < 3 ||
      isNarrower(way, other) ||
      (bend(way) <= 20 && bend(other) - bend(way) >= 10) ||
      (bend(way) <= 40 && bend(other) - bend(way) > 15)
    );
  if (isSameRoad(from, other.street) && !(leavesRoad({ from }, other, way) && isNarrower(way, other))) return false;
  if (isMinor(other.street) && !isMinor(way.street) && bend(way) <= BENT_MAX) return true;
  return isNarrower(way, other) && (bend(way) <= 40 || !isNewName(from, way.street));
}

function isNarrower(way: Way, other: Way): boolean {
  const more = bend(other) - bend(way);
  if (bend(other) > NARROWER_TIMES * bend(way) && more > NARROWER_DEGREES) return true;
  // Where a great road or a ramp parts, the lane has to be known in time.
  if (isMotorway(way.street) || way.street.isLink) return false;
  return bend(way) <= STRAIGHT_MAX && bend(other) > 2 * bend(way) && more > STRAIGHT_MAX;
}
