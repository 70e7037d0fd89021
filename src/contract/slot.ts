// A slot of a planned service, in Unix seconds.
import { Type } from "typebox";
import { field, nullable } from "./fields.ts";

export const SlotRecord = Type.Object(
  {
    slot: field.number("Give it to create or estimate to choose this slot.", { examples: [1763366400] }),
    deliver_from: field.number("When it begins."),
    deliver_by: field.number("When it ends."),
    free: field.flag("Whether an order still has a place in it."),
    left: nullable(field.number("How many orders still have one; null where nothing limits it.")),
  },
  { title: "Slot" },
);
