// Routes that drivers took: when each stop was planned, when it was done, and what lies between.
import { Stack, Table } from "@mantine/core";
import { clockTime } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { Strong } from "../../parts/looks/kinds.tsx";
import { Link } from "../../parts/router.tsx";
import { consolePlanWords } from "../../words/console/plan.ts";
import { Panel } from "../frame/view.tsx";
import type { BoardRoute } from "./axis.ts";
import styles from "./route-rows.module.css";

export function DrivenPanel({ routes, zone }: { readonly routes: readonly BoardRoute[]; readonly zone: string }) {
  const { words, language } = useSpoken(consolePlanWords);
  const difference = (seconds: number): string => {
    const minutes = Math.round(seconds / 60);
    return words.minutes(`${minutes < 0 ? "−" : "+"}${Math.abs(minutes)}`);
  };
  return (
    <Panel title={words.driven} note={words.drivenNote}>
      <Stack>
        {routes.map((route) => (
          <section key={route.id} className={styles.board} aria-label={route.name}>
            <Strong>{route.name}</Strong>
            <Table aria-label={words.routeOf(route.name)}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.stop}</Table.Th>
                  <Table.Th>{words.planned}</Table.Th>
                  <Table.Th>{words.done}</Table.Th>
                  <Table.Th>{words.difference}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {route.stops.map(({ order_id, kind, departure, done_time }) => (
                  <Table.Tr key={`${order_id} ${kind}`}>
                    <Table.Td>
                      <Link href={`/console/orders/${order_id}`}>
                        {kind === "pickup" ? words.pickup(order_id) : words.delivery(order_id)}
                      </Link>
                    </Table.Td>
                    <Table.Td>{clockTime(departure, language, zone)}</Table.Td>
                    <Table.Td>{done_time > 0 ? clockTime(done_time, language, zone) : words.open}</Table.Td>
                    <Table.Td>{done_time > 0 ? difference(done_time - departure) : ""}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </Stack>
    </Panel>
  );
}
