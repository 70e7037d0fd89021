// The way to the operator's own sign-in provider and back. Who signs in leaves this page for it and comes back to where they were; who proves again that
// it is them does so in a tab of its own, so that what they are about to do stays as it is.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Frame } from "../../parts/frame.tsx";
import { usePageTitle, useWords } from "../../parts/language.tsx";
import { useErrorWords } from "../../parts/loading/error-note.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { Loading, Notice } from "../../parts/notice.tsx";
import { pageFact } from "../../parts/page-facts.ts";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { ask } from "./ask.ts";
import { useConsole } from "./words.ts";

const HOME = "/console";
const PROOF_PAGE = "/console/provider?again";
// In this tab: where to go afterwards, or that it was a proof.
const KEPT = "giao-provider";
const AGAIN = "again";
const channel = (): BroadcastChannel => new BroadcastChannel("giao-proved");

export const hasProvider = (): boolean => pageFact("provider") !== "";

async function leave(again: boolean): Promise<void> {
  const { url } = await ask("beginProviderSignIn", { body: { again } });
  sessionStorage.setItem(KEPT, again ? AGAIN : window.location.pathname);
  window.location.assign(url);
}

export function ProviderButton() {
  const words = useWords(consoleStaffWords);
  const errorWords = useErrorWords();
  const go = useMutation({ mutationFn: () => leave(false) });
  return (
    <>
      <PlainButton loading={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
        {words.byProvider}
      </PlainButton>
      {go.error && <Notice level={2} title={errorWords(go.error)} />}
    </>
  );
}

// In the dialog that asks who somebody is. `onProved`: they did, in the other tab.
export function ProofAtProvider({ onProved }: { readonly onProved: () => void }) {
  const words = useWords(consoleStaffWords);
  const client = useQueryClient();
  useEffect(() => {
    const told = channel();
    told.onmessage = () => {
      void client.invalidateQueries({ queryKey: ["session"] });
      onProved();
    };
    return () => told.close();
  }, [client, onProved]);
  return (
    <PlainButton onClick={() => window.open(PROOF_PAGE, "_blank", "noopener")}>{words.proveAtProvider}</PlainButton>
  );
}

// Where the provider sends people back, and where a proof sets out from.
export function ProviderView() {
  const { words, common } = useConsole(consoleStaffWords);
  const errorWords = useErrorWords();
  usePageTitle(common.title);
  const trip = useQuery({
    queryKey: ["provider"],
    queryFn: async () => {
      const { search } = window.location;
      if (search === "?again") {
        await leave(true);
        return "leaving" as const;
      }
      // What came with the address is good once, and no business of the browser's history.
      window.history.replaceState(null, "", window.location.pathname);
      const kept = sessionStorage.getItem(KEPT) ?? HOME;
      sessionStorage.removeItem(KEPT);
      await ask("finishProviderSignIn", { body: { query: search.slice(1) } });
      if (kept !== AGAIN) {
        window.location.replace(isOurs(kept) ? kept : HOME);
        return "leaving" as const;
      }
      const told = channel();
      told.postMessage("proved");
      told.close();
      window.close();
      return "proved" as const;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const toConsole = { label: words.toConsole, onClick: () => window.location.assign(HOME) };
  if (trip.error)
    return (
      <Frame>
        <Notice level={1} title={words.providerRefused} text={errorWords(trip.error)} action={toConsole} />
      </Frame>
    );
  if (trip.data === "proved")
    return (
      <Frame>
        <Notice level={1} title={words.proved} text={words.provedText} action={toConsole} />
      </Frame>
    );
  return <Loading />;
}

// A page of the console's, and nowhere else.
function isOurs(path: string): boolean {
  return /^\/console(\/[\w-]+)*$/.test(path) && path !== "/console/provider";
}
