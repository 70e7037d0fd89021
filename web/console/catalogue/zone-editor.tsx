// A zone of a service on the map: looked at, drawn anew or changed, saved, or taken away.

import { Button, Group, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import type { OperatorCity, OperatorService } from "../../../clients/typescript/src/api.ts";
import { Faults } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { MapView } from "../../parts/map-view.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { consoleWords } from "../../words/console/frame.ts";
import { useWrite } from "../frame/ask.ts";
import { AreaFields, areaIn, linesOf } from "./area-fields.tsx";
import type { Area } from "./corners.ts";
import { NO_AREA, ringsOf, writeRings } from "./corners.ts";

type Props = {
  readonly title: string;
  readonly service: OperatorService;
  readonly city: OperatorCity;
  readonly field: "pickup_area" | "delivery_area";
};

export function ZoneEditor({ title, service, city, field }: Props) {
  const words = useWords(consoleCatalogueWords);
  const common = useWords(consoleWords);
  // While it is drawn.
  const [text, setText] = useState<string>();
  const write = useWrite("saveService", () => setText(undefined));
  const area = service[field];
  const rings = useMemo(() => ringsOf(area), [area]);
  const lines = useMemo(() => linesOf(rings, city.outline), [rings, city.outline]);
  const save = (changed: Area) => write.mutate({ params: { id: service._id }, body: { [field]: changed } });
  const drawn = areaIn(text ?? "");
  const label = `${words.zoneMap}: ${title}`;
  return (
    <Faults error={write.error}>
      <Stack gap="sm" role="group" aria-label={title}>
        <Text fw={600}>
          {title}: {rings.length === 0 ? words.wholeCity : words.drawnZone(rings.flat().length)}
        </Text>
        {text === undefined ? (
          <>
            <MapView
              label={label}
              markers={NO_MARKERS}
              lines={lines}
              center={city.center}
              height={320}
              fitKey={`${rings.flat().length}`}
            />
            <Group>
              {rings.length > 0 && (
                <PlainButton onClick={() => setText(writeRings(rings))}>{words.changeZone}</PlainButton>
              )}
              <PlainButton onClick={() => setText("")}>{words.draw}</PlainButton>
              {rings.length > 0 && (
                <PlainButton loading={write.isPending} onClick={() => save(NO_AREA)}>
                  {words.removeZone}
                </PlainButton>
              )}
            </Group>
          </>
        ) : (
          <>
            <AreaFields
              label={label}
              field={field}
              text={text}
              onText={setText}
              around={city.outline}
              center={city.center}
            />
            <Group>
              <Button loading={write.isPending} disabled={!drawn} onClick={() => drawn && save(drawn)}>
                {common.save}
              </Button>
              <PlainButton onClick={() => setText(undefined)}>{common.back}</PlainButton>
            </Group>
          </>
        )}
      </Stack>
    </Faults>
  );
}

const NO_MARKERS = [] as const;
