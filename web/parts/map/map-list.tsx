// The map's markers as a list, where no map can be drawn.
import { Alert, Stack, Text } from "@mantine/core";
import { partsWords } from "../../words/parts.ts";
import { useWords } from "../language.tsx";
import type { MapContent } from "../map-content.ts";

export function MapList({ markers, label }: Pick<MapContent, "markers" | "label">) {
  const words = useWords(partsWords);
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Alert variant="light" color="gray" title={words.mapAway} />
      <ul aria-label={words.places}>
        {markers.map((marker) => (
          <li key={marker.id}>
            <Text component="span">{marker.label}</Text>{" "}
            <Text component="span" size="sm" c="dimmed">
              {marker.lat.toFixed(4)}, {marker.lng.toFixed(4)}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
