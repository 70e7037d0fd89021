// Slots of planned services: who is promised in which, and the picture of a city's plan by which promises are made.
import type { Vehicle } from "../../domain/catalogue/service.ts";
import type { FitTask } from "../../domain/rolling-plan/fit.ts";
import type { PlanPicture } from "../../domain/rolling-plan/plan-picture.ts";
import { type Sql, sql } from "../db.ts";

export type Which = { readonly cityId: string; readonly vehicle: Vehicle };

// Its moment is its name: what was fitted into the one before was not fitted into this one.
export async function savePicture(tx: Sql, { cityId, vehicle }: Which, at: Date, picture: PlanPicture): Promise<void> {
  await tx`
    insert into city_plans (city_id, vehicle, planned_at, picture)
    values (${cityId}, ${vehicle}, ${at}, ${JSON.stringify(picture)}::json)
    on conflict (city_id, vehicle) do update
    set planned_at = greatest(excluded.planned_at, city_plans.planned_at + interval '1 millisecond'), picture = excluded.picture`;
}

export async function removePicture(tx: Sql, { cityId, vehicle }: Which): Promise<void> {
  await tx`delete from city_plans where city_id = ${cityId} and vehicle = ${vehicle}`;
}

// Without the picture where it is the one that is known.
export async function findPicture(db: Sql, { cityId, vehicle }: Which, known: Date | undefined) {
  const [row] = await db<{ plannedAt: Date; picture: PlanPicture | null }>`
    select planned_at, case when planned_at is distinct from ${known ?? null}::timestamptz then picture end as picture
    from city_plans
    where city_id = ${cityId}
      and vehicle = ${vehicle}`;
  return row;
}

const BOOKED_MAX = 2_000;

type Fitted = { readonly driver: number; readonly nth: number; readonly task: FitTask };

// What was fitted into the plan of this moment, by driver in the order of their promises. A cancelled order keeps its place until the next plan.
export async function listFitted(db: Sql, { cityId, vehicle }: Which, fittedAt: Date) {
  return db<Fitted>`
    select driver, nth, task
    from slot_places
    where city_id = ${cityId}
      and vehicle = ${vehicle}
      and fitted_at = ${fittedAt}
    order by driver, nth
    limit ${BOOKED_MAX}`;
}

// Orders that were fitted into some plan since, and wait.
export async function listPromised(db: Sql, { cityId, vehicle }: Which, since: Date) {
  return db<{ orderId: string; task: FitTask }>`
    select order_id, task
    from slot_places
    join orders on id = order_id
    where slot_places.city_id = ${cityId}
      and vehicle = ${vehicle}
      and fitted_at is not null
      and booked_at > ${since}
      and status in ('IDLE', 'ASSIGNING')
    order by booked_at, order_id
    limit ${BOOKED_MAX}`;
}

const SLOTS_MAX = 1_000;

export async function countSlots(db: Sql, serviceId: string, since: Date) {
  return db<{ slotAt: Date; orders: number }>`
    select slot_at, count(*)::int as orders
    from slot_places
    join orders on id = order_id
    where slot_places.service_id = ${serviceId}
      and slot_at > ${since}
      and status <> 'CANCELLED'
    group by slot_at
    order by slot_at
    limit ${SLOTS_MAX}`;
}

// False: others have taken all of it, and the order stays where it is. The same lock as in take_slot_place: of many who want the last place one has it.
export async function moveSlotPlace(
  tx: Sql,
  { id, serviceId }: { readonly id: string; readonly serviceId: string },
  slotAt: Date,
  limit: number | null,
): Promise<boolean> {
  if (limit !== null) {
    await tx`
      select pg_advisory_xact_lock(
        hashtextextended('slot ' || ${serviceId} || ' ' || extract(epoch from ${slotAt}::timestamptz)::bigint, 5)
      )`;
    const [others] = await tx<{ orders: number }>`
      select count(*)::int as orders
      from slot_places
      join orders on id = order_id
      where slot_places.service_id = ${serviceId}
        and slot_at = ${slotAt}
        and order_id <> ${id}
        and status <> 'CANCELLED'`;
    if (others!.orders >= limit) return false;
  }
  await tx`update slot_places set slot_at = ${slotAt} where order_id = ${id}`;
  return true;
}

export type SlotPlace = Which & {
  readonly slotAt: Date;
  readonly limit: number | null;
  readonly task: FitTask;
  // The plan it was fitted into, for whom, and what that driver was promised for since that plan; null where no plan was asked.
  readonly fitted: { readonly plannedAt: Date; readonly driver: number; readonly seen: number } | null;
};

// One more column of the statement that opens an order.
export function takingPlace(order: { id: string; serviceId: string; createdAt: Date }, place: SlotPlace) {
  const { cityId, vehicle, slotAt, limit, task, fitted } = place;
  return sql`, book_slot_place(
    ${order.id}, ${order.serviceId}, ${cityId}, ${vehicle}, ${slotAt}, ${order.createdAt}, ${limit},
    ${JSON.stringify(task)}::json, ${fitted?.plannedAt ?? null}, ${fitted?.driver ?? null}, ${fitted?.seen ?? null}
  )`;
}
