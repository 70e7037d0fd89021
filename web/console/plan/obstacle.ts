// What stands in an order's way, in the reader's language; a code that this page does not know is told in the server's sentence.
import { useWords } from "../../parts/language.tsx";
import { obstacleWords } from "../../words/console/obstacles.ts";

type Told = {
  readonly code: string | undefined;
  readonly late: number | undefined;
  readonly sentence: string | undefined;
};

export function useObstacle(): (told: Told) => string {
  const words = useWords(obstacleWords);
  const known: Readonly<Record<string, string>> = words.obstacles;
  return ({ code, late = 0, sentence = "" }) => {
    const minutes = Math.ceil(late / 60);
    return [known[code ?? ""] ?? sentence, ...(minutes > 0 ? [words.late(minutes)] : [])].join(" · ");
  };
}
