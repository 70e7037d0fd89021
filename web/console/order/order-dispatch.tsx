// Why an order went to whom, told twice: as a list, and on the map at the places the drivers were at then. Choosing one of the
// drivers in either shows them in the other.

import { Alert, Box, Group, NativeSelect, Stack, Text, UnstyledButton } from "@mantine/core";
import { useMemo, useState } from "react";
import type { InspectedOrder } from "../../../clients/typescript/src/api.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { dayAndTime, distance } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { Mark } from "../../parts/map/mark.tsx";
import { consoleDispatchWords } from "../../words/console/dispatch.ts";
import { useAsked } from "../frame/ask.ts";
import { Panel, Shown } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { useObstacle } from "../plan/obstacle.ts";
import styles from "./dispatch.module.css";
import { DispatchMap } from "./dispatch-map.tsx";
import {
  type Decision,
  type Dispatch,
  decisionToShow,
  type Fate,
  type SeenDriver,
  SHAPES,
  seenDrivers,
} from "./dispatch-story.ts";

export function OrderDispatch({ order }: { readonly order: InspectedOrder }) {
  const words = useWords(consoleDispatchWords);
  const dispatch = useAsked("explainDispatch", { params: { order_id: order._id } });
  return (
    <Panel title={words.dispatch}>
      <Shown query={dispatch}>
        {(found) =>
          found.offers.length + found.decisions.length === 0 ? (
            <Text c="dimmed">{words.noDispatch}</Text>
          ) : (
            <Stack gap="md">
              {found.decisions.length > 0 && <Explained order={order} dispatch={found} />}
              <Offers offers={found.offers} />
            </Stack>
          )
        }
      </Shown>
    </Panel>
  );
}

function Explained({ order, dispatch }: { readonly order: InspectedOrder; readonly dispatch: Dispatch }) {
  const { words, language } = useConsole(consoleDispatchWords);
  const obstacle = useObstacle();
  const [time, setTime] = useState<number>();
  const [chosen, setChosen] = useState<string>();
  const decision = dispatch.decisions.find((one) => one.time === time) ?? decisionToShow(dispatch);
  const drivers = useMemo(() => (decision ? seenDrivers(dispatch, decision) : []), [dispatch, decision]);
  if (!decision) return null;
  const described = (one: Decision) =>
    `${dayAndTime(one.time, language)} · ${verdictIn(words.verdicts, one.verdict)} · ${words.considered(one.drivers)}`;
  return (
    <Stack gap="sm">
      {dispatch.decisions.length > 1 ? (
        <NativeSelect
          label={words.decision}
          value={String(decision.time)}
          onChange={(event) => setTime(Number(event.currentTarget.value))}
          data={dispatch.decisions.map((one) => ({ value: String(one.time), label: described(one) }))}
        />
      ) : (
        <Text fw={600}>{described(decision)}</Text>
      )}
      {drivers.some(({ place }) => place) ? (
        <>
          <DispatchMap order={order} decision={decision} drivers={drivers} chosen={chosen} onChoose={setChosen} />
          <Legend />
        </>
      ) : (
        drivers.length > 0 && <Alert color="gray" variant="light" title={words.noPlaces} />
      )}
      {decision.reason && (
        <Text size="sm">
          {obstacle({ code: decision.reason_code, late: decision.reason_late, sentence: decision.reason })}
        </Text>
      )}
      {decision.travel === "crow" && <Text size="sm">{words.byCrow}</Text>}
      <Drivers drivers={drivers} reach={decision.reach} chosen={chosen} onChoose={setChosen} />
    </Stack>
  );
}

function Legend() {
  const words = useWords(consoleDispatchWords);
  return (
    <Group gap="lg" role="list" aria-label={words.legend}>
      {(Object.keys(SHAPES) as Fate[]).map((fate) => (
        <Group key={fate} gap={6} wrap="nowrap" role="listitem">
          <Mark shape={SHAPES[fate]} />
          <Text size="sm">{words.fates[fate]}</Text>
        </Group>
      ))}
    </Group>
  );
}

type DriversProps = {
  // How far away a driver might be, in metres by road.
  readonly reach: number | undefined;
  readonly drivers: readonly SeenDriver[];
  readonly chosen: string | undefined;
  readonly onChoose: (mobile: string) => void;
};

function Drivers({ drivers, reach, chosen, onChoose }: DriversProps) {
  const { words, language } = useConsole(consoleDispatchWords);
  // The limit is what kept them out: minutes beside those of the winner would only puzzle.
  const isBeyond = ({ fate, verdict }: SeenDriver): boolean =>
    fate === "considered" && verdict === "TOO_FAR" && reach !== undefined;
  const whyNot = (driver: SeenDriver): string =>
    isBeyond(driver) ? words.beyond(distance(reach ?? 0, language)) : verdictIn(words.verdicts, driver.verdict);
  return (
    <Box component="ol" className={styles.drivers} aria-label={words.drivers}>
      {drivers.map((driver) => (
        <li key={driver.mobile}>
          <UnstyledButton
            className={styles.driver}
            aria-pressed={driver.mobile === chosen}
            onClick={() => onChoose(driver.mobile)}
          >
            <Mark shape={SHAPES[driver.fate]} sign={driver.sign} />
            <span>
              <Text component="span" fw={600}>
                {driver.name}
              </Text>{" "}
              <Text component="span" size="sm">
                {words.fates[driver.fate]}
                {driver.fate === "considered" && `: ${whyNot(driver)}`}
                {!isBeyond(driver) && ` · ${words.pickupIn(Math.round(driver.pickup_in_seconds / 60))}`}
              </Text>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </Box>
  );
}

function Offers({ offers }: { readonly offers: Dispatch["offers"] }) {
  const { words, common, language } = useConsole(consoleDispatchWords);
  return (
    <DataTable
      label={words.offers}
      rows={offers}
      keyOf={(offer) => offer.id}
      empty={words.nobodyAsked}
      columns={[
        { title: words.offers, cell: (offer) => offer.name },
        { title: common.time, cell: (offer) => dayAndTime(offer.offered_at, language) },
        { title: words.way, cell: (offer) => words.pickupIn(Math.round(offer.pickup_seconds / 60)) },
        { title: words.answer, cell: (offer) => words.answers[offer.answer] ?? offer.answer },
      ]}
    />
  );
}

// A newer program may have recorded it.
function verdictIn(words: Readonly<Record<string, string>>, verdict: string): string {
  return words[verdict] ?? verdict;
}
