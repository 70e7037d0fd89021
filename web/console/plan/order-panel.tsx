// The chosen order: when it is done, and what each driver would take for it, for the keyboard and for who would rather read than drag.
import { Button, Group, Table } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Answer } from "../../parts/ask.ts";
import { clockTime } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import { Link } from "../../parts/router.tsx";
import { consolePlanWords } from "../../words/console/plan.ts";
import { Panel, Shown } from "../frame/view.tsx";
import type { Board } from "./axis.ts";
import { CostText } from "./cost-text.tsx";
import { type SetLock, stopText } from "./route-rows.tsx";

type Props = {
  readonly orderId: string;
  readonly board: Board;
  readonly placings: UseQueryResult<Answer<"seePlacings">>;
  readonly zone: string;
  readonly mayMove: boolean;
  readonly isMoving: boolean;
  readonly onMove: (mobile: string) => void;
  readonly onLock: SetLock;
  readonly onClose: () => void;
};

export function OrderPanel({ orderId, board, placings, zone, mayMove, isMoving, onMove, onLock, onClose }: Props) {
  const { words, language } = useSpoken(consolePlanWords);
  const route = board.routes.find(
    ({ state, stops }) => state === "planned" && stops.some(({ order_id }) => order_id === orderId),
  );
  const stops = route?.stops.filter(({ order_id }) => order_id === orderId) ?? [];
  const isLocked = stops.some(({ locked }) => locked) && !route?.locked;
  return (
    <Panel title={words.order(orderId)} note={words.orderNote}>
      {stops.map((stop) => (
        <Quiet key={stop.kind}>{stopText(stop, words, (at) => clockTime(at, language, zone))}</Quiet>
      ))}
      <Group my="sm">
        {mayMove && route && !route.locked && (
          <PlainButton size="xs" onClick={() => onLock({ mobile: route.mobile, order_id: orderId, locked: !isLocked })}>
            {isLocked ? words.unlockOrder : words.lockOrder}
          </PlainButton>
        )}
        <Link href={`/console/orders/${orderId}`}>{words.details}</Link>
        <PlainButton size="xs" onClick={onClose}>
          {words.close}
        </PlainButton>
      </Group>
      <Shown query={placings}>
        {({ placings: costs }) => (
          <Table.ScrollContainer minWidth={320}>
            <Table aria-label={words.cost}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.driver}</Table.Th>
                  <Table.Th>{words.cost}</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {costs
                  .toSorted((a, b) => Number(b.possible) - Number(a.possible) || a.distance - b.distance)
                  .map((placing) => (
                    <Table.Tr key={placing.mobile}>
                      <Table.Td>{placing.name}</Table.Td>
                      <Table.Td>
                        <CostText placing={placing} />
                      </Table.Td>
                      <Table.Td>
                        {mayMove && placing.possible && !placing.planned_here && (
                          <Button
                            size="xs"
                            loading={isMoving}
                            aria-label={words.move(placing.name)}
                            onClick={() => onMove(placing.mobile)}
                          >
                            {words.moveShort}
                          </Button>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Shown>
    </Panel>
  );
}
