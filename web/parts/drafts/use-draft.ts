// What somebody types, kept in their browser until it is sent: `useDraft("city", () => begin)` in place of useState. It outlives the way back, a
// reload and a session that ends, for a few days; a second tab shows the same. Whoever signs out takes their drafts along. Never for secrets.
import { createContext, useCallback, useContext, useEffect, useState } from "react";
import { KEPT_PREFIX, type Kept, keptText, readKept } from "./kept-draft.ts";

// Whose drafts they are; each view's own by its address.
export const DraftOwner = createContext("");

type Changes<Typed> = Partial<Typed> | ((now: Typed) => Partial<Typed>);

export type Draft<Typed> = {
  readonly typed: Typed;
  readonly change: (changes: Changes<Typed>) => void;
  // When it was left, if it is from an earlier visit or another tab.
  readonly since: number | undefined;
  // It was sent: nothing of it is kept, and what the form shows stays.
  readonly forget: () => void;
  readonly restart: () => void;
};

// Without a name nothing is kept: for forms with a secret in them, or with money.
export function useDraft<Typed extends object>(name: string | undefined, begin: () => Typed): Draft<Typed> {
  const owner = useContext(DraftOwner);
  const [key] = useState(() =>
    name === undefined ? undefined : `${KEPT_PREFIX}${owner} ${window.location.pathname} ${name}`,
  );
  const [begun] = useState(begin);
  const [kept, setKept] = useState<Kept<Typed> | undefined>(() => read(key, begun));
  const typed = kept?.typed ?? begun;
  const [since, setSince] = useState(kept?.at);

  useEffect(() => {
    const onElsewhere = (event: StorageEvent): void => {
      if (key === undefined || event.key !== key) return;
      const next = read(key, begun);
      setKept(next);
      setSince(next?.at);
    };
    window.addEventListener("storage", onElsewhere);
    return () => window.removeEventListener("storage", onElsewhere);
  }, [key, begun]);

  const change = useCallback(
    (changes: Changes<Typed>): void =>
      setKept((now) => {
        const before = now?.typed ?? begun;
        const made = typeof changes === "function" ? changes(before) : changes;
        const next = { at: Date.now(), typed: { ...before, ...made } };
        write(key, keptText(next, begun));
        return next;
      }),
    [key, begun],
  );
  const forget = useCallback(() => {
    write(key, undefined);
    setSince(undefined);
  }, [key]);
  const restart = useCallback(() => {
    forget();
    setKept(undefined);
  }, [forget]);
  return { typed, change, since, forget, restart };
}

// On a shared computer nothing of them stays.
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT_PREFIX)) localStorage.removeItem(key);
}

function read<Typed extends object>(key: string | undefined, begun: Typed): Kept<Typed> | undefined {
  return key === undefined ? undefined : readKept(storedAt(key), begun, Date.now());
}

function storedAt(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // A browser that keeps nothing for anybody.
    return null;
  }
}

function write(key: string | undefined, text: string | undefined): void {
  if (key === undefined) return;
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A full or closed store: the form works on, and a reload begins it anew, as it always did.
  }
}
