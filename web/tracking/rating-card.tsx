// Stars for the driver, once, after the delivery. They count as the receiver's.

import { Button, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { COMMENT_LENGTH_MAX } from "../../src/domain/orders/text-limits.ts";
import { ErrorNote } from "../parts/error-note.tsx";
import { StarIcon } from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { trackingWords } from "../words/tracking.ts";
import { ask } from "./ask.ts";
import { Card } from "./card.tsx";
import styles from "./stars.module.css";

type Props = { readonly state: Tracking; readonly token: string };

export function RatingCard({ state, token }: Props) {
  const words = useWords(trackingWords);
  // Just now: the server need not be asked what was said to it, and the form is gone before it could be sent again.
  const [given, setGiven] = useState<number>();
  if (!state.rating) return null;
  const { allowed } = state.rating;
  const stars = given ?? state.rating.stars;
  if (allowed && given === undefined) return <RatingForm token={token} onRated={setGiven} />;
  if (stars === undefined) return null;
  return (
    <Card title={words.rateTitle}>
      <GivenStars stars={stars} />
      <Text mt="xs" role="status">
        {words.rated}
      </Text>
    </Card>
  );
}

type FormProps = { readonly token: string; readonly onRated: (stars: number) => void };

function RatingForm({ token, onRated }: FormProps) {
  const words = useWords(trackingWords);
  const [stars, setStars] = useState(0);
  const [comment, setComment] = useState("");
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    setError(undefined);
    try {
      const body = { rating: stars, ...(comment.trim() ? { comment: comment.trim() } : {}) };
      await ask("rateByLink", { params: { token }, body });
      onRated(stars);
    } catch (failure) {
      setError(failure);
      setSending(false);
    }
  };

  return (
    <Card title={words.rateTitle}>
      <form onSubmit={send}>
        <Stack gap="sm" align="flex-start">
          <StarChoice stars={stars} onChoose={setStars} />
          <Textarea
            w="100%"
            label={words.rateComment}
            autosize={false}
            rows={2}
            maxLength={COMMENT_LENGTH_MAX}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <Button type="submit" disabled={stars === 0} loading={isSending}>
            {words.rateSend}
          </Button>
          {error !== undefined && <ErrorNote error={error} />}
        </Stack>
      </form>
    </Card>
  );
}

// Five stars: plain radio buttons underneath, so that keyboards and screen readers need nothing of ours.
const STARS = [1, 2, 3, 4, 5] as const;

type ChoiceProps = { readonly stars: number; readonly onChoose: (stars: number) => void };

function StarChoice({ stars, onChoose }: ChoiceProps) {
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

function GivenStars({ stars }: { readonly stars: number }) {
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
