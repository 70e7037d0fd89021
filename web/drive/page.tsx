// The driver's page: installable, made for one hand and a phone in a holder; it works on through a tunnel.
import "../parts/sign-in/door-styles.ts";
import "./touch.css";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useCallback, useState } from "react";
import { Frame } from "../parts/frame.tsx";
import { usePageTitle, useWords } from "../parts/language.tsx";
import { late } from "../parts/loading/late.tsx";
import { Loading } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { Queries } from "../parts/queries.tsx";
import { driveWords } from "../words/drive/drive.ts";
import { keepSession, keptSession, type Session } from "./session.ts";
import { SignIn } from "./sign-in.tsx";
import type { SignedInProps } from "./signed-in.tsx";

// Named in the document as what comes later, so that the phone keeps it too (service-worker.ts).
const SignedIn = late<"SignedIn", SignedInProps>(() => import("./signed-in.tsx"), "SignedIn");

function DrivePage() {
  const words = useWords(driveWords);
  const client = useQueryClient();
  const [session, setSession] = useState<Session | undefined>(keptSession);
  usePageTitle(words.pageTitle);
  const begin = useCallback((next: Session) => {
    keepSession(next);
    setSession(next);
  }, []);
  const end = useCallback(() => {
    keepSession(undefined);
    // Neither what was read of this driver nor that their session has ended is told to the next.
    client.clear();
    setSession(undefined);
  }, [client]);
  return (
    <Frame maxWidth={1080}>
      {session ? (
        <Suspense fallback={<Loading />}>
          <SignedIn key={session.token} session={session} onEnd={end} />
        </Suspense>
      ) : (
        <SignIn onSignedIn={begin} />
      )}
    </Frame>
  );
}

openPage(
  <Queries>
    <DrivePage />
  </Queries>,
);

// Lets the phone install the page and open it without a connection, once the page itself has come: keeping its files must not compete with it. Where that is
// not possible, the page works while online.
const install = () => void navigator.serviceWorker?.register("/drive/service-worker.js", { scope: "/drive" });
if (document.readyState === "complete") install();
else addEventListener("load", install, { once: true });
