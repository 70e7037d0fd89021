// What dispatch did, one line of JSON an event, so that a day can be run again under another policy. Instants are Unix seconds.
//
//   {"kind":"order","at":…,"order":"26K7Q2ZD","ready_at":…,"pickup":[lat,lng],"doors":[[lat,lng],…]}
//   {"kind":"driver_on","at":…,"driver":"…","place":[lat,lng]}      {"kind":"driver_off","at":…,"driver":"…"}
//   {"kind":"offered"|"accepted"|"declined"|"lapsed"|"given_up"|"taken_back"|"picked_up"|"delivered","at":…,"order":"…","driver":"…"}
//   {"kind":"cancelled","at":…,"order":"…"}
// and what only an audit asks for: of an order "takes" (what completing it takes from the wallet, below 0 where it pays in), "cods" (of each
// door) and "max_bundle"; where drivers were seen, which door was done, and what their wallets held and how that changed:
//   {"kind":"seen","at":…,"driver":"…","place":[lat,lng]}      {"kind":"door","at":…,"order":"…","driver":"…","door":1,"delivered":true}
//   {"kind":"wallet","at":…,"driver":"…","balance":…}          {"kind":"money","at":…,"driver":"…","amount":…,"order":"…"}
import { isLatLng, type LatLng } from "../geo.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { type Day, type DayDriver, type DayOrder, dayFault } from "./day.ts";
import type { OrderEnd, SimulatedOrder } from "./simulator.ts";

const DEEDS = [
  "offered",
  "accepted",
  "declined",
  "lapsed",
  "given_up",
  // By the operator, without being asked.
  "given",
  "taken_back",
  "picked_up",
  "delivered",
  // Asked no more: the order ended, or another was quicker.
  "withdrawn",
  "lost",
] as const;
type Deed = (typeof DEEDS)[number];

export type RecordedEvent =
  | {
      readonly kind: "order";
      readonly at: number;
      readonly orderId: string;
      readonly readyAt: number;
      readonly pickup: LatLng;
      readonly doors: readonly LatLng[];
      readonly money?: { readonly takes: number; readonly cods: readonly number[] };
      readonly bundleMax?: number;
    }
  | { readonly kind: "seen"; readonly at: number; readonly driverId: string; readonly place: LatLng }
  | {
      readonly kind: "door";
      readonly at: number;
      readonly orderId: string;
      readonly driverId: string;
      readonly door: number;
      readonly isDelivered: boolean;
    }
  | { readonly kind: "wallet"; readonly at: number; readonly driverId: string; readonly balance: number }
  | {
      readonly kind: "money";
      readonly at: number;
      readonly driverId: string;
      readonly amount: number;
      readonly orderId?: string;
    }
  | { readonly kind: "driver_on"; readonly at: number; readonly driverId: string; readonly place: LatLng }
  | { readonly kind: "driver_off"; readonly at: number; readonly driverId: string }
  | { readonly kind: Deed; readonly at: number; readonly orderId: string; readonly driverId: string }
  | { readonly kind: "cancelled"; readonly at: number; readonly orderId: string };

// What was asked for and who was out, and what became of it.
export type RecordedDay = { readonly day: Day; readonly orders: readonly SimulatedOrder[] };

// A driver whose going off is not in the record worked until this long after the last line.
const OPEN_SHIFT_SECONDS = 3_600;

// What lines call otherwise.
const NAMES: Readonly<Record<string, string>> = {
  orderId: "order",
  driverId: "driver",
  readyAt: "ready_at",
  bundleMax: "max_bundle",
  isDelivered: "delivered",
};

export function recordLine(event: RecordedEvent): string {
  const { money, ...fields } = { money: undefined, ...event };
  const named = Object.entries({ ...fields, ...money }).map(([name, field]) => [NAMES[name] ?? name, field]);
  return JSON.stringify(Object.fromEntries(named), (_name, field) => (isPlace(field) ? [field.lat, field.lng] : field));
}

function isPlace(field: unknown): field is LatLng {
  return typeof field === "object" && field !== null && "lat" in field;
}

export function parseRecord(text: string): RecordedDay | Refusal<"BAD_RECORD"> {
  const events: RecordedEvent[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || isForAudit(line)) continue;
    const event = readLine(line);
    if (event === undefined)
      return refuse("BAD_RECORD", `line ${at + 1} is not an event of a record: ${line.slice(0, 120)}`);
    events.push(event);
  }
  return recordedDayOf(events);
}

export function recordedDayOf(unsorted: readonly RecordedEvent[]): RecordedDay | Refusal<"BAD_RECORD"> {
  const events = unsorted.toSorted((a, b) => a.at - b.at);
  const day: Day = { orders: events.flatMap(orderOf), drivers: shiftsOf(events) };
  const fault = dayFault(day);
  if (fault !== undefined) return refuse("BAD_RECORD", `This day cannot be run again: ${fault}.`);
  return { day, orders: fatesOf(day, events) };
}

// A day that is run again makes its own.
function isForAudit(line: string): boolean {
  return FOR_AUDIT.has(String(readObject(line)?.kind));
}

const FOR_AUDIT: ReadonlySet<string> = new Set(["seen", "door", "wallet", "money", "window", "route"]);

type LineFields = {
  readonly [Name in "kind" | "at" | "order" | "driver" | "ready_at" | "pickup" | "doors" | "place"]?: unknown;
};

function readLine(line: string): RecordedEvent | undefined {
  const fields = readObject(line);
  const kind = fields?.kind;
  const at = readNumber(fields?.at);
  const orderId = readText(fields?.order);
  const driverId = readText(fields?.driver);
  if (fields === undefined || at === undefined) return undefined;
  if (kind === "order") {
    const pickup = readPlace(fields.pickup);
    const listed: unknown = fields.doors;
    const doors = Array.isArray(listed) ? listed.map(readPlace) : [];
    if (orderId === undefined || !pickup || doors.length === 0 || !doors.every((door) => door !== undefined))
      return undefined;
    return { kind, at, orderId, readyAt: readNumber(fields.ready_at) ?? at, pickup, doors };
  }
  if (kind === "driver_on") {
    const place = readPlace(fields.place);
    return driverId !== undefined && place ? { kind, at, driverId, place } : undefined;
  }
  if (kind === "driver_off") return driverId === undefined ? undefined : { kind, at, driverId };
  if (orderId === undefined) return undefined;
  if (kind === "cancelled") return { kind, at, orderId };
  const deed = DEEDS.find((known) => known === kind);
  return deed === undefined || driverId === undefined ? undefined : { kind: deed, at, orderId, driverId };
}

function readObject(line: string): LineFields | undefined {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as LineFields) : undefined;
}

function readText(found: unknown): string | undefined {
  return typeof found === "string" && found !== "" ? found : undefined;
}

function readNumber(found: unknown): number | undefined {
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

function readPlace(found: unknown): LatLng | undefined {
  if (!Array.isArray(found)) return undefined;
  const [lat, lng] = [readNumber(found[0]), readNumber(found[1])];
  return lat !== undefined && lng !== undefined && isLatLng({ lat, lng }) ? { lat, lng } : undefined;
}

function orderOf(event: RecordedEvent): DayOrder[] {
  if (event.kind !== "order") return [];
  return [{ id: event.orderId, placedAt: event.at, readyAt: event.readyAt, pickup: event.pickup, doors: event.doors }];
}

// Each time on duty is a shift of its own: the second of driver d is "d (2)".
function shiftsOf(events: readonly RecordedEvent[]): readonly DayDriver[] {
  const lastAt = (events.at(-1)?.at ?? 0) + OPEN_SHIFT_SECONDS;
  const shifts: DayDriver[] = [];
  const open = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.kind === "driver_on" && !open.has(event.driverId)) {
      const count = (counts.get(event.driverId) ?? 0) + 1;
      counts.set(event.driverId, count);
      const id = count === 1 ? event.driverId : `${event.driverId} (${count})`;
      open.set(event.driverId, shifts.push({ id, onAt: event.at, offAt: lastAt, start: event.place }) - 1);
    } else if (event.kind === "driver_off") {
      const at = open.get(event.driverId);
      if (at === undefined) continue;
      shifts[at] = { ...shifts[at]!, offAt: event.at };
      open.delete(event.driverId);
    }
  }
  return shifts;
}

// What the record says became of each order.
function fatesOf(day: Day, events: readonly RecordedEvent[]): readonly SimulatedOrder[] {
  const fates = new Map<string, SimulatedOrder>(
    day.orders.map(({ id, placedAt, readyAt }) => [
      id,
      {
        id,
        placedAt,
        readyAt,
        end: "undelivered",
        driverId: undefined,
        offers: 0,
        pickedUpAt: undefined,
        deliveredAt: undefined,
      },
    ]),
  );
  for (const event of events) {
    if (!("orderId" in event) || event.kind === "order" || event.kind === "door" || event.kind === "money") continue;
    const fate = fates.get(event.orderId);
    if (!fate) continue;
    fates.set(event.orderId, { ...fate, ...changeOf(fate, event) });
  }
  // An order without its pickup in the record has no times to add up.
  return [...fates.values()].map((fate) => {
    const isWhole = fate.end !== "delivered" || fate.pickedUpAt !== undefined;
    return isWhole ? fate : { ...fate, end: "undelivered" };
  });
}

function changeOf(
  fate: SimulatedOrder,
  event: Extract<RecordedEvent, { kind: Deed | "cancelled" }>,
): Partial<SimulatedOrder> {
  const end = (to: OrderEnd): OrderEnd => (fate.end === "undelivered" ? to : fate.end);
  switch (event.kind) {
    case "offered":
      return { offers: fate.offers + 1 };
    case "accepted":
    case "given":
      return { driverId: event.driverId };
    case "given_up":
    case "taken_back":
      return { driverId: undefined };
    case "picked_up":
      return { pickedUpAt: event.at, driverId: event.driverId };
    case "delivered":
      return { deliveredAt: event.at, end: end("delivered") };
    case "cancelled":
      return { end: end("lost") };
    case "declined":
    case "lapsed":
    case "withdrawn":
    case "lost":
      return {};
  }
}
