// A page that is an application behind a sign-in (portal, console): who is signed in, and either the door or, loaded when somebody is, all that is behind it.
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { DraftOwner } from "../drafts/use-draft.ts";
import { ErrorNote } from "../loading/error-note.tsx";
import { late } from "../loading/late.tsx";
import { Loading } from "../notice.tsx";
import type { SignedShellProps } from "./signed-shell.tsx";
import { hasLeft, type WebSession } from "./web-session.ts";

const SignedShell = late<"SignedShell", SignedShellProps>(() => import("./signed-shell.tsx"), "SignedShell");

type Props<Session> = Pick<SignedShellProps, "words" | "home" | "views"> & {
  readonly session: Pick<WebSession<Session, never>, "useSessionQuery" | "useSignOut" | "SignedIn" | "idOf">;
  readonly door: (props: { readonly isOver?: boolean }) => ReactNode;
  // What the page has to show over any of its views.
  readonly beside?: ReactNode;
  readonly frame: (session: Session) => SignedShellProps["frame"];
};

export function SignedPage<Session>({ words, home, session, door: Door, views, beside, frame }: Props<Session>) {
  const { useSessionQuery, useSignOut, SignedIn, idOf } = session;
  const { data, error, refetch } = useSessionQuery();
  const signOut = useSignOut();
  const who = useLastSession(data, idOf);
  // Who was signed in still is when asking again fails: somebody may be in the middle of a form.
  if (!data) return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Loading />;
  if (!who) return <Door />;
  const id = idOf(who);
  return (
    <SignedIn value={who}>
      <DraftOwner value={`${home} ${id}`}>
        <Suspense fallback={<Loading />}>
          <SignedShell
            key={id}
            words={words}
            home={home}
            views={views}
            frame={frame(who)}
            doorOver={!data.session && <Door isOver />}
            onSignOut={() => signOut.mutate()}
            fault={signOut.error}
          />
        </Suspense>
        <Suspense>{beside}</Suspense>
      </DraftOwner>
    </SignedIn>
  );
}

// A session that ends by itself leaves its page as it is, for the same person to sign in again; who signs out leaves nothing, and neither does
// the account before to another.
function useLastSession<Session>(
  data: { readonly session: Session | null } | undefined,
  idOf: (session: Session) => string,
): Session | undefined {
  const client = useQueryClient();
  const [last, setLast] = useState<Session>();
  const next = data?.session ?? (data && hasLeft(data) ? undefined : last);
  if (next !== last) {
    if (last && next && idOf(last) !== idOf(next))
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
    setLast(next);
  }
  return next;
}
