// Where maps of a city begin: typed as any place is, clicked onto the map, or dragged there.
import { Box } from "@mantine/core";
import { useCallback, useMemo } from "react";
import { useWords } from "../../parts/language.tsx";
import type { LatLng } from "../../parts/map/polyline.ts";
import type { MapMarker } from "../../parts/map-content.ts";
import { type PinSource, PlaceField } from "../../parts/places/place-field.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { places } from "../frame/ask.ts";
import { readPlace, writePlace } from "./corners.ts";

export type Center = {
  readonly text: string;
  // Undefined while the text is none.
  readonly place: LatLng | undefined;
  readonly source: PinSource | undefined;
};

export const NO_CENTER: Center = { text: "", place: undefined, source: undefined };

export function centerOf(place: LatLng): Center {
  return { text: writePlace(place), place, source: "coordinates" };
}

type Change = (to: (now: { readonly center: Center }) => { readonly center?: Center }) => void;

// A pin is called by where it is at once, and by what is there as soon as the server has said.
export function usePinnedCenter(change: Change): (at: LatLng) => void {
  return useCallback(
    (at) => {
      const text = writePlace(at);
      const place = readPlace(text) ?? at;
      change(() => ({ center: { text, place, source: "pin" } }));
      void places.addressAt(place).then((found) => {
        if (!found?.address) return;
        const named = found.isExact ? found.address : `${text}, ${found.address}`;
        change((now) => (now.center.text === text ? { center: { text: named, place, source: "pin" } } : {}));
      });
    },
    [change],
  );
}

export function useCenterMarker(place: LatLng | undefined, onMove: (to: LatLng) => void): MapMarker | undefined {
  const words = useWords(consoleCatalogueWords);
  const [lat, lng] = [place?.lat, place?.lng];
  return useMemo(
    () =>
      lat === undefined || lng === undefined
        ? undefined
        : { id: "center", kind: "pickup", lat, lng, label: words.center, sign: "★", onMove },
    [lat, lng, words, onMove],
  );
}

type Props = {
  readonly center: Center;
  readonly near: LatLng | undefined;
  readonly onChange: (center: Center) => void;
  readonly onFocus: () => void;
};

export function CenterField({ center, near, onChange, onFocus }: Props) {
  const words = useWords(consoleCatalogueWords);
  return (
    <Box maw={560}>
      <PlaceField
        label={words.center}
        description={words.centerHint}
        placeholder="13.77540, 109.22330"
        text={center.text}
        near={near}
        suggest={places.suggest}
        chosen={center.source}
        field="center"
        note={center.place && words.centerAt(writePlace(center.place))}
        onFocus={onFocus}
        onType={(text) => {
          const place = readPlace(text);
          onChange({ text, place, source: place && "coordinates" });
        }}
        onChoose={({ address, place, source }) => onChange({ text: address, place, source })}
      />
    </Box>
  );
}
