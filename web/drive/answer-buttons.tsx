// Takes an offer or leaves it.
import { Group } from "@mantine/core";
import { useWords } from "../parts/language.tsx";
import { driveWords } from "../words/drive/drive.ts";
import { TapButton } from "./tap-button.tsx";
import type { Answer } from "./use-offers.ts";

type Props = {
  // The card's place among those that are shown.
  readonly nth: number;
  readonly isBusy: boolean;
  readonly onAnswer: (how: Answer) => void;
};

export function AnswerButtons({ nth, isBusy, onAnswer }: Props) {
  const words = useWords(driveWords);
  return (
    <Group grow>
      <TapButton
        means={`decline ${nth}`}
        variant="default"
        size="lg"
        disabled={isBusy}
        onClick={() => onAnswer("decline")}
      >
        {words.decline}
      </TapButton>
      <TapButton means={`accept ${nth}`} size="lg" loading={isBusy} onClick={() => onAnswer("accept")}>
        {words.accept}
      </TapButton>
    </Group>
  );
}
