// A page that is an application behind a sign-in (portal, console): who is signed in, the frame around, and the view that the
// address names. Each view's code is loaded when it is first looked at.
import { Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense, use, useState } from "react";
import { partsWords } from "../../words/parts.ts";
import { DraftOwner } from "../drafts/use-draft.ts";
import { ErrorNote } from "../error-note.tsx";
import { useWords } from "../language.tsx";
import { DrawingFault } from "../loading/drawing-fault.tsx";
import { keepTrying } from "../loading/keep-trying.ts";
import { Loading, Notice } from "../notice.tsx";
import { isSandbox } from "../page-facts.ts";
import { goTo, matchPath, usePlace } from "../router.tsx";
import { Shell, type ShellProps } from "../shell.tsx";
import { hasLeft, type WebSession } from "./web-session.ts";

type View = (props: { readonly id: string }) => ReactNode;

// By its address; the `:id` in it is handed to the view. The first that fits is shown.
export type Views = Readonly<Record<string, ComponentType<{ readonly id: string }>>>;

const FORGOTTEN_MS = 500;

// `late(() => import("./orders-view.tsx"), "OrdersView")`. Code that does not come is asked for again: the server may be starting, the phone in a lift. Where it
// stays away, the boundary around says so, and whoever tries again asks anew.
export function late<Name extends string>(load: () => Promise<Readonly<Record<Name, View>>>, name: Name) {
  let loading: Promise<View> | undefined;
  return function Late(props: { readonly id: string }) {
    loading ??= keepTrying(load).then(
      (loaded) => loaded[name],
      (error: unknown) => {
        // What is drawn next is the fault, from this very promise; who tries again after that begins anew.
        setTimeout(() => {
          loading = undefined;
        }, FORGOTTEN_MS);
        throw error;
      },
    );
    const Loaded = use(loading);
    return <Loaded {...props} />;
  };
}

type Props<Session> = {
  readonly words: Readonly<Record<"title" | "sandbox" | "missingTitle" | "missingText" | "toOrders", string>>;
  readonly home: string;
  readonly session: Pick<WebSession<Session, never>, "useSessionQuery" | "useSignOut" | "SignedIn" | "idOf">;
  readonly door: (props: { readonly isOver?: boolean }) => ReactNode;
  readonly views: Views;
  readonly frame: (session: Session) => Pick<ShellProps, "views" | "who">;
};

export function SignedPage<Session>({ words, home, session, door: Door, views, frame }: Props<Session>) {
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
        {!data.session && (
          <DoorOver>
            <Door isOver />
          </DoorOver>
        )}
        <Shell
          key={id}
          title={words.title}
          home={home}
          {...(isSandbox() ? { mark: words.sandbox } : {})}
          {...frame(who)}
          onSignOut={() => signOut.mutate()}
        >
          {signOut.error && <ErrorNote error={signOut.error} />}
          <Inside>
            <Suspense fallback={<Loading />}>
              <CurrentView words={words} home={home} views={views} />
            </Suspense>
          </Inside>
        </Shell>
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

function DoorOver({ children }: { readonly children: ReactNode }) {
  const words = useWords(partsWords);
  return (
    <Modal
      opened
      onClose={() => undefined}
      centered
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ blur: 2 }}
      title={<Text fw={600}>{words.sessionEnded}</Text>}
      attributes={{ header: { role: "presentation" } }}
    >
      {children}
    </Modal>
  );
}

// A view that fails leaves the frame and the other views, and another address is another try.
function Inside({ children }: { readonly children: ReactNode }) {
  const { path } = usePlace();
  return (
    <DrawingFault key={path} isInside>
      {children}
    </DrawingFault>
  );
}

function CurrentView({ words, home, views }: Pick<Props<never>, "words" | "home" | "views">) {
  const { path } = usePlace();
  for (const [address, View] of Object.entries(views)) {
    const found = matchPath(address, path);
    if (found) return <View key={found.id} id={found.id ?? ""} />;
  }
  return (
    <Notice
      level={1}
      title={words.missingTitle}
      text={words.missingText}
      action={{ label: words.toOrders, onClick: () => goTo(`${home}/orders`) }}
    />
  );
}
