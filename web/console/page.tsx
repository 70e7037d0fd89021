// The operator's console: sign in, then the view that the address names.
import "../parts/sign-in/door-styles.ts";
import { Suspense } from "react";
import type { ConsoleSession } from "../../clients/typescript/src/api.ts";
import {
  BellIcon,
  BikeIcon,
  BookIcon,
  BoxIcon,
  CheckIcon,
  ListIcon,
  PinIcon,
  ShopIcon,
  StarIcon,
} from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { late } from "../parts/loading/late.tsx";
import { Loading } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { Queries } from "../parts/queries.tsx";
import { usePlace } from "../parts/router.tsx";
import { type ShellView, viewAt } from "../parts/sign-in/shell-views.ts";
import { SignedPage } from "../parts/sign-in/signed-page.tsx";
import type { Views } from "../parts/sign-in/signed-shell.tsx";
import { consoleWords } from "../words/console/frame.ts";
import { consoleStaffWords } from "../words/console/staff.ts";
import type { Right } from "./frame/rights.tsx";
import { consoleSession } from "./frame/session.ts";
import { SignInView } from "./frame/sign-in.tsx";

// For who is not signed in yet.
const ALONE = new Map([
  ["/console/join", late<"JoinView", object>(() => import("./frame/join.tsx"), "JoinView")],
  ["/console/provider", late<"ProviderView", object>(() => import("./frame/provider.tsx"), "ProviderView")],
]);
const ProofDialog = late<"ProofDialog", object>(() => import("./frame/proof.tsx"), "ProofDialog");
const LiveView = late(() => import("./live/live-view.tsx"), "LiveView");

const HOME = "/console";

const VIEWS: Views = {
  "/console": LiveView,
  "/console/live": LiveView,
  "/console/today": late(() => import("./figures/figures-view.tsx"), "TodayView"),
  "/console/figures": late(() => import("./figures/figures-view.tsx"), "FiguresView"),
  "/console/plan": late(() => import("./plan/plan-view.tsx"), "PlanView"),
  "/console/orders": late(() => import("./orders/orders-view.tsx"), "OrdersView"),
  "/console/orders/:id": late(() => import("./order/order-view.tsx"), "OrderView"),
  "/console/drivers": late(() => import("./drivers/drivers-view.tsx"), "DriversView"),
  "/console/drivers/:id": late(() => import("./drivers/driver-view.tsx"), "DriverView"),
  "/console/applications": late(() => import("./drivers/applications-view.tsx"), "ApplicationsView"),
  "/console/applications/:id": late(() => import("./drivers/application-view.tsx"), "ApplicationView"),
  "/console/partners": late(() => import("./partners/partners-view.tsx"), "PartnersView"),
  "/console/partners/:id": late(() => import("./partners/partner-view.tsx"), "PartnerView"),
  "/console/catalogue": late(() => import("./catalogue/catalogue-view.tsx"), "CatalogueView"),
  "/console/catalogue/services/new": late(() => import("./catalogue/new-service-view.tsx"), "NewServiceView"),
  "/console/catalogue/services/:id": late(() => import("./catalogue/service-view.tsx"), "ServiceView"),
  "/console/catalogue/cities/new": late(() => import("./catalogue/city-view.tsx"), "NewCityView"),
  "/console/catalogue/cities/:id": late(() => import("./catalogue/city-view.tsx"), "CityView"),
  "/console/promos": late(() => import("./promos/promos-view.tsx"), "PromosView"),
  "/console/money": late(() => import("./money/money-view.tsx"), "MoneyView"),
  "/console/money/:id": late(() => import("./money/account-view.tsx"), "AccountView"),
  "/console/payouts": late(() => import("./money/payouts-view.tsx"), "PayoutsView"),
  "/console/payouts/:id": late(() => import("./money/payout-view.tsx"), "PayoutView"),
  "/console/health": late(() => import("./health/health-view.tsx"), "HealthView"),
  "/console/alerts": late(() => import("./alerts/alerts-view.tsx"), "AlertsView"),
  "/console/people": late(() => import("./staff/people-view.tsx"), "PeopleView"),
  "/console/security": late(() => import("./staff/security-view.tsx"), "SecurityView"),
  "/console/audit": late(() => import("./audit/audit-view.tsx"), "AuditView"),
};

function Console() {
  const words = useWords(consoleWords);
  const staff = useWords(consoleStaffWords);
  const { path } = usePlace();
  const Alone = ALONE.get(path);
  if (Alone)
    return (
      <Suspense fallback={<Loading />}>
        <Alone />
      </Suspense>
    );
  const view = (name: string, label: string, icon: ShellView["icon"]) => viewAt(HOME, name, label, icon);
  // What concerns all cities is not for who works in some.
  const viewsFor = ({ rights, cities }: ConsoleSession): readonly ShellView[] => {
    const may = (right: Right): boolean => rights.includes(right);
    const mayAll = (right: Right): boolean => may(right) && cities.length === 0;
    return [
      viewAt(HOME, "live", words.live, <PinIcon />, { isFirst: true }),
      view("today", words.today, <StarIcon />),
      view("figures", words.figures, <BookIcon />),
      view("plan", words.plan, <BoxIcon />),
      view("orders", words.orders, <ListIcon />),
      view("drivers", words.drivers, <BikeIcon />),
      ...(may("drivers") ? [view("applications", words.applications, <ListIcon />)] : []),
      ...(mayAll("partners") ? [view("partners", words.partners, <ShopIcon />)] : []),
      ...(may("catalogue") ? [view("catalogue", words.catalogue, <BookIcon />)] : []),
      ...(may("catalogue") ? [view("promos", words.promos, <StarIcon />)] : []),
      ...(mayAll("books") ? [view("money", words.money, <BoxIcon />)] : []),
      ...(may("money") ? [view("payouts", words.payouts, <BoxIcon />)] : []),
      view("health", words.health, <BellIcon />),
      ...(mayAll("alerts") ? [view("alerts", words.alerts, <BellIcon />)] : []),
      ...(may("people") ? [view("people", words.people, <ShopIcon />)] : []),
      ...(may("audit") ? [view("audit", words.audit, <CheckIcon />)] : []),
      ...(may("self") ? [view("security", words.security, <CheckIcon />)] : []),
      { href: "/docs", label: words.docs, icon: <BookIcon />, isCurrent: () => false, outside: true },
    ];
  };
  return (
    <SignedPage
      words={words}
      home={HOME}
      session={consoleSession}
      door={SignInView}
      beside={<ProofDialog />}
      views={VIEWS}
      frame={(session) => ({
        views: viewsFor(session),
        who: { name: session.name, details: [staff.roles[session.role] ?? session.role, ...session.cities] },
      })}
    />
  );
}

openPage(
  <Queries>
    <Console />
  </Queries>,
);
