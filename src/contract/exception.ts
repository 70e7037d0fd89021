// What needs a person, on the wire.
import { type Static, Type } from "typebox";
import { EXCEPTION_ACTIONS, EXCEPTION_KINDS } from "../domain/board/exceptions.ts";
import { moment, oneOf, text } from "./fields.ts";
import { outcome, status, subStatus } from "./states.ts";

const count = Type.Integer();

export const ExceptionRecord = Type.Object(
  {
    kind: oneOf(EXCEPTION_KINDS),
    since: moment,
    age_seconds: Type.Integer(),
    cause: Type.String({ description: "What the driver or the endpoint said, where they said something." }),
    late_seconds: Type.Optional(Type.Integer({ description: "By how much it will be late." })),
    actions: Type.Array(oneOf(EXCEPTION_ACTIONS), {
      description: "What can be done about it, the most fitting first.",
    }),
    partner: text,
    order: Type.Optional(
      Type.Object(
        {
          order_id: text,
          status,
          sub_status: subStatus,
          outcome,
          seq: Type.Integer({ description: "Give it to an action, so that it holds for what you saw." }),
          service_id: text,
          city_id: text,
          pickup: text,
          delivery: Type.String({ description: "The last door's address." }),
          user_id: Type.String({ description: "The sender." }),
          supplier_id: Type.String({ description: "The driver; empty while there is none." }),
          supplier_name: text,
        },
        { description: "Absent where it is about no order." },
      ),
    ),
    waiting: Type.Optional(Type.Integer({ description: "Events that the endpoint has not had." })),
  },
  { title: "Exception" },
);
export type ExceptionRecord = Static<typeof ExceptionRecord>;

export const ExceptionList = Type.Object(
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
