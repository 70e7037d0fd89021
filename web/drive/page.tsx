// The driver's page: installable, made for one hand and a phone in a holder; it works on through a tunnel.
// The styles of the small pages, and of what else is used here, each after those it is made of: a tenth of all.
import "../parts/small-styles.ts";
import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/CheckboxIndicator.css";
import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/PasswordInput.css";
import "@mantine/core/styles/Progress.css";
import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/RadioIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Frame } from "../parts/frame.tsx";
import { usePageTitle, useWords } from "../parts/language.tsx";
import { openPage } from "../parts/open-page.tsx";
import { Queries } from "../parts/queries.tsx";
import { driveWords } from "../words/drive/drive.ts";
import { keepSession, keptSession, type Session } from "./session.ts";
import { SignIn } from "./sign-in.tsx";
import { SignedIn } from "./signed-in.tsx";
import { forgetOrders } from "./use-work.ts";

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
    forgetOrders();
    // Neither what was read of this driver nor that their session has ended is told to the next.
    client.clear();
    setSession(undefined);
  }, [client]);
  return (
    <Frame maxWidth={1080}>
      {session ? <SignedIn key={session.token} session={session} onEnd={end} /> : <SignIn onSignedIn={begin} />}
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
