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
import type { Board } from "./axis.ts";

const WEIGHTS = ["metres", "time", "lateness", "drivers", "stability"] as const;
const VEHICLES = ["BIKE", "VAN", "TRUCK"] as const;
type Figures = Answer<"proposePlan">["now"];

type Weights = Record<(typeof WEIGHTS)[number], number>;
const USUAL: Weights = { metres: 1, time: 1, lateness: 1, drivers: 1, stability: 1 };

type Props = { readonly cityId: string; readonly inForce: Board["weights"] };

export function ProposalPanel({ cityId, inForce }: Props) {
  const { words, language } = useSpoken(consolePlanWords);
  const [vehicle, setVehicle] = useState<string>("BIKE");
  const own = inForce.find((one) => one.vehicle === vehicle);
  const [changed, setChanged] = useState<Partial<Weights>>({});
  // Those in force until somebody writes others.
  const weights: Weights = { ...USUAL, ...pickWeights(own), ...changed };
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
            onChange={(event) => {
              setVehicle(event.currentTarget.value);
              setChanged({});
            }}
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
              onChange={(value) => setChanged({ ...changed, [name]: Number(value) })}
            />
          ))}
        </SimpleGrid>
        <Text size="sm" role="note">
          {own ? words.weightsInForce(weightsText(own, words.weights, language)) : words.usualWeights}
        </Text>
        <Group>
          <Button
            variant="default"
            loading={propose.isPending}
            onClick={() => propose.mutate({ params: { id: cityId }, body: { vehicle, ...weights } })}
          >
            {words.try}
          </Button>
          {own && (
            <Button variant="subtle" onClick={() => setChanged(USUAL)}>
              {words.toUsual}
            </Button>
          )}
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

function pickWeights(own: Board["weights"][number] | undefined): Partial<Weights> {
  return own ? Object.fromEntries(WEIGHTS.map((name) => [name, own[name]])) : {};
}

function weightsText(own: Weights, names: Record<(typeof WEIGHTS)[number], string>, language: "en" | "vi"): string {
  return WEIGHTS.filter((name) => own[name] !== 1)
    .map((name) => `${names[name]} × ${decimal(own[name], language, 1)}`)
    .join(", ");
}
