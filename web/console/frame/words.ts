// The words of a view, those of the whole console, and the language that its figures are written in.
import { useSpoken, type Words } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console/frame.ts";

export function useConsole<T>(own: Words<T>) {
  const spoken = useSpoken(own);
  return { ...spoken, common: consoleWords[spoken.language] };
}
