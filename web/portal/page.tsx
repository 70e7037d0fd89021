// The partner's portal: sign in, then the view that the address names. Each view's code is loaded when it is first looked at.
import "@mantine/core/styles.css";
import { type ComponentType, lazy, Suspense } from "react";
import { BellIcon, BookIcon, ListIcon, PeopleIcon, PlusIcon } from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { ErrorNote, Loading, Notice } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { isSandbox } from "../parts/page-facts.ts";
import { Queries } from "../parts/queries.tsx";
import { goTo, matchPath, usePlace } from "../parts/router.tsx";
import { Shell, type ShellView, viewAt } from "../parts/shell.tsx";
import { portalWords } from "../words/portal.ts";
import { type Session, SignedInProvider, useSessionQuery, useSignOut } from "./session.tsx";
import { SignInView } from "./sign-in.tsx";

const OrdersView = lazy(async () => ({ default: (await import("./orders/orders-view.tsx")).OrdersView }));
const OrderView = lazy(async () => ({ default: (await import("./order/order-view.tsx")).OrderView }));
const NewOrderView = lazy(async () => ({ default: (await import("./new-order/new-order-view.tsx")).NewOrderView }));
const CallbacksView = lazy(async () => ({ default: (await import("./callbacks/callbacks-view.tsx")).CallbacksView }));
const ChildrenView = lazy(async () => ({ default: (await import("./children/children-view.tsx")).ChildrenView }));

const HOME = "/portal";

const VIEWS: Readonly<Record<string, ComponentType>> = {
  "/portal": OrdersView,
  "/portal/orders": OrdersView,
  "/portal/new-order": NewOrderView,
  "/portal/callbacks": CallbacksView,
  "/portal/accounts": ChildrenView,
};

function Portal() {
  const { data, error, refetch } = useSessionQuery();
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (!data.session) return <SignInView />;
  return (
    <SignedInProvider session={data.session}>
      <SignedIn session={data.session} />
    </SignedInProvider>
  );
}

function SignedIn({ session }: { readonly session: Session }) {
  const words = useWords(portalWords);
  const signOut = useSignOut();
  const { account, partner } = session;
  const isParent = account.parent_id === null;
  const view = (name: string, label: string, icon: ShellView["icon"]) => viewAt(HOME, name, label, icon);
  return (
    <Shell
      title={words.title}
      home={HOME}
      {...(isSandbox() ? { mark: words.sandbox } : {})}
      views={[
        viewAt(HOME, "orders", words.orders, <ListIcon />, { isFirst: true }),
        view("new-order", words.newOrder, <PlusIcon />),
        ...(isParent
          ? [view("callbacks", words.callbacks, <BellIcon />), view("accounts", words.accounts, <PeopleIcon />)]
          : []),
        { href: "/docs", label: words.docs, icon: <BookIcon />, isCurrent: () => false, outside: true },
      ]}
      who={{
        name: account.name,
        details: [account._id, partner.name, ...(account.parent_id === null ? [] : [words.childOf(account.parent_id)])],
      }}
      onSignOut={() => signOut.mutate()}
    >
      <Suspense fallback={<Loading />}>
        <CurrentView />
      </Suspense>
    </Shell>
  );
}

function CurrentView() {
  const words = useWords(portalWords);
  const { path } = usePlace();
  const order = matchPath("/portal/orders/:id", path);
  if (order?.id) return <OrderView key={order.id} id={order.id} />;
  const View = VIEWS[path];
  if (View) return <View />;
  return (
    <Notice
      level={1}
      title={words.missingTitle}
      text={words.missingText}
      action={{ label: words.toOrders, onClick: () => goTo("/portal/orders") }}
    />
  );
}

openPage(
  <Queries>
    <Portal />
  </Queries>,
);
