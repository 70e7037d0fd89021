// Drivers and open orders on the map of a city: vehicles by shape, what they do by colour, and a legend that says so.

import { Group, Text } from "@mantine/core";
import { useMemo, useRef } from "react";
import type { LiveCity } from "../../../clients/typescript/src/api.ts";
import { useWords } from "../../parts/language.tsx";
import { LOOK_SIZE, POINT_LOOKS, type PointLook } from "../../parts/map/point-looks.ts";
import type { LatLng } from "../../parts/map/polyline.ts";
import type { MapMarker, MapPoint } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { goTo } from "../../parts/router.tsx";
import { consoleBoardWords } from "../../words/console/board.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";

type Props = {
  readonly live: LiveCity;
  readonly center: LatLng;
  readonly onAssign: (orderIds: readonly string[]) => void;
};

const NO_MARKERS: readonly MapMarker[] = [];
const LEGEND = [
  "bike-free",
  "bike-busy",
  "van-free",
  "truck-free",
  "order-waiting",
  "order-taken",
  "order-carried",
] as const;

export function BoardMap({ live, center, onAssign }: Props) {
  const { mapOf } = useWords(consoleOrderWords);
  const drivers = useKept(live.drivers, driverPoint);
  const orders = useKept(live.orders, orderPoint);
  const points = useMemo(() => [...drivers, ...orders], [drivers, orders]);
  const onPoint = (id: string): void => {
    const order = live.orders.find(({ order_id }) => order_id === id);
    if (order?.status === "ASSIGNING") onAssign([id]);
    else goTo(order ? `/console/orders/${id}` : `/console/drivers/${id}`);
  };
  return (
    <div>
      <MapView
        label={mapOf(live.city_id)}
        markers={NO_MARKERS}
        points={points}
        onPoint={onPoint}
        center={center}
        height={480}
        fitKey={live.city_id}
      />
      <Legend />
    </div>
  );
}

// What has not changed stays the same value, so that the map can tell what it need not draw again.
function useKept<Thing extends object>(things: readonly Thing[], pointOf: (thing: Thing) => MapPoint | undefined) {
  const kept = useRef(new WeakMap<Thing, MapPoint | undefined>());
  return useMemo(
    () =>
      things.flatMap((thing) => {
        if (!kept.current.has(thing)) kept.current.set(thing, pointOf(thing));
        return kept.current.get(thing) ?? [];
      }),
    [things, pointOf],
  );
}

function driverPoint(driver: LiveCity["drivers"][number]): MapPoint {
  const { mobile, lat, lng, vehicle, carrying, heading } = driver;
  const shape = vehicle === "VAN" ? "van" : vehicle === "TRUCK" ? "truck" : "bike";
  const look = `${shape}-${carrying > 0 ? "busy" : "free"}` as const;
  return { id: mobile, group: "drivers", lat, lng, look, ...(heading === null ? {} : { heading }) };
}

// Of an order the pickup: where its driver goes, or should.
function orderPoint({ order_id, status, points: [pickup] }: LiveCity["orders"][number]): MapPoint | undefined {
  const look = status === "ASSIGNING" ? "order-waiting" : status === "IN PROCESS" ? "order-carried" : "order-taken";
  return pickup && { id: order_id, group: "orders", ...pickup, look };
}

function Legend() {
  const words = useWords(consoleBoardWords);
  return (
    <Group component="ul" gap="md" p={0} mt="xs" mb={0} aria-label={words.legend} style={{ listStyle: "none" }}>
      {LEGEND.map((look) => (
        <Group component="li" key={look} gap={6}>
          <Look look={look} />
          <Text size="sm">{words.looks[look]}</Text>
        </Group>
      ))}
    </Group>
  );
}

function Look({ look }: { readonly look: PointLook }) {
  const { path, fill, line } = POINT_LOOKS[look];
  return (
    <svg width={16} height={16} viewBox={`-2 -2 ${LOOK_SIZE + 4} ${LOOK_SIZE + 4}`} aria-hidden="true">
      <path d={path} fill={fill} stroke={line === "#ffffff" ? fill : line} strokeWidth={3} />
    </svg>
  );
}
