// Where the order goes: pickup, deliveries in their order, and the way between them.

import { useMemo } from "react";
import type { Order, PathPoint } from "../../../clients/typescript/src/api.ts";
import { useWords } from "../../parts/language.tsx";
import { pointsOfPolyline } from "../../parts/map/polyline.ts";
import { wayLines } from "../../parts/map/way-lines.ts";
import type { MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { stopSign } from "../../parts/stop-rows.tsx";
import { portalOrderWords } from "../../words/portal/order.ts";
import { useDriverPosition } from "./order-queries.ts";

export function OrderMap({ order }: { readonly order: Order }) {
  const words = useWords(portalOrderWords);
  const { path, polylines } = order;
  const markers = useMemo(
    () =>
      path.map(
        (point, at): MapMarker => ({
          id: `stop-${at}`,
          kind: at === 0 ? "pickup" : "delivery",
          lat: point.lat,
          lng: point.lng,
          label: `${at === 0 ? words.pickup : words.delivery(at)}: ${point.address}`,
          sign: stopSign(at),
          tone: toneOf(point),
        }),
      ),
    [path, words],
  );
  const driver = useDriverPosition(order);
  const way = useMemo(() => pointsOfPolyline(polylines), [polylines]);
  const lines = useMemo(
    () => wayLines(way, order.status === "IN PROCESS" ? driver : undefined),
    [way, driver, order.status],
  );
  const shown = useMemo(
    (): readonly MapMarker[] =>
      driver ? [...markers, { ...driver, id: "driver", kind: "driver", label: order.supplier_name }] : markers,
    [markers, driver, order.supplier_name],
  );
  return <MapView label={words.map} markers={shown} lines={lines} height={360} fitKey={polylines} />;
}

function toneOf(point: PathPoint): NonNullable<MapMarker["tone"]> {
  if (point.status === "COMPLETED") return "done";
  return point.status === "FAILED" ? "failed" : "plain";
}
