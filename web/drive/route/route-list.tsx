// Every stop before the driver, the next one first: when, how many parcels, what was promised, what changed, and when all of it ends.
import { Alert, Badge, Box, Button, Card, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { clockTime, distance, timeWindow } from "../../parts/formats.ts";
import { useSpoken } from "../../parts/language.tsx";
import { Fine, PlainButton, Quiet, SmallHeading, Strong } from "../../parts/looks/kinds.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import { driveRouteWords } from "../../words/drive/drive-route.ts";
import { keep, readKept } from "../kept.ts";
import type { StepQueue } from "../use-queue.ts";
import { minutesBehind, type Plan, type PlanStop } from "./plan-ahead.ts";

type Props = {
  readonly plan: Plan;
  readonly stops: readonly PlanStop[];
  readonly zone: string | undefined;
  readonly queue: Pick<StepQueue, "press">;
};

// One order tells its stops by itself.
export function RouteList({ plan, stops, zone, queue }: Props) {
  const { words, language } = useSpoken(driveWords);
  const { words: route } = useSpoken(driveRouteWords);
  const [isKeeping, setKeeping] = useState(false);
  const [next] = stops;
  const last = stops.at(-1);
  if (!next || !last || new Set(stops.map(({ order_id }) => order_id)).size < 2) return null;
  const behind = minutesBehind(stops);
  const skip = async (): Promise<void> => {
    setKeeping(true);
    try {
      await queue.press({ orderId: next.order_id, name: "skip", pathIndex: next.path_index });
    } finally {
      setKeeping(false);
    }
  };
  return (
    <Card withBorder component="section" aria-label={words.plan}>
      <Group justify="space-between" align="baseline">
        <SmallHeading>{words.plan}</SmallHeading>
        {behind !== undefined && (
          <Badge
            color={behind > 0 ? "red" : "teal"}
            variant="light"
            tt="none"
            c="var(--mantine-color-text)"
            role="status"
          >
            {behind === 0 ? route.onTime : behind > 0 ? route.late(behind) : route.early(-behind)}
          </Badge>
        )}
      </Group>
      <Changes plan={plan} />
      <Box component="ol" my="xs" pl="lg">
        {stops.map((stop, at) => (
          <Box
            component="li"
            key={`${stop.order_id} ${stop.path_index}`}
            aria-current={at === 0 ? "step" : undefined}
            mb={4}
          >
            <Text size="sm" fw={at === 0 ? 700 : undefined}>
              {stop.kind === "pickup" ? words.pickup : words.delivery(stop.path_index)} · {stop.order_id}
              {stop.eta > 0 && ` · ${timeWindow(stop.eta_low, stop.eta_high, language, zone)}`}
            </Text>
            <Quiet>{stop.address}</Quiet>
            <StopNotes stop={stop} zone={zone} />
            {at === 0 && (
              <Button variant="default" size="sm" my={4} disabled={isKeeping} onClick={() => void skip()}>
                {route.skip}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      <Strong>
        {last.eta > 0 &&
          route.ends(
            clockTime(last.eta, language, zone),
            stops.length,
            plan.distance > 0 ? distance(plan.distance * 1000, language) : "",
          )}
      </Strong>
    </Card>
  );
}

function StopNotes({ stop, zone }: { readonly stop: PlanStop; readonly zone: string | undefined }) {
  const { words: route, language } = useSpoken(driveRouteWords);
  const by = stop.deliver_by > 0 ? clockTime(stop.deliver_by, language, zone) : "";
  const isLate = by !== "" && stop.eta > stop.deliver_by;
  const notes = [
    ...(stop.kind === "pickup" ? [route.parcels(stop.parcels)] : []),
    ...(by !== "" && stop.kind === "delivery" && !isLate ? [route.promisedBy(by)] : []),
    ...(stop.skipped ? [route.skipped] : []),
  ];
  return (
    <>
      {notes.length > 0 && <Fine>{notes.join(" · ")}</Fine>}
      {isLate && stop.kind === "delivery" && (
        <Text size="xs" fw={700} c="red">
          {route.tooLate(by)}
        </Text>
      )}
    </>
  );
}

const READ = "giao.drive.plan-read";

// What is another way than before, until the driver has read it. A route that is all new tells itself.
function Changes({ plan }: { readonly plan: Plan }) {
  const { words } = useSpoken(driveWords);
  const { words: route } = useSpoken(driveRouteWords);
  const [read, setRead] = useState(() => Number(readKept(READ) ?? 0));
  if (plan.why === "" || plan.changed_at <= read) return null;
  const told = plan.changes.filter(({ change }) => change !== "added").length > 0 ? plan.changes : added(plan);
  const dismiss = (): void => {
    keep(READ, plan.changed_at);
    setRead(plan.changed_at);
  };
  return (
    <Alert color="blue" variant="light" role="status" title={words.planChanged[plan.why]} my="xs">
      <Stack gap="xs">
        {told.length > 0 && (
          <Box component="ul" m={0} pl="md" aria-label={route.changed}>
            {told.map(({ order_id, kind, change }) => (
              <li key={`${order_id} ${kind} ${change}`}>
                {route.changes[change]}: {kind === "pickup" ? words.pickup : words.delivered} · {order_id}
              </li>
            ))}
          </Box>
        )}
        <PlainButton size="xs" onClick={dismiss}>
          {route.seen}
        </PlainButton>
      </Stack>
    </Alert>
  );
}

function added({ changes, stops }: Plan): Plan["changes"] {
  const isAllNew = stops.every(({ order_id }) => changes.some((change) => change.order_id === order_id));
  return isAllNew ? [] : changes;
}
