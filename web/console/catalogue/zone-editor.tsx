// A zone on the map: looked at, drawn anew corner by corner with a mouse, a finger or a keyboard, saved, or taken away.
import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMemo, useState } from "react";
import { useWords } from "../../parts/language.tsx";
import type { MapLine, MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import type { LatLng } from "../../parts/polyline.ts";
import { consoleWords } from "../../words/console.ts";
import { consoleCatalogueWords } from "../../words/console-catalogue.ts";
import type { Area } from "../frame/wire.ts";
import { areaOf, NO_AREA, readCorners, ringsOf, writeCorners } from "./corners.ts";

type Props = {
  readonly title: string;
  readonly area: Area | undefined;
  // The city's, drawn thinly around.
  readonly outline: Area | undefined;
  readonly center: LatLng;
  // A city cannot be without an outline.
  readonly isRemovable: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSave: (area: Area) => void;
};

export function ZoneEditor(props: Props) {
  const words = useWords(consoleCatalogueWords);
  const common = useWords(consoleWords);
  const [text, setText] = useState<string>();
  const isDrawing = text !== undefined;
  const read = useMemo(() => readCorners(text ?? ""), [text]);
  const corners = "faultLine" in read ? [] : read;
  const rings = ringsOf(props.area);
  const { markers, lines } = useMemo(
    () =>
      drawing(isDrawing ? [corners] : ringsOf(props.area), props.outline, isDrawing, {
        ...props.center,
        label: props.title,
      }),
    [isDrawing, corners, props.area, props.outline, props.center, props.title],
  );
  const addCorner = (at: LatLng): void => setText((before) => `${before ? `${before}\n` : ""}${writeCorners([at])}`);
  return (
    <Stack gap="sm">
      <Text fw={600}>
        {props.title}: {rings.length === 0 ? words.wholeCity : words.drawnZone(rings.flat().length)}
      </Text>
      {props.error ? <ErrorNote error={props.error} /> : null}
      <MapView
        label={`${words.zoneMap}: ${props.title}`}
        markers={markers}
        lines={lines}
        center={props.center}
        height={340}
        // While somebody draws, the view is theirs.
        fitKey={isDrawing ? "" : `${props.title} ${rings.flat().length}`}
        {...(isDrawing ? { onClick: addCorner } : {})}
      />
      {isDrawing ? (
        <>
          <Textarea
            label={words.corners}
            description={words.drawNote}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={"faultLine" in read ? words.cornerFault(read.faultLine) : undefined}
            autosize
            minRows={3}
            maxRows={8}
          />
          <Group>
            <Button
              loading={props.busy}
              disabled={corners.length < 3}
              onClick={() => {
                props.onSave(areaOf(corners));
                setText(undefined);
              }}
            >
              {common.save}
            </Button>
            <Button
              variant="default"
              disabled={corners.length === 0}
              onClick={() => setText(writeCorners(corners.slice(0, -1)))}
            >
              {words.undo}
            </Button>
            <Button variant="default" onClick={() => setText(undefined)}>
              {common.back}
            </Button>
          </Group>
          {corners.length < 3 && <Alert color="gray" variant="light" title={words.needCorners} />}
        </>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setText("")}>
            {words.draw}
          </Button>
          {props.isRemovable && rings.length > 0 && (
            <Button variant="default" loading={props.busy} onClick={() => props.onSave(NO_AREA)}>
              {words.removeZone}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function drawing(
  rings: readonly (readonly LatLng[])[],
  outline: Area | undefined,
  isDrawing: boolean,
  center: LatLng & { readonly label: string },
): { readonly markers: readonly MapMarker[]; readonly lines: readonly MapLine[] } {
  const closed = (ring: readonly LatLng[]) => [...ring, ...ring.slice(0, 1)];
  const zone = rings.map((ring, at): MapLine => ({ id: `zone-${at}`, kind: "route", points: closed(ring) }));
  const around = ringsOf(outline).map(
    (ring, at): MapLine => ({ id: `city-${at}`, kind: "dashed", points: closed(ring) }),
  );
  const corners = isDrawing ? (rings[0] ?? []) : [];
  const markers = corners.map(
    (corner, at): MapMarker => ({
      id: `corner-${at}`,
      kind: "other",
      ...corner,
      label: String(at + 1),
      sign: String(at + 1),
    }),
  );
  const middle: MapMarker = { id: "center", kind: "other", ...center, sign: "•", tone: "faded" };
  return {
    // Without a marker the map would not know where to look.
    markers: markers.length > 0 || isDrawing ? markers : [middle],
    lines: [...around, ...zone].filter((line) => line.points.length > 2),
  };
}
