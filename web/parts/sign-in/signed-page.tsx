// A page that is an application behind a sign-in (portal, console): who is signed in, the frame around, and the view that the
// address names. Each view's code is loaded when it is first looked at.
import { type ComponentType, type ReactNode, Suspense, use } from "react";
import { DrawingFault } from "../drawing-fault.tsx";
import { keepTrying } from "../keep-trying.ts";
import { ErrorNote, Loading, Notice } from "../notice.tsx";
import { isSandbox } from "../page-facts.ts";
import { goTo, matchPath, usePlace } from "../router.tsx";
import { Shell, type ShellProps } from "../shell.tsx";
import type { WebSession } from "./web-session.ts";

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
  readonly session: Pick<WebSession<Session, never>, "useSessionQuery" | "useSignOut" | "SignedIn">;
  readonly door: ReactNode;
  readonly views: Views;
  readonly frame: (session: Session) => Pick<ShellProps, "views" | "who">;
};

export function SignedPage<Session>({ words, home, session, door, views, frame }: Props<Session>) {
  const { useSessionQuery, useSignOut, SignedIn } = session;
  const { data, error, refetch } = useSessionQuery();
  const signOut = useSignOut();
  // Who was signed in still is when asking again fails: somebody may be in the middle of a form.
  if (!data) return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Loading />;
  if (!data.session) return door;
  return (
    <SignedIn value={data.session}>
      <Shell
        title={words.title}
        home={home}
        {...(isSandbox() ? { mark: words.sandbox } : {})}
        {...frame(data.session)}
        onSignOut={() => signOut.mutate()}
      >
        {signOut.error && <ErrorNote error={signOut.error} />}
        <Inside>
          <Suspense fallback={<Loading />}>
            <CurrentView words={words} home={home} views={views} />
          </Suspense>
        </Inside>
      </Shell>
    </SignedIn>
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
