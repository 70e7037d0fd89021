// Coordinates as people paste them: "10.7769, 106.7009", with a degree sign and letters, or inside a map's link.
import { isLatLng, type LatLng } from "../../../src/domain/geo.ts";

const NUMBER = String.raw`(-?\d{1,3}(?:[.,]\d+)?)`;
const PATTERNS = [
  // A link's own place comes before where its map was looked at.
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|destination)=${NUMBER}(?:,|%2C)${NUMBER}`, "i"),
  new RegExp(`@${NUMBER},${NUMBER}`),
  new RegExp(`#map=\\d+/${NUMBER}/${NUMBER}`),
  new RegExp(String.raw`^\(?${NUMBER}\s*°?\s*[NB]?\s*[,; ]\s*${NUMBER}\s*°?\s*[EĐ]?\)?$`, "i"),
];

export function readCoordinates(text: string): LatLng | undefined {
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text.trim());
    if (!found) continue;
    const [lat, lng] = found.slice(1, 3).map((part) => Number(part.replace(",", ".")));
    const point = { lat: lat ?? Number.NaN, lng: lng ?? Number.NaN };
    // Two bare numbers such as "12 106" are more likely a house and something else.
    if (isLatLng(point) && /[.,]\d/.test(found[1] ?? "")) return point;
  }
  return undefined;
}
