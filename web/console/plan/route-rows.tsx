// Routes as rows on one time axis. An order is dragged by either of its stops; every row says what taking it would cost while it is held.
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "../../parts/ask.ts";
import { clockTime, distance } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { Fine, Strong } from "../../parts/looks/kinds.tsx";
import { consolePlanWords } from "../../words/console/plan.ts";
import { along, axisOf, type Board, type BoardRoute, type BoardStop, standingOf, ticksOf } from "./axis.ts";
import { CostText } from "./cost-text.tsx";
import { useObstacle } from "./obstacle.ts";
import styles from "./route-rows.module.css";

export type Placing = Answer<"seePlacings">["placings"][number];
export type SetLock = (body: { mobile: string; order_id?: string; locked: boolean }) => void;

type Props = {
  readonly board: Board;
  readonly routes: readonly BoardRoute[];
  readonly zone: string;
  readonly chosen: string | undefined;
  readonly costs: readonly Placing[];
  readonly mayMove: boolean;
  readonly onChoose: (orderId: string) => void;
  readonly onMove: (orderId: string, mobile: string) => void;
  readonly onLock: SetLock;
};

export function RouteRows(props: Props) {
  const { board, routes, zone, chosen, costs, mayMove, onChoose, onMove, onLock } = props;
  const { words, language } = useSpoken(consolePlanWords);
  const obstacle = useObstacle();
  const [dragged, setDragged] = useState<string>();
  const axis = axisOf(routes, board.time);
  const costOf = (mobile: string) => costs.find((one) => one.mobile === mobile);
  // Drivers without a route take orders too.
  const idle = costs.filter(({ mobile }) => !routes.some((route) => route.mobile === mobile));
  const drag = (orderId: string | undefined): void => {
    setDragged(orderId);
    if (orderId !== undefined) onChoose(orderId);
  };
  const dropOn = (mobile: string) => ({
    onDragOver: (event: React.DragEvent) => {
      if (dragged !== undefined && costOf(mobile)?.possible) event.preventDefault();
    },
    onDrop: (event: React.DragEvent) => {
      event.preventDefault();
      const cost = costOf(mobile);
      if (dragged !== undefined && cost?.possible && !cost.planned_here) onMove(dragged, mobile);
      setDragged(undefined);
    },
  });
  const handle = (orderId: string) => ({
    draggable: mayMove,
    onDragStart: (event: React.DragEvent) => {
      event.dataTransfer.setData("text/plain", orderId);
      drag(orderId);
    },
    onDragEnd: () => setDragged(undefined),
    onClick: () => onChoose(orderId),
    "aria-pressed": orderId === chosen,
  });
  return (
    <div className={styles.board}>
      <div className={styles.row} aria-hidden="true">
        <div />
        <div className={styles.axis}>
          {ticksOf(axis).map((at) => (
            <span key={at} className={styles.tick} style={{ left: `${along(axis, at)}%` }}>
              {clockTime(at, language, zone)}
            </span>
          ))}
        </div>
      </div>
      {routes.map((route) => (
        <section
          key={route.id}
          className={styles.row}
          aria-label={words.routeOf(route.name)}
          data-target={dragged !== undefined && costOf(route.mobile)?.possible}
          {...dropOn(route.mobile)}
        >
          <div>
            <Strong>{route.name}</Strong>
            <Fine>
              {words.facts(distance(route.distance * 1000, language), ordersOf(route))}
              {route.offer_at > 0 && ` · ${words.setsOut(clockTime(route.offer_at, language, zone))}`}
            </Fine>
            {chosen !== undefined && costOf(route.mobile) && <CostText placing={costOf(route.mobile)!} />}
            {mayMove && (
              <Button
                size="compact-xs"
                variant={route.locked ? "filled" : "default"}
                onClick={() => onLock({ mobile: route.mobile, locked: !route.locked })}
              >
                {route.locked ? words.unlockRoute : words.lockRoute}
              </Button>
            )}
          </div>
          <div className={styles.track}>
            <div className={styles.now} style={{ left: `${along(axis, board.time)}%` }} />
            <div
              className={styles.way}
              style={{
                left: `${along(axis, route.start_time)}%`,
                width: `${along(axis, route.end_time) - along(axis, route.start_time)}%`,
              }}
            />
            {route.stops.filter(isChosenDoor(chosen)).map((stop) => (
              <div
                key={stop.order_id}
                className={styles.window}
                style={{
                  left: `${along(axis, stop.deliver_from || stop.arrival)}%`,
                  width: `${along(axis, stop.deliver_by) - along(axis, stop.deliver_from || stop.arrival)}%`,
                }}
              />
            ))}
            {route.stops.map((stop, at) => (
              <button
                key={`${stop.order_id} ${stop.kind}`}
                type="button"
                className={styles.stop}
                data-kind={stop.kind}
                data-standing={standingOf(stop)}
                style={{ left: `${along(axis, stop.arrival)}%`, top: `${(at % 3) * 30 + 4}px` }}
                title={stopText(stop, words, (when) => clockTime(when, language, zone))}
                aria-label={`${at + 1}: ${stopText(stop, words, (when) => clockTime(when, language, zone))}`}
                {...(stop.in_hand ? { disabled: true } : handle(stop.order_id))}
              >
                {at + 1}
                {stop.locked && <span aria-hidden="true">•</span>}
              </button>
            ))}
          </div>
        </section>
      ))}
      {dragged !== undefined && idle.length > 0 && (
        <Group gap="xs" mt="xs">
          {idle.map((one) => (
            <div key={one.mobile} className={styles.idle} {...dropOn(one.mobile)}>
              <Strong>{one.name}</Strong>
              <CostText placing={one} />
            </div>
          ))}
        </Group>
      )}
      {board.unplanned.length > 0 && (
        <section aria-label={words.unplanned}>
          <Text fw={600} mt="sm">
            {words.unplanned}
          </Text>
          <ul className={styles.unplanned}>
            {board.unplanned.map(({ order_id, deliver_by, reason, reason_code, reason_late }) => (
              <li key={order_id}>
                <Button size="xs" variant="default" {...handle(order_id)}>
                  {order_id} · {words.by(clockTime(deliver_by, language, zone))}
                </Button>
                <Fine>{obstacle({ code: reason_code, late: reason_late, sentence: reason })}</Fine>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function isChosenDoor(chosen: string | undefined) {
  return ({ order_id, kind, deliver_by }: BoardStop): boolean =>
    order_id === chosen && kind === "delivery" && deliver_by > 0;
}

function ordersOf({ stops }: BoardRoute): number {
  return new Set(stops.map(({ order_id }) => order_id)).size;
}

export function stopText(
  stop: BoardStop,
  words: (typeof consolePlanWords)["en"],
  clock: (at: number) => string,
): string {
  const spare = Math.round((stop.latest - stop.arrival) / 60);
  return [
    stop.kind === "pickup" ? words.pickup(stop.order_id) : words.delivery(stop.order_id),
    words.arrives(clock(stop.arrival)),
    ...(stop.kind === "delivery" && stop.deliver_by > 0 ? [words.by(clock(stop.deliver_by))] : []),
    words.slack(spare),
    words.standings[standingOf(stop)],
    ...(stop.in_hand ? [words.inHand] : []),
    ...(stop.locked ? [words.locked] : []),
  ].join(", ");
}
