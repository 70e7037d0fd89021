// The partner's portal: sign in, then the view that the address names.
import "@mantine/core/styles.css";
import { BellIcon, BookIcon, BoxIcon, ListIcon, PeopleIcon, PlusIcon } from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { openPage } from "../parts/open-page.tsx";
import { Queries } from "../parts/queries.tsx";
import { type ShellView, viewAt } from "../parts/shell.tsx";
import { late, SignedPage, type Views } from "../parts/sign-in/signed-page.tsx";
import { portalWords } from "../words/portal.ts";
import { portalSession, type Session } from "./session.ts";
import { SignInView } from "./sign-in.tsx";

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
  "/portal/accounts": late(() => import("./children/children-view.tsx"), "ChildrenView"),
};

function Portal() {
  const words = useWords(portalWords);
  const view = (name: string, label: string, icon: ShellView["icon"]) => viewAt(HOME, name, label, icon);
  const frame = ({ account, partner }: Session) => {
    const isParent = account.parent_id === null;
    return {
      views: [
        viewAt(HOME, "orders", words.orders, <ListIcon />, { isFirst: true }),
        view("new-order", words.newOrder, <PlusIcon />),
        view("figures", words.figures, <BookIcon />),
        view("money", words.money, <BoxIcon />),
        ...(isParent
          ? [view("callbacks", words.callbacks, <BellIcon />), view("accounts", words.accounts, <PeopleIcon />)]
          : []),
        { href: "/docs", label: words.docs, icon: <BookIcon />, isCurrent: () => false, outside: true },
      ],
      who: {
        name: account.name,
        details: [account._id, partner.name, ...(account.parent_id === null ? [] : [words.childOf(account.parent_id)])],
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
