// Every stop before the driver, the next one first, and why the sequence changed.

import { Box, Card, Text, Title } from "@mantine/core";
import type { Answer } from "../../parts/ask.ts";
import { timeWindow } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { driveWords } from "../../words/drive.ts";

type Plan = Answer<"getPlan">;

// One order tells its stops by itself.
export function PlanList({ plan }: { readonly plan: Plan }) {
  const words = useWords(driveWords);
  const { language } = useLanguage();
  if (new Set(plan.stops.map(({ order_id }) => order_id)).size < 2) return null;
  return (
    <Card withBorder component="section" aria-label={words.plan}>
      <Title order={2} size="h5">
        {words.plan}
      </Title>
      {plan.why !== "" && (
        <Text size="sm" c="dimmed" role="status">
          {words.planChanged[plan.why]}
        </Text>
      )}
      <Box component="ol" my="xs" pl="lg">
        {plan.stops.map((stop, at) => (
          <li key={`${stop.order_id} ${stop.path_index}`} aria-current={at === 0 ? "step" : undefined}>
            <Text size="sm" fw={at === 0 ? 700 : undefined}>
              {stop.kind === "pickup" ? words.pickup : words.delivery(stop.path_index)} · {stop.order_id}
              {stop.eta > 0 && ` · ${timeWindow(stop.eta_low, stop.eta_high, language)}`}
            </Text>
            <Text size="sm" c="dimmed">
              {stop.address}
            </Text>
          </li>
        ))}
      </Box>
    </Card>
  );
}
