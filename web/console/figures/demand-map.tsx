// Where in a city goods were to be fetched, by the hour of the day, and where nobody came.
import { Group, NativeSelect, Switch } from "@mantine/core";
import { useMemo, useState } from "react";
import type { OperatorCity } from "../../../clients/typescript/src/api.ts";
import { DataTable } from "../../parts/data-table.tsx";
import type { FigureDates } from "../../parts/figures/figure-choice.tsx";
import { useSpoken } from "../../parts/language.tsx";
import type { MapCell, MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { figureWords, measureWords } from "../../words/figures.ts";
import { useAsked } from "../frame/ask.ts";
import { Panel, Shown } from "../frame/view.tsx";

type Props = { readonly dates: FigureDates; readonly city: OperatorCity };
type Demand = { readonly lat: number; readonly lng: number; readonly orders: number; readonly unmet: number };

const NO_MARKERS: readonly MapMarker[] = [];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const LISTED = 8;
// As far back as demand is told at once.
const DAYS_MAX = 31;

export function DemandMap({ dates, city }: Props) {
  const { words, language } = useSpoken(figureWords);
  const [hour, setHour] = useState("");
  const [isUnmet, setUnmet] = useState(false);
  const query = {
    ...dates,
    days: String(Math.min(DAYS_MAX, Number(dates.days))),
    city_id: city._id,
    ...(hour !== "" && { hour }),
  };
  const demand = useAsked("seeDemand", { query });
  return (
    <Panel title={`${words.demand}: ${language === "vi" ? city.name_vi_vn : city.name}`} note={words.demandText}>
      <Group align="flex-end" mb="sm">
        <NativeSelect
          label={words.hourOfDay}
          value={hour}
          onChange={(event) => setHour(event.currentTarget.value)}
          data={[
            { value: "", label: words.allDay },
            ...HOURS.map((one) => ({ value: String(one), label: `${String(one).padStart(2, "0")}:00` })),
          ]}
        />
        <Switch
          label={words.unmetOnly}
          checked={isUnmet}
          onChange={(event) => setUnmet(event.currentTarget.checked)}
          pb={8}
        />
      </Group>
      <Shown query={demand}>{({ cells }) => <Squares cells={cells} isUnmet={isUnmet} city={city} />}</Shown>
    </Panel>
  );
}

type SquaresProps = { readonly cells: readonly Demand[]; readonly isUnmet: boolean; readonly city: OperatorCity };

function Squares({ cells, isUnmet, city }: SquaresProps) {
  const { words } = useSpoken(figureWords);
  const { words: names } = useSpoken(measureWords);
  const meant = useMemo(() => {
    const weight = ({ orders, unmet }: Demand): number => (isUnmet ? unmet : orders);
    return cells.filter((cell) => weight(cell) > 0).toSorted((a, b) => weight(b) - weight(a));
  }, [cells, isUnmet]);
  const drawn = useMemo((): readonly MapCell[] => {
    const of = (cell: Demand): number => (isUnmet ? cell.unmet : cell.orders);
    const most = Math.max(1, ...meant.map(of));
    return meant.map((cell) => ({
      lat: cell.lat,
      lng: cell.lng,
      weight: of(cell) / most,
      tone: isUnmet ? "unmet" : "demand",
    }));
  }, [meant, isUnmet]);
  const [first] = meant;
  return (
    <>
      <MapView
        label={words.demand}
        markers={NO_MARKERS}
        cells={drawn}
        height={420}
        fitKey={city._id}
        {...(first ? { center: { lat: first.lat, lng: first.lng } } : {})}
      />
      <DataTable
        label={words.demand}
        rows={meant.slice(0, LISTED)}
        keyOf={({ lat, lng }) => `${lat},${lng}`}
        empty={words.nothing}
        columns={[
          { title: words.square, cell: ({ lat, lng }) => `${lat.toFixed(4)}, ${lng.toFixed(4)}` },
          { title: names.orders, right: true, cell: ({ orders }) => orders },
          { title: names.unmet, right: true, cell: ({ unmet }) => unmet },
        ]}
      />
    </>
  );
}
