// A page that is an application behind a sign-in (portal, console): who is signed in, the frame around, and the view that the
// address names. Each view's code is loaded when it is first looked at.
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { ErrorNote, Loading, Notice } from "../notice.tsx";
import { isSandbox } from "../page-facts.ts";
import { goTo, matchPath, usePlace } from "../router.tsx";
import { Shell, type ShellProps } from "../shell.tsx";
import type { WebSession } from "./web-session.ts";

type View = (props: { readonly id: string }) => ReactNode;

// By its address; the `:id` in it is handed to the view. The first that fits is shown.
export type Views = Readonly<Record<string, ComponentType<{ readonly id: string }>>>;

// `late(() => import("./orders-view.tsx"), "OrdersView")`
export function late<Name extends string>(load: () => Promise<Readonly<Record<Name, View>>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
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
        <Suspense fallback={<Loading />}>
          <CurrentView words={words} home={home} views={views} />
        </Suspense>
      </Shell>
    </SignedIn>
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
