// The lanes before a junction, from left to right, and which of them lead where the path goes.

import { turnDegrees } from "../micro.ts";
import type { Junction } from "../path.ts";
import { type Modifier, modifierOf, opposite } from "./turn.ts";

export type Lane = { readonly indications: readonly (Modifier | "none")[]; readonly valid: boolean };

const WORDS: Readonly<Record<string, Modifier>> = {
  through: "straight",
  left: "left",
  right: "right",
  slight_left: "slight left",
  slight_right: "slight right",
  sharp_left: "sharp left",
  sharp_right: "sharp right",
  merge_to_left: "slight left",
  merge_to_right: "slight right",
  reverse: "uturn",
};
// What a lane's arrows mean to who turns so, the likeliest first.
const MEANT: Readonly<Record<Modifier, readonly Modifier[]>> = {
  straight: ["straight", "slight right", "slight left"],
  "slight left": ["slight left", "left", "straight"],
  "slight right": ["slight right", "right", "straight"],
  left: ["left", "slight left", "sharp left"],
  right: ["right", "slight right", "sharp right"],
  "sharp left": ["sharp left", "left"],
  "sharp right": ["sharp right", "right"],
  uturn: ["uturn", "left", "sharp left"],
};

type Indications = readonly (Modifier | "none")[];

// Undefined where none are tagged, or none of them leads there: then the tags are wrong.
export function lanesAt({ arms, in: into, out, told }: Junction): readonly Lane[] | undefined {
  const came = arms[into]!;
  // The arm is the way back.
  const tagged = came.street.signs?.lanes?.[came.edge & 1 ? 0 : 1];
  if (!tagged) return undefined;
  const lanes = tagged.split("|").map((lane) => lane.split(";").map((word) => WORDS[word.trim()] ?? "none"));
  const turned = into === out ? "uturn" : modifierOf(turnDegrees(opposite(came.bearing), arms[out]!.bearing));
  // Arrows are painted as the turn is told, however the road bends: the way that is plain is straight on.
  const heard = told === undefined ? turned : told === "nothing" ? "straight" : told.modifier;
  const valid = leading(lanes, heard) ?? leading(lanes, turned);
  return valid && lanes.map((indications, i) => ({ indications, valid: valid(i) }));
}

// Which of the lanes lead there.
function leading(lanes: readonly Indications[], modifier: Modifier): ((lane: number) => boolean) | undefined {
  const isBlank = (lane: Indications): boolean => lane.includes("none");
  const word = MEANT[modifier].find((one) => lanes.some((lane) => lane.includes(one)));
  if (modifier === "straight" && (word === "straight" || lanes.some(isBlank)))
    return (i) => lanes[i]!.includes("straight") || isBlank(lanes[i]!);
  if (word) return (i) => lanes[i]!.includes(word);
  // From a lane without an arrow one turns if no other lies between.
  const outer = modifier.includes("right") ? lanes.findLastIndex(isBlank) : lanes.findIndex(isBlank);
  return outer < 0 ? undefined : (i) => i === outer;
}
