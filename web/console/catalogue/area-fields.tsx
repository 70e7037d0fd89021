// An area while it is drawn: corners placed by clicking on the map, dragged where they belong, or written down.

import { Alert, Group, Stack, Textarea } from "@mantine/core";
import { useCallback, useMemo, useRef, useState } from "react";
import { useField, useTouch } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import type { LatLng } from "../../parts/map/polyline.ts";
import type { MapLine, MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import type { Area } from "./corners.ts";
import {
  areaOf,
  isArea,
  type Rings,
  readRings,
  ringsOf,
  withCorner,
  withMoved,
  withoutLastCorner,
  writeRings,
} from "./corners.ts";

// Each is an element over the map; of more than this a map is no place to work on.
const HELD_MAX = 250;
const NUMBERED_MAX = 40;
const PROVINCE_ZOOM = 8;

type Props = {
  readonly label: string;
  // What it is called on the wire.
  readonly field: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  // The city's, drawn thinly around.
  readonly around?: Area | undefined;
  // Where to look first.
  readonly center?: LatLng | undefined;
  readonly marker?: MapMarker | undefined;
  // A click is for something else than the next corner.
  readonly click?: { readonly name: string; readonly onPlace: (at: LatLng) => void } | undefined;
  // Looked at when it is written.
  readonly writtenAt?: string;
};

export function AreaFields({ label, field, text, onText, around, center, marker, click, writtenAt = "" }: Props) {
  const words = useWords(consoleCatalogueWords);
  const { error, ...mark } = useField(field);
  const touch = useTouch();
  const write = useCallback(
    (written: string) => {
      touch(field);
      onText(written);
    },
    [touch, field, onText],
  );
  const read = useMemo(() => readRings(text), [text]);
  const rings = "faultLine" in read ? NO_RINGS : read;
  const corners = rings.flat().length;
  const markers = useMemo(() => {
    const move = (ringAt: number, cornerAt: number, to: LatLng) =>
      write(writeRings(withMoved(rings, ringAt, cornerAt, to)));
    return [...cornersOf(rings, move), ...(marker ? [marker] : [])];
  }, [rings, marker, write]);
  const lines = useMemo(() => linesOf(rings, around), [rings, around]);
  // Looked at as a whole once, if there is anything yet, and whenever corners are written; while somebody draws, the view is theirs.
  const [fitKey, setFitKey] = useState(lines.length > 0 ? "once" : "");
  // Dragged away from what was written last, it does not call for another look.
  const lookedFor = useRef(writtenAt);
  if (writtenAt !== "") lookedFor.current = writtenAt;
  return (
    <Stack gap="sm">
      <MapView
        label={label}
        markers={markers}
        lines={lines}
        {...(center ? { center } : { zoom: PROVINCE_ZOOM })}
        height={400}
        fitKey={`${fitKey}${lookedFor.current}`}
        // With a line that cannot be read, a click would write the readable nothing over what was typed.
        {...(click || !("faultLine" in read)
          ? { onClick: click?.onPlace ?? ((at: LatLng) => write(writeRings(withCorner(rings, at)))) }
          : {})}
      />
      <Quiet role="status">{words.clickFor(click?.name ?? words.nextCorner)}</Quiet>
      <Textarea
        label={words.corners}
        description={words.drawNote}
        value={text}
        onChange={(event) => {
          const written = event.currentTarget.value;
          onText(written);
          if (areaIn(written)) setFitKey(written);
        }}
        {...mark}
        error={"faultLine" in read ? words.cornerFault(read.faultLine) : error}
        autosize
        minRows={3}
        maxRows={8}
      />
      <Group>
        <PlainButton disabled={corners === 0} onClick={() => write(writeRings(withoutLastCorner(rings)))}>
          {words.undo}
        </PlainButton>
        <PlainButton disabled={corners === 0} onClick={() => write("")}>
          {words.clear}
        </PlainButton>
      </Group>
      {!isArea(rings) && <Alert color="gray" variant="light" title={words.needCorners} />}
    </Stack>
  );
}

const NO_RINGS: Rings = [];

// The area that was written, if it is one.
export function areaIn(text: string): Area | undefined {
  const read = readRings(text);
  return "faultLine" in read || !isArea(read) ? undefined : areaOf(read);
}

function cornersOf(rings: Rings, move: (ringAt: number, cornerAt: number, to: LatLng) => void): readonly MapMarker[] {
  const count = rings.flat().length;
  if (count > HELD_MAX) return [];
  return rings.flatMap((ring, ringAt) =>
    ring.map((corner, cornerAt): MapMarker => {
      const number = `${rings.length > 1 ? `${ringAt + 1}.` : ""}${cornerAt + 1}`;
      return {
        id: `corner-${ringAt}-${cornerAt}`,
        kind: "corner",
        ...corner,
        label: number,
        sign: count > NUMBERED_MAX ? "" : number,
        onMove: (to) => move(ringAt, cornerAt, to),
      };
    }),
  );
}

export function linesOf(rings: Rings, around: Area | undefined): readonly MapLine[] {
  const closed = (kind: MapLine["kind"]) => (ring: readonly LatLng[], at: number) => ({
    id: `${kind}-${at}`,
    kind,
    points: [...ring, ...ring.slice(0, 1)],
  });
  const background = ringsOf(around).map((ring, at) => ({ ...closed("dashed")(ring, at), isBackground: true }));
  return [...background, ...rings.map(closed("route"))].filter((line) => line.points.length > 2);
}
