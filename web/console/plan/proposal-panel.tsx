// A plan with other weights, its figures beside those of the plan in force, and putting it in force.
import { Alert, Button, Group, NativeSelect, NumberInput, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "../../parts/ask.ts";
import { decimal, distance } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { consolePlanWords } from "../../words/console/plan.ts";
import { useWrite } from "../frame/ask.ts";
import { Panel } from "../frame/view.tsx";

const WEIGHTS = ["metres", "time", "lateness", "drivers", "stability"] as const;
const VEHICLES = ["BIKE", "VAN", "TRUCK"] as const;
type Figures = Answer<"proposePlan">["now"];

export function ProposalPanel({ cityId }: { readonly cityId: string }) {
  const { words, language } = useSpoken(consolePlanWords);
  const [vehicle, setVehicle] = useState<string>("BIKE");
  const [weights, setWeights] = useState<Record<(typeof WEIGHTS)[number], number>>({
    metres: 1,
    time: 1,
    lateness: 1,
    drivers: 1,
    stability: 1,
  });
  const propose = useWrite("proposePlan", () => commit.reset());
  const commit = useWrite("commitPlan", () => propose.reset());
  const made = propose.data;
  const rows: readonly (readonly [string, (figures: Figures) => string])[] = [
    [words.distance, (figures) => distance(figures.distance * 1000, language)],
    [words.hours, (figures) => words.minutes(decimal(Math.round(figures.duration / 60), language, 0))],
    [words.late, (figures) => words.minutes(decimal(Math.round(figures.late / 60), language, 0))],
    [words.drivers, (figures) => String(figures.drivers)],
    [words.orders, (figures) => String(figures.orders)],
  ];
  return (
    <Panel title={words.again} note={words.againNote}>
      <Stack>
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
          <NativeSelect
            label={words.vehicle}
            value={vehicle}
            onChange={(event) => setVehicle(event.currentTarget.value)}
            data={VEHICLES.map((value) => ({ value, label: words.vehicles[value] }))}
          />
          {WEIGHTS.map((name) => (
            <NumberInput
              key={name}
              label={words.weights[name]}
              min={0}
              max={10}
              step={0.5}
              value={weights[name]}
              onChange={(value) => setWeights({ ...weights, [name]: Number(value) })}
            />
          ))}
        </SimpleGrid>
        <Group>
          <Button
            variant="default"
            loading={propose.isPending}
            onClick={() => propose.mutate({ params: { id: cityId }, body: { vehicle, ...weights } })}
          >
            {words.try}
          </Button>
        </Group>
        {propose.error && <ErrorNote error={propose.error} />}
        {commit.error && <ErrorNote error={commit.error} />}
        {commit.isSuccess && <Alert color="teal" variant="light" role="status" title={words.committed} />}
        {made && (
          <>
            <Table aria-label={words.figures}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.figures}</Table.Th>
                  <Table.Th>{words.nowPlan}</Table.Th>
                  <Table.Th>{words.proposed}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(([label, of]) => (
                  <Table.Tr key={label}>
                    <Table.Th scope="row">{label}</Table.Th>
                    <Table.Td>{of(made.now)}</Table.Td>
                    <Table.Td>{of(made.proposed)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Group>
              <Text>{words.movedOrders(made.moved.length)}</Text>
              <Button
                loading={commit.isPending}
                onClick={() => commit.mutate({ params: { id: cityId, proposal_id: made.id } })}
              >
                {words.commit}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Panel>
  );
}
