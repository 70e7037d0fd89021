// The operator's console: sign in, then the view that the address names. Each view's code is loaded when it is first looked at.
import "@mantine/core/styles.css";
import { type ComponentType, lazy, Suspense } from "react";
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
import { ErrorNote, Loading, Notice } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { isSandbox } from "../parts/page-facts.ts";
import { Queries } from "../parts/queries.tsx";
import { goTo, matchPath, usePlace } from "../parts/router.tsx";
import { Shell, type ShellView, viewAt } from "../parts/shell.tsx";
import { consoleWords } from "../words/console/frame.ts";
import { useSessionQuery, useSignOut } from "./frame/session.ts";
import { SignInView } from "./frame/sign-in.tsx";

type OneProps = { readonly id: string };

const LiveView = lazy(async () => ({ default: (await import("./live/live-view.tsx")).LiveView }));
const OrdersView = lazy(async () => ({ default: (await import("./orders/orders-view.tsx")).OrdersView }));
const OrderView = lazy(async () => ({ default: (await import("./order/order-view.tsx")).OrderView }));
const DriversView = lazy(async () => ({ default: (await import("./drivers/drivers-view.tsx")).DriversView }));
const DriverView = lazy(async () => ({ default: (await import("./drivers/driver-view.tsx")).DriverView }));
const PartnersView = lazy(async () => ({ default: (await import("./partners/partners-view.tsx")).PartnersView }));
const PartnerView = lazy(async () => ({ default: (await import("./partners/partner-view.tsx")).PartnerView }));
const CatalogueView = lazy(async () => ({ default: (await import("./catalogue/catalogue-view.tsx")).CatalogueView }));
const ServiceView = lazy(async () => ({ default: (await import("./catalogue/service-view.tsx")).ServiceView }));
const NewServiceView = lazy(async () => ({
  default: (await import("./catalogue/new-service-view.tsx")).NewServiceView,
}));
const CityView = lazy(async () => ({ default: (await import("./catalogue/city-view.tsx")).CityView }));
const NewCityView = lazy(async () => ({ default: (await import("./catalogue/city-view.tsx")).NewCityView }));
const PromosView = lazy(async () => ({ default: (await import("./promos/promos-view.tsx")).PromosView }));
const MoneyView = lazy(async () => ({ default: (await import("./money/money-view.tsx")).MoneyView }));
const AccountView = lazy(async () => ({ default: (await import("./money/account-view.tsx")).AccountView }));
const HealthView = lazy(async () => ({ default: (await import("./health/health-view.tsx")).HealthView }));
const AuditView = lazy(async () => ({ default: (await import("./audit/audit-view.tsx")).AuditView }));

const HOME = "/console";

const VIEWS: Readonly<Record<string, ComponentType>> = {
  "/console": LiveView,
  "/console/live": LiveView,
  "/console/orders": OrdersView,
  "/console/drivers": DriversView,
  "/console/partners": PartnersView,
  "/console/catalogue": CatalogueView,
  "/console/catalogue/cities/new": NewCityView,
  "/console/catalogue/services/new": NewServiceView,
  "/console/promos": PromosView,
  "/console/money": MoneyView,
  "/console/health": HealthView,
  "/console/audit": AuditView,
};
const ONES: Readonly<Record<string, ComponentType<OneProps>>> = {
  "/console/orders/:id": OrderView,
  "/console/drivers/:id": DriverView,
  "/console/partners/:id": PartnerView,
  "/console/catalogue/services/:id": ServiceView,
  "/console/catalogue/cities/:id": CityView,
  "/console/money/:id": AccountView,
};

function Console() {
  const words = useWords(consoleWords);
  const { data, error, refetch } = useSessionQuery();
  const signOut = useSignOut();
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (!data.session) return <SignInView />;
  const view = (name: string, label: string, icon: ShellView["icon"]) => viewAt(HOME, name, label, icon);
  return (
    <Shell
      title={words.title}
      home={HOME}
      {...(isSandbox() ? { mark: words.sandbox } : {})}
      views={[
        viewAt(HOME, "live", words.live, <PinIcon />, { isFirst: true }),
        view("orders", words.orders, <ListIcon />),
        view("drivers", words.drivers, <BikeIcon />),
        view("partners", words.partners, <ShopIcon />),
        view("catalogue", words.catalogue, <BookIcon />),
        view("promos", words.promos, <StarIcon />),
        view("money", words.money, <BoxIcon />),
        view("health", words.health, <BellIcon />),
        view("audit", words.audit, <CheckIcon />),
      ]}
      who={{ name: data.session.name, details: [words.title] }}
      onSignOut={() => signOut.mutate()}
    >
      <Suspense fallback={<Loading />}>
        <CurrentView />
      </Suspense>
    </Shell>
  );
}

function CurrentView() {
  const words = useWords(consoleWords);
  const { path } = usePlace();
  const View = VIEWS[path];
  if (View) return <View />;
  for (const [pattern, One] of Object.entries(ONES)) {
    const id = matchPath(pattern, path)?.id;
    if (id) return <One key={id} id={id} />;
  }
  return (
    <Notice
      level={1}
      title={words.missingTitle}
      text={words.missingText}
      action={{ label: words.toOrders, onClick: () => goTo("/console/orders") }}
    />
  );
}

openPage(
  <Queries>
    <Console />
  </Queries>,
);
