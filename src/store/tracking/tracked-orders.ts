// Orders as tracking links reach them. A link that has expired finds nothing, exactly as one that never was: the same
// statement, the same empty answer.
import type { Order } from "../../domain/orders/order.ts";
import type { Phone } from "../../domain/phone.ts";
import type { LiveTracking } from "../../domain/tracking/tracking-view.ts";
import type { KeptDriver } from "../../ports/live/live-plane.ts";
import { batched } from "../batched.ts";
import { type Sql, sql } from "../db.ts";
import { ETA_COLUMNS, type EtaRow, etaOf } from "../dispatch/etas.ts";
import { selectOrders } from "../orders/orders.ts";
import { IS_CARRIED } from "../orders/standing.ts";

// The last thing that happened to a finished order; while it goes on there is none.
const ENDED_AT = sql`
  greatest(
    (state ->> 'completedAt')::timestamptz, (state ->> 'returnedAt')::timestamptz, (state ->> 'cancelledAt')::timestamptz
  )`;

export type TrackedReader = {
  readonly byToken: (token: string) => Promise<Order | undefined>;
  // Those of them whose links still show something.
  readonly byIds: (orderIds: readonly string[]) => Promise<readonly Order[]>;
};

// `endedAfter`: orders that ended before this moment are gone.
export function openTrackedReader(db: Sql, endedAfter: () => Date): TrackedReader {
  const isShown = () => sql`coalesce(${ENDED_AT}, 'infinity') > ${endedAfter()}`;
  return {
    byToken: batched(async (tokens) => {
      const orders = await selectOrders(db)`
        where tracking_token = any(${tokens})
          and ${isShown()}`;
      return new Map(orders.map((order) => [order.trackingToken, order]));
    }),
    byIds: async (orderIds) => {
      return selectOrders(db)`
        where id = any(${orderIds})
          and ${isShown()}`;
    },
  };
}

// When the driver will be at an order's next stop.
const NEXT_AT = {
  eta: sql`coalesce(eta.pickup_at, (select min(at) from unnest(eta.delivery_at) as door (at)))`,
  otherEta: sql`coalesce(other_eta.pickup_at, (select min(at) from unnest(other_eta.delivery_at) as door (at)))`,
};

// Of whom it is.
export type LiveOfDriver = LiveTracking & { readonly driver: KeptDriver };

type LiveRow = Pick<LiveTracking, "vehicle" | "goesElsewhereFirst"> & {
  readonly phone: Phone;
  readonly cityId: string;
  readonly orderId: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly at: Date | null;
  readonly heading: number | null;
  readonly locatedAt: Date | null;
};

// The drivers of these orders: what they drive, where they are, when they are expected and whether another order comes
// first. Of an order whose estimate is not known yet, everything else the driver carries counts as coming first.
export async function listLiveTracking(
  db: Sql,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, LiveOfDriver>> {
  const rows = await db<LiveRow & EtaRow>`
    select orders.id as order_id, phone, drivers.city_id, vehicle, lat, lng, coalesce(placed_at, heard_at) as at, heading, located_at, ${ETA_COLUMNS},
      exists (
        select 1
        from orders as other
        left join order_etas as other_eta on other_eta.order_id = other.id
        where other.driver_phone = orders.driver_phone
          and other.id <> orders.id
          and other.carried
          and coalesce(${NEXT_AT.otherEta}, '-infinity') < coalesce(${NEXT_AT.eta}, 'infinity')
      ) as goes_elsewhere_first
    from orders
    join drivers on phone = driver_phone
    left join driver_places as place on place.driver_phone = phone
    left join order_etas as eta on eta.order_id = orders.id
    where orders.id = any(${orderIds})
      and ${IS_CARRIED}`;
  return new Map(
    rows.map(({ orderId, phone, cityId, lat, lng, at, heading, locatedAt, vehicle, goesElsewhereFirst, ...eta }) => {
      const place = lat === null || lng === null || at === null ? null : { lat, lng, at, heading };
      return [orderId, { driver: { phone, cityId, locatedAt }, vehicle, goesElsewhereFirst, place, ...etaOf(eta) }];
    }),
  );
}
