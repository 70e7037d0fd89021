// The photos the driver took at this door.
import { useWords } from "../parts/language.tsx";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";
import styles from "./page.module.css";
import { ownStopOf, type TrackingState } from "./tracking-state.ts";

export function ProofCard({ state }: { readonly state: TrackingState }) {
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
