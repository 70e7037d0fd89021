// A plus code in place of house and street: full ("7P28QMCX+JV", alone or with anything after it) or short with the place it
// belongs to, as maps print it ("QMCX+JV Quận 1, Hồ Chí Minh").
import type { LatLng } from "../../domain/geo.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { districtSpot, type Gazetteer, type Province, wardSpot } from "../gazetteer/gazetteer.ts";
import { keyOf } from "../text/fold.ts";
import { decodePlusCode, readPlusCode, recoverPlusCode } from "../text/plus-code.ts";
import { readProvince } from "./read-units.ts";
import { readUnit } from "./unit-words.ts";

export type PlusCodeAddress = {
  readonly plusCode: string;
  readonly point: LatLng;
  // Unknown for a full code without a place behind it.
  readonly province: Province | undefined;
};

export function findPlusCode(
  text: string,
  gazetteer: Gazetteer,
): PlusCodeAddress | Refusal<"ADDRESS_MALFORMED"> | Refusal<"PROVINCE_UNKNOWN"> | undefined {
  const [word = ""] = text.split(/[\s,]/, 1);
  const code = readPlusCode(word);
  if (!code) return undefined;
  const places = text
    .slice(word.length)
    .split(",")
    .map((segment) => segment.trim())
    .filter(Boolean);
  if (keyOf(places.at(-1) ?? "") === "vietnam") places.pop();
  const province = readProvince(places.at(-1) ?? "", gazetteer);
  if (code.isFull) return { plusCode: code.text, point: decodePlusCode(code), province };
  if (places.length === 0) {
    return refuse("ADDRESS_MALFORMED", `The short plus code "${code.text}" needs the place it belongs to after it.`);
  }
  if (!province) return refuse("PROVINCE_UNKNOWN", `"${places.at(-1)}" is no province of Vietnam.`);
  const point = recoverPlusCode(code, nearestKnown(places.slice(0, -1), province, gazetteer));
  return { plusCode: code.text, point, province };
}

// The smallest place named whose whereabouts are known.
function nearestKnown(places: readonly string[], province: Province, gazetteer: Gazetteer): LatLng {
  const readings = places.flatMap(readUnit);
  const districts = readings
    .filter(({ claim }) => claim !== "ward")
    .flatMap(({ key }) => gazetteer.findDistricts(key, province));
  const wards = readings
    .filter(({ claim }) => claim === "ward" || claim === "any")
    .flatMap(({ key }) => gazetteer.findWards(key, province, districts[0]));
  for (const ward of wards) {
    const spot = wardSpot(ward);
    if (spot) return spot.centre;
  }
  for (const district of districts) {
    const spot = districtSpot(district);
    if (spot) return spot.centre;
  }
  return province.centre;
}
