// Figures on a page, whoever looks: the most asked for as tiles, one measure as a line and all of them as a table, beside those of before.
import { Group, NativeSelect, Paper, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Figures } from "../../../clients/typescript/src/api.ts";
import { figureWords, measureWords } from "../../words/figures.ts";
import { DataTable } from "../data-table.tsx";
import { decimal } from "../formats.ts";
import { useSpoken } from "../language.tsx";
import { ErrorNote } from "../loading/error-note.tsx";
import { Heading, PlainButton, Quiet } from "../looks/kinds.tsx";
import { Link } from "../router.tsx";
import { type ChartPoint, FigureChart } from "./figure-chart.tsx";
import { isCount, measureText, pointText } from "./measure-text.ts";
import { keysOf } from "./point-span.ts";

type Props = {
  readonly seen: Figures;
  // Where the orders of a point are listed.
  readonly ordersAt: (at: string) => string;
  readonly onCsv: () => Promise<void>;
};

type Series = Pick<Figures, "points" | "all">;
const TILES = [
  "orders",
  "fulfilment",
  "cancelled",
  "assign_p50",
  "deliver_p90",
  "promise_kept",
  "utilisation",
  "revenue",
];
const IN_TABLE = ["orders", "delivered", "cancelled", "fulfilment", "assign_p50", "deliver_p50", "revenue"];

export function FiguresBoard({ seen, ordersAt, onCsv }: Props) {
  const { words, language } = useSpoken(figureWords);
  const { words: names } = useSpoken(measureWords);
  const nameOf = (name: string): string => names[name as keyof typeof names] ?? name;
  const [chosen, choose] = useState("orders");
  const measure = seen.measures.includes(chosen) ? chosen : "orders";
  const has = (name: string): boolean => seen.measures.includes(name);
  const points = useMemo(() => chartPoints(seen, measure, ordersAt), [seen, measure, ordersAt]);
  const text = useMemo(
    () => (figure: number | null | undefined) => measureText(measure, figure, language),
    [measure, language],
  );
  const csv = useMutation({ mutationFn: onCsv });
  const columns = [...new Set([...IN_TABLE.filter(has), measure])];
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {TILES.filter(has).map((name) => (
          <Tile key={name} name={name} label={nameOf(name)} seen={seen} />
        ))}
      </SimpleGrid>
      <Paper withBorder radius="md" p="md" component="section" aria-label={nameOf(measure)}>
        <Group justify="space-between" align="flex-end" mb="sm">
          <NativeSelect
            label={words.measure}
            value={measure}
            onChange={(event) => choose(event.currentTarget.value)}
            data={seen.measures.map((name) => ({ value: name, label: nameOf(name) }))}
          />
          <PlainButton loading={csv.isPending} onClick={() => csv.mutate()}>
            {words.csv}
          </PlainButton>
        </Group>
        {csv.error && <ErrorNote error={csv.error} />}
        {points.length === 0 ? (
          <Text c="dimmed">{words.nothing}</Text>
        ) : (
          <FigureChart name={nameOf(measure)} points={points} text={text} isWhole={isCount(measure)} />
        )}
      </Paper>
      <Paper withBorder radius="md" p="md" component="section" aria-label={words.table}>
        <Heading mb="sm">{words.table}</Heading>
        <DataTable
          label={words.table}
          rows={seen.points.toReversed()}
          keyOf={(point) => point.at}
          empty={words.nothing}
          columns={[
            { title: words.when, cell: (point) => <Link href={ordersAt(point.at)}>{pointText(point.at)}</Link> },
            ...columns.map((name) => ({
              title: nameOf(name),
              right: true,
              cell: (point: Figures["points"][number]) => measureText(name, point.measures[name], language),
            })),
          ]}
        />
      </Paper>
      <Paper withBorder radius="md" p="md" component="section" aria-label={words.sums}>
        <Heading mb="sm">{words.sums}</Heading>
        <Table aria-label={words.sums} horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.measure}</Table.Th>
              <Table.Th scope="col" ta="right">
                {words.inView}
              </Table.Th>
              {seen.before && (
                <Table.Th scope="col" ta="right">
                  {words.before}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {seen.measures.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>{nameOf(name)}</Table.Td>
                <Table.Td ta="right">{measureText(name, seen.all[name], language)}</Table.Td>
                {seen.before && <Table.Td ta="right">{measureText(name, seen.before.all[name], language)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </Stack>
  );
}

function Tile({ name, label, seen }: { readonly name: string; readonly label: string; readonly seen: Figures }) {
  const { words, language } = useSpoken(figureWords);
  const [figure, before] = [seen.all[name], seen.before?.all[name]];
  const change = figure && before ? (figure / before - 1) * 100 : undefined;
  const percent = change === undefined ? "" : `${change > 0 ? "+" : ""}${decimal(change, language, 0)} %`;
  return (
    <Paper withBorder radius="md" p="sm">
      <Quiet>{label}</Quiet>
      <Text fz="xl" fw={600}>
        {measureText(name, figure, language)}
      </Text>
      {percent && <Quiet>{words.change(percent)}</Quiet>}
    </Paper>
  );
}

// The points lie as far from the first day as those of before from theirs.
function chartPoints(seen: Figures, measure: string, ordersAt: Props["ordersAt"]): readonly ChartPoint[] {
  const shift = seen.before ? Date.parse(seen.from) - Date.parse(seen.before.from) : 0;
  const before = new Map(
    (seen.before?.points ?? []).map((point) => [moved(point.at, shift), point.measures[measure] ?? null]),
  );
  const own = new Map((seen as Series).points.map((point) => [point.at, point.measures[measure] ?? null]));
  // Where nothing was counted there was nothing, up to the last point; a share of nothing is no share.
  const last = seen.points.at(-1)?.at ?? "";
  const none = (at: string): number | null => (isCount(measure) && at <= last ? 0 : null);
  return keysOf(seen).map((at) => ({
    label: pointText(at),
    figure: own.get(at) ?? none(at),
    before: seen.before ? (before.get(at) ?? null) : undefined,
    ...(own.has(at) ? { href: ordersAt(at) } : {}),
  }));
}

function moved(at: string, byMs: number): string {
  const [date = "", hour] = at.split("T");
  const day = new Date(Date.parse(date) + byMs).toISOString().slice(0, 10);
  return hour === undefined ? day : `${day}T${hour}`;
}
