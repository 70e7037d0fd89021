// The partner's portal: sign in, then the view that the address names.
import "../parts/sign-in/door-styles.ts";
import { Suspense } from "react";
import { BellIcon, BookIcon, BoxIcon, CheckIcon, ListIcon, PeopleIcon, PlusIcon, ShopIcon } from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { late } from "../parts/loading/late.tsx";
import { Loading } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { Queries } from "../parts/queries.tsx";
import { usePlace } from "../parts/router.tsx";
import { type ShellView, viewAt } from "../parts/sign-in/shell-views.ts";
import { SignedPage } from "../parts/sign-in/signed-page.tsx";
import type { Views } from "../parts/sign-in/signed-shell.tsx";
import { portalWords } from "../words/portal.ts";
import { portalSession, type Right, type Session } from "./session.ts";
import { SignInView } from "./sign-in.tsx";

const JoinView = late<"JoinView", object>(() => import("./people/join.tsx"), "JoinView");
const OrdersView = late(() => import("./orders/orders-view.tsx"), "OrdersView");

const HOME = "/portal";

const VIEWS: Views = {
  "/portal": OrdersView,
  "/portal/orders": OrdersView,
  "/portal/orders/:id": late(() => import("./order/order-view.tsx"), "OrderView"),
  "/portal/new-order": late(() => import("./new-order/new-order-view.tsx"), "NewOrderView"),
  "/portal/figures": late(() => import("./figures/figures-view.tsx"), "FiguresView"),
  "/portal/money": late(() => import("./money/money-view.tsx"), "MoneyView"),
  "/portal/callbacks": late(() => import("./callbacks/callbacks-view.tsx"), "CallbacksView"),
  "/portal/members": late(() => import("./people/members-view.tsx"), "MembersView"),
  "/portal/keys": late(() => import("./people/keys-view.tsx"), "KeysView"),
  "/portal/accounts": late(() => import("./children/children-view.tsx"), "ChildrenView"),
};

function Portal() {
  const words = useWords(portalWords);
  const view = (name: string, label: string, icon: ShellView["icon"]) => viewAt(HOME, name, label, icon);
  const { path } = usePlace();
  if (path === "/portal/join")
    return (
      <Suspense fallback={<Loading />}>
        <JoinView />
      </Suspense>
    );
  const frame = ({ account, partner, member, rights }: Session) => {
    const may = (right: Right): boolean => rights.includes(right);
    const mayAsParent = (right: Right): boolean => may(right) && account.parent_id === null;
    return {
      views: [
        viewAt(HOME, "orders", words.orders, <ListIcon />, { isFirst: true }),
        ...(may("orders") ? [view("new-order", words.newOrder, <PlusIcon />)] : []),
        view("figures", words.figures, <BookIcon />),
        ...(may("money") ? [view("money", words.money, <BoxIcon />)] : []),
        ...(mayAsParent("callbacks") ? [view("callbacks", words.callbacks, <BellIcon />)] : []),
        ...(mayAsParent("keys") ? [view("keys", words.keys, <CheckIcon />)] : []),
        ...(mayAsParent("account") ? [view("accounts", words.accounts, <ShopIcon />)] : []),
        ...(mayAsParent("people") ? [view("members", words.members, <PeopleIcon />)] : []),
        { href: "/docs", label: words.docs, icon: <BookIcon />, isCurrent: () => false, outside: true },
      ],
      who: {
        name: member?.name ?? account.name,
        details: [
          ...(member ? [words.roles[member.role] ?? member.role, account.name] : []),
          account._id,
          partner.name,
          ...(account.parent_id === null ? [] : [words.childOf(account.parent_id)]),
        ],
      },
    };
  };
  return <SignedPage words={words} home={HOME} session={portalSession} door={SignInView} views={VIEWS} frame={frame} />;
}

openPage(
  <Queries>
    <Portal />
  </Queries>,
);
