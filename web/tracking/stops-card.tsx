// Where the driver stops. Other recipients' doors are only "another stop", and an area.

import { Text } from "@mantine/core";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { timeWindow } from "../parts/formats.ts";
import { useSpoken } from "../parts/language.tsx";
import { Quiet } from "../parts/looks/kinds.tsx";
import { StopRows } from "../parts/stop-rows.tsx";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";
import { ownStopOf } from "./own-stop.ts";

export function StopsCard({ state }: { readonly state: Tracking }) {
  const { words, language } = useSpoken(trackingWords);
  const isSenders = ownStopOf(state) === undefined;
  return (
    <Card title={words.stops}>
      <StopRows
        rows={state.stops.map((stop) => ({
          index: stop.index,
          isMarked: stop.own,
          content: (
            <>
              <Text fw={stop.own ? 650 : 400}>
                {stopName(stop, words, isSenders)}
                {stopEnd(stop, words)}
                {stop.eta &&
                  ` · ${timeWindow(stop.eta.from, stop.eta.to, language, state.time_zone, state.server_time)}`}
              </Text>
              <Quiet>{stop.area}</Quiet>
            </>
          ),
        }))}
      />
    </Card>
  );
}

export function stopName(
  stop: Tracking["stops"][number],
  words: (typeof trackingWords)["en"],
  isSenders: boolean,
): string {
  if (stop.kind === "pickup") return words.pickup;
  if (isSenders) return words.delivery(stop.index);
  return stop.own ? words.yourStop : words.anotherStop;
}

function stopEnd(stop: Tracking["stops"][number], words: (typeof trackingWords)["en"]): string {
  if (stop.status === "COMPLETED") return ` · ${words.stopDone}`;
  return stop.status === "FAILED" ? ` · ${words.stopFailed}` : "";
}
