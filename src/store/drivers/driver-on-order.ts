// Who takes a step, and the order it is about, in one question: every step of a driver asks for both, and many come at once.
import { batched } from "../batched.ts";
import { type Sql, sql } from "../db.ts";
import { type HeldOrder, type HeldRow, heldColumns, heldFrom, heldPlace } from "./held-orders.ts";
import type { DriverSession } from "./sessions.ts";

// `held` is null where there is no such order.
type DriverOnOrder = { readonly session: DriverSession; readonly held: HeldOrder | null };

type AskedStep = {
  // In hex.
  readonly tokenHash: string;
  readonly orderId: string;
  readonly isArrival: boolean;
};
export type FindDriverOnOrder = (asked: AskedStep) => Promise<DriverOnOrder | undefined>;

type Row = Omit<DriverSession, "cityId" | "status"> & {
  readonly nth: number;
  readonly driverCityId: string;
  readonly driverStatus: DriverSession["status"];
} & ({ readonly [Field in keyof HeldRow]: null } | HeldRow);

export function openDriversOnOrders(db: Sql): FindDriverOnOrder {
  const find = batched(async (keys) => {
    const asked = keys.map(stepOf);
    const rows = await db<Row>`
      select nth::int, phone, name, plate_number, driver_city_id, vehicle, rating_sum, rating_count, driver_status, expires_at,
        ${heldColumns(sql`driver.phone`, sql`asked.is_arrival`)}
      from unnest(
        ${asked.map(({ tokenHash }) => Buffer.from(tokenHash, "hex"))}::bytea[], ${asked.map(({ orderId }) => orderId)}::text[],
        ${asked.map(({ isArrival }) => isArrival)}::boolean[]
      ) with ordinality as asked (token_hash, asked_order_id, is_arrival, nth)
      join driver_sessions as session on session.token_hash = asked.token_hash
      cross join lateral (
        select phone, name, plate_number, city_id as driver_city_id, vehicle, rating_sum, rating_count, status as driver_status
        from drivers
        where phone = session.driver_phone
      ) as driver
      left join orders on orders.id = asked.asked_order_id
      ${heldPlace(sql`driver.phone`)}`;
    return new Map(rows.map((row) => [keys[row.nth - 1]!, found(row)]));
  });
  return (step) => find(keyOf(step));
}

const keyOf = ({ tokenHash, orderId, isArrival }: AskedStep): string =>
  [tokenHash, orderId, isArrival ? "arrival" : ""].join(" ");

function stepOf(key: string): AskedStep {
  const [tokenHash = "", orderId = "", arrival] = key.split(" ");
  return { tokenHash, orderId, isArrival: arrival === "arrival" };
}

function found(row: Row): DriverOnOrder {
  const { phone, name, plateNumber, driverCityId, vehicle, ratingSum, ratingCount, driverStatus, expiresAt } = row;
  const driver = { phone, name, plateNumber, cityId: driverCityId, vehicle, ratingSum, ratingCount };
  return {
    session: { ...driver, status: driverStatus, expiresAt },
    held: row.id === null ? null : heldFrom(row),
  };
}
