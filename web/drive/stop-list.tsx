// The stops of an order, in the order they are driven.
import { Text } from "@mantine/core";
import { useWords } from "../parts/language.tsx";
import { driveWords } from "../words/drive.ts";
import type { OfferStop, Stop } from "./driver-api.ts";
import styles from "./page.module.css";

type Props = { readonly stops: readonly (OfferStop & Partial<Pick<Stop, "status">>)[]; readonly nextIndex?: number };

export function StopList({ stops, nextIndex }: Props) {
  const words = useWords(driveWords);
  return (
    <ol className={styles.stops}>
      {stops.map(({ index, address, status = "" }) => (
        <li key={index} className={styles.stop} data-next={index === nextIndex}>
          <span className={styles.sign} aria-hidden="true">
            {index === 0 ? "A" : index}
          </span>
          <div>
            <Text size="xs" c="dimmed">
              {stopName(index, words)}
              {status === "COMPLETED" && ` · ${words.stopDone}`}
              {status === "FAILED" && ` · ${words.stopFailed}`}
            </Text>
            <Text size="sm">{address}</Text>
          </div>
        </li>
      ))}
    </ol>
  );
}

export function stopName(index: number, words: (typeof driveWords)["en"]): string {
  return index === 0 ? words.pickup : words.delivery(index);
}
