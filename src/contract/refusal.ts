// A refusal on the wire (D1): the same shape at every door.
import { type Static, Type } from "typebox";

export const ErrorBody = Type.Object(
  {
    code: Type.String({ description: "The text identifier of part 7." }),
    title: Type.String({ description: "The same identifier; some clients read this one." }),
    description: Type.String({ description: "One English sentence naming the field, value or rule." }),
    field: Type.Optional(
      Type.String({ description: "The field at fault, where it is one.", examples: ["requests[0].price"] }),
    ),
    trace_id: Type.Optional(
      Type.String({
        description: "The trace of this request, where the operator keeps traces.",
        pattern: "^[0-9a-f]{32}$",
      }),
    ),
  },
  { title: "Refusal" },
);
export type ErrorBody = Static<typeof ErrorBody>;
