// What needs a person, over all cities or one.

import { type Static, Type } from "typebox";
import { field, maybe, moment, oneOf, text } from "../../contract/fields.ts";
import { outcome, status, subStatus } from "../../contract/states.ts";
import { EXCEPTION_ACTIONS, EXCEPTION_KINDS } from "../../domain/board/exceptions.ts";
import { DOCUMENT_KINDS } from "../../domain/joining/documents.ts";
import { outcomeOf } from "../../domain/orders/outcome.ts";
import { refuse } from "../../domain/refusal.ts";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import {
  type ExceptionDeps,
  type SeenException,
  type SeenExceptions,
  seeExceptions,
} from "../../operations/console/see-exceptions.ts";
import { citiesOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

// What needs a person, on the wire.
const count = Type.Integer();

const ExceptionRecord = Type.Object(
  {
    kind: oneOf(EXCEPTION_KINDS),
    since: moment,
    age_seconds: Type.Integer(),
    cause: field.text("What the driver or the endpoint said, where they said something."),
    late_seconds: maybe(field.integer("By how much it will be late.")),
    actions: Type.Array(oneOf(EXCEPTION_ACTIONS), {
      description: "What can be done about it, the most fitting first.",
    }),
    partner: text,
    order: maybe(
      Type.Object(
        {
          order_id: text,
          status,
          sub_status: subStatus,
          outcome,
          seq: field.integer("Give it to an action, so that it holds for what you saw."),
          service_id: text,
          city_id: text,
          pickup: text,
          delivery: field.text("The last door's address."),
          user_id: field.text("The sender."),
          supplier_id: field.text("The driver; empty while there is none."),
          supplier_name: text,
        },
        { description: "Absent where it is about no order." },
      ),
    ),
    document: maybe(
      Type.Object(
        {
          application_id: text,
          kind: oneOf(DOCUMENT_KINDS),
          expires_on: field.text("The last day on which it is good."),
          mobile: field.text("Of the driver."),
          name: text,
          city_id: text,
        },
        { description: "Of a driver, where it ends soon or has ended." },
      ),
    ),
    waiting: maybe(field.integer("Events that the endpoint has not had.")),
  },
  { title: "Exception" },
);
type ExceptionRecord = Static<typeof ExceptionRecord>;

const ExceptionList = Type.Object(
  {
    exceptions: Type.Array(ExceptionRecord),
    counts: Type.Object(
      Object.fromEntries(EXCEPTION_KINDS.map((kind) => [kind, count])) as Record<
        (typeof EXCEPTION_KINDS)[number],
        typeof count
      >,
      { description: "Of all there are, whether listed or not." },
    ),
  },
  { title: "Exceptions" },
);

const LISTED_MAX = 200;

const call = callsOf<ExceptionDeps & { readonly catalogue: CatalogueKeeper }>("Operator");

export const exceptionCalls = [
  call({
    id: "listExceptions",
    at: "GET /operator/v1/exceptions",
    summary: "What needs a person, the most pressing first",
    description: `At most ${LISTED_MAX}; an endpoint is listed whatever the city, to callers who are not limited to some.`,
    query: Type.Object({ city_id: maybe(Type.String()) }),
    answer: ExceptionList,
    refusals: ["CITY_NOT_FOUND"],
    run: (request, deps) => {
      const { city_id: cityId } = request.query;
      const own = citiesOf(request);
      return cityId !== undefined && !deps.catalogue.current().cities.has(cityId)
        ? refuse("CITY_NOT_FOUND", `There is no city ${cityId}.`)
        : seeExceptions(deps, cityId === undefined ? own : [cityId], own !== undefined, LISTED_MAX);
    },
    encode: encodeExceptions,
  }),
];

function encodeExceptions({ now, exceptions, counts }: SeenExceptions): Static<typeof ExceptionList> {
  return {
    exceptions: exceptions.map((one) => ({
      kind: one.kind,
      since: unixSeconds(one.since),
      age_seconds: Math.max(0, Math.round((now.getTime() - one.since.getTime()) / 1_000)),
      ...encodeSubject(one),
    })),
    counts,
  };
}

function encodeSubject(one: SeenException): Omit<ExceptionRecord, "kind" | "since" | "age_seconds"> {
  if (one.kind === "ENDPOINT_DOWN") {
    const { partnerId, isStopped, failures, waiting } = one.endpoint;
    const cause = isStopped ? "It answered 410 and is stopped." : `${failures} tries in a row failed.`;
    return { cause, actions: ["see_partner"], partner: partnerId, waiting };
  }
  if (one.kind === "DOCUMENT_ENDS") {
    const { applicationId, phone, kind, expiresOn, name, cityId } = one.document;
    const document = {
      application_id: applicationId,
      kind,
      expires_on: expiresOn,
      mobile: phone,
      name,
      city_id: cityId,
    };
    return { cause: "", actions: ["see_application"], partner: "", document };
  }
  const { order, actions, lateSeconds } = one;
  const failed = order.points.findLast(({ status }) => status === "FAILED");
  return {
    cause: failed?.comment ?? order.rebroadcastComment ?? "",
    ...(lateSeconds === undefined ? {} : { late_seconds: lateSeconds }),
    actions: [...actions],
    partner: order.partnerId,
    order: {
      order_id: order.id,
      status: order.status,
      sub_status: order.subStatus,
      outcome: outcomeOf(order),
      seq: order.seq,
      service_id: order.serviceId,
      city_id: order.cityId,
      pickup: order.points[0]?.address ?? "",
      delivery: order.points.at(-1)?.address ?? "",
      user_id: order.ownerPhone,
      supplier_id: order.driver?.phone ?? "",
      supplier_name: order.driver?.name ?? "",
    },
  };
}
