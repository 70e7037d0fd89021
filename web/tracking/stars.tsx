// Five stars: plain radio buttons underneath, so that keyboards and screen readers need nothing of ours.
import { StarIcon } from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { trackingWords } from "../words/tracking.ts";
import styles from "./stars.module.css";

const STARS = [1, 2, 3, 4, 5] as const;

type ChoiceProps = { readonly stars: number; readonly onChoose: (stars: number) => void };

export function StarChoice({ stars, onChoose }: ChoiceProps) {
  const words = useWords(trackingWords);
  return (
    <fieldset className={styles.stars}>
      <legend className={styles.unseen}>{words.rateTitle}</legend>
      {STARS.map((star) => (
        <label key={star} className={styles.star} data-on={star <= stars}>
          <input
            type="radio"
            name="stars"
            className={styles.unseen}
            checked={star === stars}
            onChange={() => onChoose(star)}
          />
          <span className={styles.unseen}>{words.rateStars(star)}</span>
          <StarIcon size={36} />
        </label>
      ))}
    </fieldset>
  );
}

export function GivenStars({ stars }: { readonly stars: number }) {
  const words = useWords(trackingWords);
  return (
    <div className={styles.stars} role="img" aria-label={words.rateStars(stars)}>
      {STARS.map((star) => (
        <span key={star} className={styles.star} data-on={star <= stars}>
          <StarIcon size={24} />
        </span>
      ))}
    </div>
  );
}
