// The stops of an order, in the order they are driven.

import { Text } from "@mantine/core";
import type { DriverOrder, Offer } from "../../clients/typescript/src/api.ts";
import { useWords } from "../parts/language.tsx";
import { Fine } from "../parts/looks/kinds.tsx";
import { StopRows } from "../parts/stop-rows.tsx";
import { driveWords } from "../words/drive/drive.ts";

type OfferStop = Offer["path"][number];
type Stop = DriverOrder["path"][number];

type Props = { readonly stops: readonly (OfferStop & Partial<Pick<Stop, "status">>)[]; readonly nextIndex?: number };

export function StopList({ stops, nextIndex }: Props) {
  const words = useWords(driveWords);
  const rows = stops.map(({ index, address, status = "" }) => ({
    index,
    isMarked: index === nextIndex,
    content: (
      <>
        <Fine>
          {stopName(index, words)}
          {status === "COMPLETED" && ` · ${words.stopDone}`}
          {status === "FAILED" && ` · ${words.stopFailed}`}
        </Fine>
        <Text size="sm">{address}</Text>
      </>
    ),
  }));
  return <StopRows rows={rows} />;
}

export function stopName(index: number, words: (typeof driveWords)["en"]): string {
  return index === 0 ? words.pickup : words.delivery(index);
}
