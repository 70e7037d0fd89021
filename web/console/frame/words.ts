// The words of a view, those of the whole console, and the language that its figures are written in.
import { type Language, useLanguage, type Words } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console/frame.ts";

type Spoken<T> = { readonly words: T; readonly common: (typeof consoleWords)["en"]; readonly language: Language };

export function useConsole<T>(own: Words<T>): Spoken<T> {
  const { language } = useLanguage();
  return { words: own[language], common: consoleWords[language], language };
}
