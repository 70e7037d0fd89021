// The same routes on the map: each from stop to stop, the one of the chosen order drawn strongly.
import { useMemo } from "react";
import { useWords } from "../../parts/language.tsx";
import type { MapLine, MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { consolePlanWords } from "../../words/console/plan.ts";
import type { BoardRoute } from "./axis.ts";

type Props = {
  readonly cityId: string;
  readonly routes: readonly BoardRoute[];
  readonly chosen: string | undefined;
  readonly onChoose: (orderId: string) => void;
};

export function PlanMap({ cityId, routes, chosen, onChoose }: Props) {
  const words = useWords(consolePlanWords);
  const markers = useMemo(
    () =>
      routes.flatMap(({ name, stops }) =>
        stops.map(
          ({ order_id, kind, lat, lng, address }, at): MapMarker => ({
            id: `${order_id} ${kind}`,
            kind,
            lat,
            lng,
            label: `${name} ${at + 1}: ${address}`,
            sign: String(at + 1),
            tone: order_id === chosen ? "chosen" : "plain",
            onClick: () => onChoose(order_id),
          }),
        ),
      ),
    [routes, chosen, onChoose],
  );
  const lines = useMemo(
    () =>
      routes.map(
        ({ id, stops }): MapLine => ({
          id,
          kind: stops.some(({ order_id }) => order_id === chosen) ? "route" : "dashed",
          points: stops.map(({ lat, lng }) => ({ lat, lng })),
        }),
      ),
    [routes, chosen],
  );
  if (markers.length === 0) return null;
  return <MapView label={words.map(cityId)} markers={markers} lines={lines} fitKey={cityId} height={420} />;
}
