// Where an order stands as a coloured word, and once it is over what became of it; more of it, when there is more, stands beside it.
import { Badge, type MantineColor } from "@mantine/core";
import type { Canceller } from "../../src/domain/orders/order.ts";
import type { Status, SubStatus } from "../../src/domain/orders/order-life.ts";
import type { Outcome } from "../../src/domain/orders/outcome.ts";
import { statusWords } from "../words/status.ts";
import { useWords } from "./language.tsx";

const OVER = { DELIVERED: "green", PARTLY_DELIVERED: "orange", FAILED: "red", RETURNING: "orange", RETURNED: "grape" };
const COLORS: Readonly<Record<Exclude<Status, "COMPLETED"> | Exclude<Outcome, "OPEN">, MantineColor>> = {
  IDLE: "indigo",
  ASSIGNING: "yellow",
  ACCEPTED: "blue",
  CONFIRMING: "blue",
  PAYING: "blue",
  "IN PROCESS": "cyan",
  ...OVER,
  CANCELLED: "gray",
};

type Props = {
  readonly order: {
    readonly status: Status;
    readonly sub_status?: SubStatus;
    readonly outcome: Outcome;
    readonly cancelled_by?: Canceller | "";
  };
};

export function StatusBadge({ order: { status, sub_status = "", outcome, cancelled_by = "" } }: Props) {
  const words = useWords(statusWords);
  const isOver = outcome !== "OPEN";
  // Of what is over, a second attempt is all that its outcome does not say.
  const more =
    !isOver || sub_status === "IN_REDELIVERY" ? words.subStatus[sub_status] : words.cancelledBy[cancelled_by];
  return (
    // Letters in the text's own colour: the tints alone are too pale to read.
    <Badge
      variant="light"
      color={COLORS[isOver ? outcome : status === "COMPLETED" ? "DELIVERED" : status]}
      c="var(--mantine-color-text)"
      tt="none"
      fw={600}
      // Cut words say the wrong thing: a long one takes a second line.
      h="auto"
      styles={{ label: { whiteSpace: "normal", overflow: "visible" } }}
    >
      {isOver ? words.outcome[outcome] : words.status[status]}
      {more ? ` · ${more}` : ""}
    </Badge>
  );
}
