// The way to the next stop on a map, from where the driver is; for an offer, the way it would lead.

import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { DriverOrder, Offer } from "../../../clients/typescript/src/api.ts";
import type { Answer } from "../../parts/ask.ts";
import { distance } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { Strong } from "../../parts/looks/kinds.tsx";
import { pointsOfPolyline } from "../../parts/map/polyline.ts";
import type { MapLine, MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { stopSign } from "../../parts/stop-rows.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import type { AskAsDriver } from "../ask.ts";
import styles from "../page.module.css";
import type { Position } from "../positions/position-batch.ts";
import { nextTask } from "../projected-order.ts";
import { stopName } from "../stop-list.tsx";
import { mapLink } from "./map-link.ts";

type OfferStop = Offer["path"][number];
type Plan = Answer<"getPlan">;
type Stop = DriverOrder["path"][number];
type Way = Answer<"getWay">;

type Props = {
  readonly call: AskAsDriver;
  readonly offer: Offer | undefined;
  readonly order: DriverOrder | undefined;
  readonly plan: Plan | undefined;
  readonly position: Position | undefined;
};

// About 100 m: the line is asked for again when the driver has left it behind, not at every step.
const DECIMALS = 3;
const TONES = { COMPLETED: "done", FAILED: "failed", "": "plain" } as const;

export function WayMap({ call, offer, order, plan, position }: Props) {
  const { words, language } = useSpoken(driveWords);
  const target = order ? nextTask(order)?.stop : offer?.path[0];
  const way = useWay(call, position, target);
  const stops: readonly (OfferStop & Partial<Pick<Stop, "status">>)[] = order?.path ?? offer?.path ?? [];
  // The line along everything in hand, or along the one order while that is not known.
  const polyline = plan?.polyline || order?.polylines;
  const lines = useMemo((): MapLine[] => {
    const whole: MapLine[] = polyline ? [{ id: "order", kind: "dashed", points: pointsOfPolyline(polyline) }] : [];
    return way ? [...whole, { id: "way", kind: "route", points: pointsOfPolyline(way.polyline) }] : whole;
  }, [polyline, way]);
  const markers = useMemo((): readonly MapMarker[] => {
    const doors = stops.map(
      ({ index, lat, lng, address, status = "" }): MapMarker => ({
        id: `stop ${index}`,
        kind: index === 0 ? "pickup" : "delivery",
        lat,
        lng,
        label: `${stopName(index, words)}: ${address}`,
        sign: stopSign(index),
        tone: index === target?.index ? "chosen" : TONES[status],
      }),
    );
    // Stops of other orders, in the sequence they come.
    for (const [at, stop] of (plan?.stops ?? []).entries()) {
      if (stop.order_id === order?.order_id) continue;
      const { lat, lng, kind, address } = stop;
      const label = words.plannedStop(at + 1, address);
      doors.push({ id: `plan ${at}`, kind, lat, lng, label, sign: String(at + 1), tone: "plain" });
    }
    if (!position) return doors;
    const { lat, lng, heading } = position;
    return [
      ...doors,
      { id: "driver", kind: "driver", lat, lng, label: words.you, ...(heading === undefined ? {} : { heading }) },
    ];
  }, [stops, plan, order?.order_id, position, target?.index, words]);
  return (
    <div className={styles.map}>
      <MapView
        label={words.map}
        markers={markers}
        lines={lines}
        fitKey={`${order?.order_id ?? offer?.id} ${target?.index} ${way !== undefined}`}
        height="100%"
      />
      {target && (
        <Group justify="space-between" gap="xs">
          <Strong>
            {way && words.wayTo(distance(way.distance, language), Math.max(1, Math.round(way.duration / 60)))}
          </Strong>
          <Button component="a" variant="default" href={mapLink(target, navigator.userAgent)}>
            {words.openMaps}
          </Button>
        </Group>
      )}
    </div>
  );
}

function useWay(call: AskAsDriver, position: Position | undefined, target: OfferStop | undefined): Way | undefined {
  const square = position && `${position.lat.toFixed(DECIMALS)},${position.lng.toFixed(DECIMALS)}`;
  const to = target && `${target.lat},${target.lng}`;
  const { data } = useQuery({
    queryKey: ["way", square, to],
    // From where they really are: the middle of the square may lie on another street, with another way to drive it.
    queryFn: () => call("getWay", { query: { from: `${position?.lat},${position?.lng}`, to: to ?? "" } }),
    enabled: square !== undefined && to !== undefined,
    retry: false,
    staleTime: 60_000,
  });
  // The line of a moment ago is better than none, in a tunnel too, as long as it leads to the same door.
  const last = useRef<{ readonly to: string; readonly way: Way }>(undefined);
  if (data && to !== undefined) last.current = { to, way: data };
  return last.current && last.current.to === to ? last.current.way : undefined;
}
