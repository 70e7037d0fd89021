// Which of the two languages the reader wants: the one chosen before, else the browser's, else English. `useWords(table)` gives
// the words of web/words in it.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";

export type Language = "en" | "vi";
export type Words<T> = { readonly en: T; readonly vi: T };

const KEPT = "giao.language";

type Choice = { readonly language: Language; readonly setLanguage: (language: Language) => void };
const LanguageChoice = createContext<Choice>({ language: "en", setLanguage: () => undefined });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      setLanguage: (chosen: Language) => {
        keep(chosen);
        setLanguage(chosen);
      },
    }),
    [language],
  );
  return <LanguageChoice value={choice}>{children}</LanguageChoice>;
}

export function useLanguage(): Choice {
  return useContext(LanguageChoice);
}

export function useWords<T>(words: Words<T>): T {
  return words[useLanguage().language];
}

// The same, with the language that figures and times are written in.
export function useSpoken<T>(words: Words<T>): { readonly words: T; readonly language: Language } {
  const { language } = useLanguage();
  return { words: words[language], language };
}

// The name of the page in the browser's tab.
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Giao`;
  }, [title]);
}

function firstLanguage(): Language {
  const kept = keptLanguage();
  if (kept === "en" || kept === "vi") return kept;
  const known = navigator.languages
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag === "vi" || tag === "en");
  return known === "vi" ? "vi" : "en";
}

// Storage may be shut (private windows, strict settings); the page then forgets, and nothing else.
function keptLanguage(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(language: Language): void {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    document.documentElement.dataset.storage = "shut";
  }
}
