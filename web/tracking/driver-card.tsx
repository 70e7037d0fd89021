// Who comes: a first name and a plate to look out for.

import { Group, Text } from "@mantine/core";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { clockTime } from "../parts/formats.ts";
import { BikeIcon } from "../parts/icons.tsx";
import { useLanguage, useWords } from "../parts/language.tsx";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";
import styles from "./page.module.css";

export function DriverCard({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const { language } = useLanguage();
  const { driver } = state;
  if (!driver) return null;
  const { position } = driver;
  return (
    <Card title={words.driver}>
      <Group wrap="nowrap" gap="sm">
        <span className={styles.avatar}>
          <BikeIcon size={24} />
        </span>
        <div>
          <Text fw={650} tt="capitalize">
            {driver.first_name || words.driver}
          </Text>
          <Group gap="xs">
            <span className={styles.plate}>{driver.plate_number}</span>
            <Text size="sm" c="dimmed">
              {words.vehicles[driver.vehicle]}
            </Text>
          </Group>
        </div>
      </Group>
      {position && (
        <Text size="sm" c="dimmed" mt="xs">
          {position.coarse ? words.coarse : words.seenAt(clockTime(position.at, language))}
        </Text>
      )}
    </Card>
  );
}
