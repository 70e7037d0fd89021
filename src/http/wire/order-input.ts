// Reads what a partner sends by the schema that documents it. A wrong JSON type anywhere is the one answer (D3); null is absent,
// unknown keys are ignored (D2). Fields are named as the domain names them: `order_time` is `orderTime`, `_id` is `id`.
import type { Static, TArray, TObject, TSchema } from "typebox";
import { BLANK_IS_ABSENT, OrderFields, PointBody } from "../../contract/order-body.ts";
import type { GivenOrder, InputRequest } from "../../domain/orders/check/order-input.ts";
import type { ContentInput } from "../../domain/orders/edit/content-plan.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";

type Camel<Key> = Key extends `_${infer Rest}`
  ? Rest
  : Key extends `${infer Word}_${infer Rest}`
    ? `${Word}${Capitalize<Camel<Rest>>}`
    : Key & string;
type Read<Schema> =
  Schema extends TArray<infer Element>
    ? readonly Read<Element>[]
    : Schema extends TObject<infer Fields>
      ? { readonly [Key in keyof Fields as Camel<Key>]: Read<Fields[Key]> | undefined }
      : Schema extends TSchema
        ? Static<Schema>
        : never;
type JsonRecord = { readonly [key: string]: unknown };
// Keeps the first wrong type, by its path in the body.
type Faults = { first?: string };
type Reader = (given: unknown, at: string, faults: Faults) => unknown;

const EXPECTED: Readonly<Record<string, string>> = { string: "a text", number: "a number", boolean: "true or false" };

function readerOf(schema: TSchema): Reader {
  const { type, items, properties } = schema as { type: string; items?: TSchema; properties?: Record<string, TSchema> };
  if (properties) return recordReader(properties);
  if (items) return listReader(readerOf(items));
  return (given, at, faults) => (typeof given === type ? given : fail(faults, at, EXPECTED[type]!, given));
}

function recordReader(properties: Readonly<Record<string, TSchema>>): Reader {
  const fields = Object.entries(properties).map(([key, schema]) => {
    const name = key.replace(/^_/, "").replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return { key, name, read: readerOf(schema), mayBeBlank: BLANK_IS_ABSENT.includes(key) };
  });
  return (given, at, faults) => {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      return fail(faults, at, "an object", given);
    const found: Record<string, unknown> = {};
    for (const { key, name, read, mayBeBlank } of fields) {
      const field = (given as JsonRecord)[key] ?? undefined;
      if (field === undefined || (mayBeBlank && typeof field === "string" && field.trim() === "")) continue;
      found[name] = read(field, at === "" ? key : `${at}.${key}`, faults);
    }
    return found;
  };
}

function listReader(read: Reader): Reader {
  return (given, at, faults) => {
    if (!Array.isArray(given)) return fail(faults, at, "an array", given);
    const found: unknown[] = [];
    // Every wrong type has the same answer, so nothing is read after the first.
    for (let index = 0; index < given.length && faults.first === undefined; index++)
      found.push(read(given[index], `${at}[${index}]`, faults));
    return found;
  };
}

function fail(faults: Faults, at: string, expected: string, given: unknown): void {
  const found = Array.isArray(given) ? "an array" : given === null ? "null" : `a ${typeof given}`;
  faults.first ??= `${at || "The body"} has the wrong type: expected ${expected}, found ${found}.`;
}

function readingBy<Schema extends TSchema>(schema: Schema) {
  const read = readerOf(schema);
  return (body: unknown): Read<Schema> | Refusal<"INTERNAL_SERVER_ERROR"> => {
    const faults: Faults = {};
    const fields = read(body, "", faults) as Read<Schema>;
    return faults.first === undefined ? fields : refuse("INTERNAL_SERVER_ERROR", faults.first);
  };
}

const readFields = readingBy(OrderFields);
const readPoint = readingBy(PointBody);

export function readOrderInput(body: unknown): GivenOrder {
  const read = readFields(body ?? {});
  if (isRefusal(read)) return read;
  const { services, groupServices, items = [], packageDetail: packages = [], ...fields } = read;
  return {
    ...fields,
    requests: requestsOf(read),
    services: (services ?? []).map((service) => ({ id: service.id, requests: requestsOf(service) })),
    groupServices: (groupServices ?? []).map((service) => ({ id: service.id, requests: requestsOf(service) })),
    items,
    packages,
  };
}

// Both lists are read wherever they stand (D2): clients put one where the other belongs.
type BothLists = Pick<Read<typeof OrderFields>, "requests" | "groupRequests">;

function requestsOf({ requests = [], groupRequests = [] }: BothLists): readonly InputRequest[] {
  return [
    ...requests.map((request) => ({ ...request, form: "service" }) as const),
    ...groupRequests.map((request) => ({ ...request, form: "group" }) as const),
  ];
}

const isGiven = (body: JsonRecord, field: string): boolean => (body[field] ?? undefined) !== undefined;

const CONTENT_FIELDS = {
  order_time: ["order_time", "idle_until"],
  items: ["items"],
  requests: ["requests", "group_requests"],
} as const;

// What is the order's own in PATCH, and not a point's; undefined: nothing is.
export function readContentChange(body: JsonRecord): ContentInput | undefined {
  const names = Object.keys(CONTENT_FIELDS) as (keyof typeof CONTENT_FIELDS)[];
  const fields = names.filter((name) => CONTENT_FIELDS[name].some((field) => isGiven(body, field)));
  const own = Object.values(CONTENT_FIELDS).flat();
  if (fields.length === 0) return undefined;
  return { change: "order", fields, given: readOrderInput(Object.fromEntries(own.map((key) => [key, body[key]]))) };
}

export function readAddedPoint({ index, ...point }: JsonRecord): ContentInput {
  return { change: "add point", index: index ?? undefined, point: readPoint(point) };
}
