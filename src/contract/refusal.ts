// A refusal on the wire (D1): the same shape at every door.
import { type Static, Type } from "typebox";
import { field, maybe } from "./fields.ts";

export const ErrorBody = Type.Object(
  {
    code: field.text("The text identifier of part 7."),
    title: field.text("The same identifier; some clients read this one."),
    description: field.text("One English sentence naming the field, value or rule."),
    field: maybe(field.text("The field at fault, where it is one.", { examples: ["requests[0].price"] })),
    trace_id: maybe(
      field.text("The trace of this request, where the operator keeps traces.", { pattern: "^[0-9a-f]{32}$" }),
    ),
  },
  { title: "Refusal" },
);
export type ErrorBody = Static<typeof ErrorBody>;
