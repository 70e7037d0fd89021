// Takes an offer or leaves it.
import { Button, Group } from "@mantine/core";
import { useWords } from "../parts/language.tsx";
import { driveWords } from "../words/drive/drive.ts";
import type { Answer } from "./use-offers.ts";

type Props = {
  readonly isBusy: boolean;
  readonly onAnswer: (how: Answer) => void;
};

export function AnswerButtons({ isBusy, onAnswer }: Props) {
  const words = useWords(driveWords);
  return (
    <Group grow>
      <Button variant="default" size="lg" disabled={isBusy} onClick={() => onAnswer("decline")}>
        {words.decline}
      </Button>
      <Button size="lg" loading={isBusy} onClick={() => onAnswer("accept")}>
        {words.accept}
      </Button>
    </Group>
  );
}
