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

type Props = { readonly state: TrackingState; readonly path: string; readonly onRated: () => void };
const COMMENT_LENGTH_MAX = 500;

export function RatingCard({ state, path, onRated }: Props) {
  const words = useWords(trackingWords);
  if (!state.rating) return null;
  const { allowed, stars } = state.rating;
  if (allowed) return <RatingForm path={path} onRated={onRated} />;
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

function RatingForm({ path, onRated }: Pick<Props, "path" | "onRated">) {
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
      onRated();
    } catch (failure) {
      setError(failure);
    } finally {
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
