// Addresses as people type them, and what is at a coordinate. Where an account has sent before is known from its orders; the list is
// kept for a moment, because a question comes with every letter.
import type { Caller } from "../../domain/accounts/account.ts";
import { isLatLng, type LatLng } from "../../domain/geo.ts";
import type { Order } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import type { NearestAddress, Places, SuggestedPlace, UsedPlace } from "../../domain/places.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { NewestMap } from "../../ports/flow/newest-map.ts";
import { listAccountOrders } from "../../store/orders/account-orders.ts";
import type { Services } from "../services.ts";

export type PlacesDeps = Pick<Services, "db" | "clock" | "places">;

type SuggestCall = {
  readonly text: string | undefined;
  readonly lat: string | undefined;
  readonly lng: string | undefined;
  readonly limit: string | undefined;
};

export type PlaceFinder = {
  // Without a caller nothing that was used before.
  readonly suggest: (
    caller: Caller | undefined,
    asked: SuggestCall,
  ) => Promised<readonly SuggestedPlace[], "MISSING_REQUIRED_INFO" | "BAD_REQUEST">;
};

const LIMIT = { usual: 5, most: 20 } as const;
const ORDERS_READ = 50;
const USED_MAX = 60;
const KEPT_MS = 60_000;
const ACCOUNTS_MAX = 1_000;

export function openPlaceFinder({ db, clock, places }: PlacesDeps): PlaceFinder {
  const kept = new NewestMap<Phone, { readonly until: number; readonly used: readonly UsedPlace[] }>(ACCOUNTS_MAX);

  async function usedBy({ phone }: Caller): Promise<readonly UsedPlace[]> {
    const now = clock.now().getTime();
    const known = kept.get(phone);
    if (known && known.until > now) return known.used;
    const orders = await listAccountOrders(db, { creatorPhones: [phone] }, ORDERS_READ);
    const used = usedPlaces(orders.map(({ order }) => order));
    kept.set(phone, { until: now + KEPT_MS, used });
    return used;
  }

  return {
    // Order of checks: MISSING_REQUIRED_INFO (q), BAD_REQUEST (lat and lng, limit).
    suggest: async (caller, { text, lat, lng, limit }) => {
      if (!text?.trim()) return refuse("MISSING_REQUIRED_INFO", "q is missing.", "q");
      const near = isBlank(lat) && isBlank(lng) ? undefined : readPoint(lat, lng);
      if (isRefusal(near)) return near;
      const count = isBlank(limit) ? LIMIT.usual : Number(limit);
      if (!Number.isInteger(count) || count < 1 || count > LIMIT.most) {
        return refuse("BAD_REQUEST", `limit must be a whole number of 1 to ${LIMIT.most}.`, "limit");
      }
      return places.suggest({ text, near, limit: count, used: caller ? await usedBy(caller) : [] });
    },
  };
}

// Order of checks: MISSING_REQUIRED_INFO, BAD_REQUEST, NOT_FOUND.
export function reversePlace(
  places: Places,
  lat: string | undefined,
  lng: string | undefined,
): NearestAddress | Refusal<"MISSING_REQUIRED_INFO" | "BAD_REQUEST" | "NOT_FOUND"> {
  if (isBlank(lat)) return refuse("MISSING_REQUIRED_INFO", "lat is missing.", "lat");
  if (isBlank(lng)) return refuse("MISSING_REQUIRED_INFO", "lng is missing.", "lng");
  const point = readPoint(lat, lng);
  if (isRefusal(point)) return point;
  const found = places.reverse(point);
  if (found.nearest || found.current.province || found.former.province) return found;
  return refuse("NOT_FOUND", `Nothing is known of ${point.lat}, ${point.lng}.`);
}

// Those used most come first, of equals the latest.
function usedPlaces(orders: readonly Order[]): readonly UsedPlace[] {
  const times = new Map<string, { place: UsedPlace; count: number }>();
  for (const { address, lat, lng } of orders.flatMap(({ points }) => points)) {
    const known = times.get(address);
    if (known) known.count += 1;
    else if (address.trim()) times.set(address, { place: { address, point: { lat, lng } }, count: 1 });
  }
  const sorted = [...times.values()].sort((a, b) => b.count - a.count);
  return sorted.slice(0, USED_MAX).map(({ place }) => place);
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}

function readPoint(lat: string | undefined, lng: string | undefined): LatLng | Refusal<"BAD_REQUEST"> {
  const point = { lat: isBlank(lat) ? Number.NaN : Number(lat), lng: isBlank(lng) ? Number.NaN : Number(lng) };
  return isLatLng(point) ? point : refuse("BAD_REQUEST", "lat and lng must be decimal degrees, both of them.", "lat");
}
