// Decides whether a city may be saved as the operator sent it.
import type { Draft } from "../../draft.ts";
import { isLatLng, type LatLng } from "../../geo.ts";
import { isTimeZone } from "../../local-time.ts";
import { type Refusal, refuse } from "../../refusal.ts";
import { isCityId } from "../ids.ts";
import type { City, Zone } from "../service.ts";
import { zoneContains } from "../zones.ts";
import { Form } from "./form.ts";
import { readZone } from "./geo-json.ts";

// The outline is GeoJSON.
export type CityDraft = Draft<Omit<City, "id" | "outline"> & { readonly outline: unknown }>;

export function settleCity(previous: City | undefined, id: string, draft: CityDraft): City | Refusal<"INVALID_DATA"> {
  if (!isCityId(id))
    return refuse("INVALID_DATA", `${id} is no city id: expected three capital letters, other than VNM.`, "_id");
  const form = new Form();
  if (!previous && draft.name === undefined) form.fail("name", "is needed for a new city.");
  if (!previous && draft.outline === undefined) form.fail("outline", "is needed for a new city.");
  const name = form.text("name", draft.name, previous?.name ?? id, 100);
  const outline = draft.outline === undefined ? (previous?.outline ?? []) : readZone(form, "outline", draft.outline);
  const center = draft.center ?? previous?.center ?? middleOf(outline);
  if (!isLatLng(center) || !zoneContains(outline, center)) form.fail("center", "must lie inside the outline.");
  const timeZone = draft.timeZone ?? previous?.timeZone ?? "Asia/Ho_Chi_Minh";
  if (!isTimeZone(timeZone)) form.fail("time_zone", "must be an IANA name such as Asia/Ho_Chi_Minh.");
  const countryId = draft.countryId ?? previous?.countryId ?? "VN";
  if (!/^[A-Z]{2}$/.test(countryId)) form.fail("country_id", "must be two capital letters.");
  const city: City = {
    id,
    countryId,
    name,
    nameVi: form.text("name_vi_vn", draft.nameVi, previous?.nameVi ?? name, 100),
    level: form.whole("level", draft.level, previous?.level ?? 1, 0, 100),
    timeZone,
    outline,
    center,
    enabled: draft.enabled ?? previous?.enabled ?? true,
  };
  return form.refusal ?? city;
}

// The mean of the corners of the first ring; good for round cities, and the operator can send a better one.
function middleOf(outline: Zone): LatLng {
  const corners = outline[0] ?? [];
  const mean = (read: (corner: LatLng) => number): number =>
    corners.reduce((sum, corner) => sum + read(corner), 0) / Math.max(1, corners.length);
  return { lat: mean((corner) => corner.lat), lng: mean((corner) => corner.lng) };
}
