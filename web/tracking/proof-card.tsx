// The photos the driver took at this door; the sender's link has those of every door. One opens large, over the page.
import { useRef, useState } from "react";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { useWords } from "../parts/language.tsx";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";
import styles from "./page.module.css";

export function ProofCard({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const dialog = useRef<HTMLDialogElement>(null);
  const [large, setLarge] = useState<number>();
  const photos = state.stops.flatMap(({ proof_photos = [] }) => proof_photos);
  if (photos.length === 0) return null;
  return (
    <Card title={words.proof}>
      <div className={styles.photos}>
        {photos.map((url, index) => (
          <a
            key={url}
            href={url}
            onClick={(event) => {
              event.preventDefault();
              setLarge(index);
              dialog.current?.showModal();
            }}
          >
            <img src={url} alt={words.photo(index + 1)} loading="lazy" decoding="async" />
          </a>
        ))}
      </div>
      <dialog ref={dialog} className={styles.large} aria-label={words.proof} onClose={() => setLarge(undefined)}>
        {large !== undefined && <img src={photos[large]} alt={words.photo(large + 1)} />}
        <button type="button" onClick={() => dialog.current?.close()}>
          {words.close}
        </button>
      </dialog>
    </Card>
  );
}
