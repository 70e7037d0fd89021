// An order's status as a coloured word; the sub-status, when there is one, stands beside it.
import { Badge, type MantineColor } from "@mantine/core";
import type { Status, SubStatus } from "../../src/domain/orders/order-life.ts";
import { statusWords } from "../words/status.ts";
import { useWords } from "./language.tsx";

const COLORS: Readonly<Record<Status, MantineColor>> = {
  IDLE: "gray",
  ASSIGNING: "yellow",
  ACCEPTED: "blue",
  CONFIRMING: "blue",
  PAYING: "blue",
  "IN PROCESS": "cyan",
  COMPLETED: "green",
  CANCELLED: "red",
};

type Props = { readonly status: Status; readonly subStatus?: SubStatus };

export function StatusBadge({ status, subStatus = "" }: Props) {
  const words = useWords(statusWords);
  const more = words.subStatus[subStatus];
  return (
    // Letters in the text's own colour: the tints alone are too pale to read.
    <Badge variant="light" color={COLORS[status]} c="var(--mantine-color-text)" tt="none" fw={600}>
      {words.status[status]}
      {more ? ` · ${more}` : ""}
    </Badge>
  );
}
