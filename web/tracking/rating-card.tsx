// Stars for the driver, once, after the delivery. They count as the receiver's.
import { Button, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { call } from "../parts/call.ts";
import { useWords } from "../parts/language.tsx";
import { ErrorNote } from "../parts/notice.tsx";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";
import { GivenStars, StarChoice } from "./stars.tsx";
import type { TrackingState } from "./tracking-state.ts";

type Props = { readonly state: TrackingState; readonly path: string };
const COMMENT_LENGTH_MAX = 500;

export function RatingCard({ state, path }: Props) {
  const words = useWords(trackingWords);
  // Just now: the server need not be asked what was said to it, and the form is gone before it could be sent again.
  const [given, setGiven] = useState<number>();
  if (!state.rating) return null;
  const { allowed } = state.rating;
  const stars = given ?? state.rating.stars;
  if (allowed && given === undefined) return <RatingForm path={path} onRated={setGiven} />;
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

type FormProps = { readonly path: string; readonly onRated: (stars: number) => void };

function RatingForm({ path, onRated }: FormProps) {
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
      await call(`${path}/rating`, { body: { rating: stars, ...(comment.trim() ? { comment: comment.trim() } : {}) } });
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
