// The photos the driver took at this door.
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { useWords } from "../parts/language.tsx";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";
import { ownStopOf } from "./own-stop.ts";
import styles from "./page.module.css";

export function ProofCard({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const photos = ownStopOf(state)?.proof_photos ?? [];
  if (photos.length === 0) return null;
  return (
    <Card title={words.proof}>
      <div className={styles.photos}>
        {photos.map((url, index) => (
          <a key={url} href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={words.photo(index + 1)} loading="lazy" decoding="async" />
          </a>
        ))}
      </div>
    </Card>
  );
}
