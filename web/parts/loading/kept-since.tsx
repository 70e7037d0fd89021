// Under a list of which the older part has left: since when it is kept.
import { partsWords } from "../../words/parts.ts";
import { fullTime } from "../formats.ts";
import { useSpoken } from "../language.tsx";
import { Quiet } from "../looks/kinds.tsx";

// Of the list's pages; undefined while everything is there.
export function KeptSince({ pages }: { readonly pages: readonly object[] | undefined }) {
  const { words, language } = useSpoken(partsWords);
  const page: { readonly kept_since?: unknown } | undefined = pages?.at(-1);
  if (typeof page?.kept_since !== "number") return null;
  return <Quiet mt="sm">{words.keptSince(fullTime(page.kept_since, language))}</Quiet>;
}
