// The drivers of one decision of the dispatcher where they were then, around the pickup they were considered for.

import { useMemo } from "react";
import type { InspectedOrder } from "../../../clients/typescript/src/api.ts";
import { useWords } from "../../parts/language.tsx";
import type { MapLine, MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { stopSign } from "../../parts/stop-rows.tsx";
import { consoleDispatchWords } from "../../words/console/dispatch.ts";
import { type Decision, type SeenDriver, SHAPES } from "./dispatch-story.ts";

type Props = {
  readonly order: InspectedOrder;
  readonly decision: Decision;
  readonly drivers: readonly SeenDriver[];
  readonly chosen: string | undefined;
  readonly onChoose: (mobile: string) => void;
};

export function DispatchMap({ order, decision, drivers, chosen, onChoose }: Props) {
  const words = useWords(consoleDispatchWords);
  const [pickup] = order.path;
  const markers = useMemo(() => {
    const marks = drivers.flatMap((driver): MapMarker[] =>
      driver.place
        ? [
            {
              id: driver.mobile,
              kind: "mark",
              shape: SHAPES[driver.fate],
              ...driver.place,
              label: words.driverAt(driver.sign, driver.name, words.fates[driver.fate]),
              sign: driver.sign,
              tone: driver.mobile === chosen ? "chosen" : "plain",
              onClick: () => onChoose(driver.mobile),
            },
          ]
        : [],
    );
    const start: MapMarker[] = pickup
      ? [{ id: "pickup", kind: "pickup", lat: pickup.lat, lng: pickup.lng, label: words.pickup, sign: stopSign(0) }]
      : [];
    return [...start, ...marks];
  }, [drivers, chosen, onChoose, pickup, words]);
  // From the one that is looked at to the pickup: not a way, a thought.
  const lines = useMemo((): readonly MapLine[] => {
    const from = drivers.find(({ mobile }) => mobile === chosen)?.place;
    return from && pickup ? [{ id: "chosen", kind: "dashed", points: [from, pickup] }] : [];
  }, [drivers, chosen, pickup]);
  return <MapView label={words.map} markers={markers} lines={lines} height={340} fitKey={String(decision.time)} />;
}
