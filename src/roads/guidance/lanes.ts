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
const MEANT: Readonly<Record<Modifier, readonly (Modifier | "none")[]>> = {
  straight: ["straight", "none", "slight right", "slight left"],
  "slight left": ["slight left", "left", "straight", "none"],
  "slight right": ["slight right", "right", "straight", "none"],
  left: ["left", "slight left", "sharp left", "none"],
  right: ["right", "slight right", "sharp right", "none"],
  "sharp left": ["sharp left", "left", "none"],
  "sharp right": ["sharp right", "right", "none"],
  uturn: ["uturn", "left", "sharp left"],
};

// Undefined where none are tagged, or none of them leads there: then the tags are wrong.
export function lanesAt({ arms, in: into, out }: Junction): readonly Lane[] | undefined {
  const came = arms[into]!;
  // The arm is the way back.
  const tagged = came.street.signs?.lanes?.[came.edge & 1 ? 0 : 1];
  if (!tagged) return undefined;
  const lanes = tagged.split("|").map((lane) => lane.split(";").map((word) => WORDS[word.trim()] ?? "none"));
  const modifier = into === out ? "uturn" : modifierOf(turnDegrees(opposite(came.bearing), arms[out]!.bearing));
  const meant = MEANT[modifier].find((word) => lanes.some((lane) => lane.includes(word)));
  if (meant === undefined) return undefined;
  return lanes.map((indications) => ({ indications, valid: indications.includes(meant) }));
}
