// Tries a change of a service without saving it: is it allowed, how does it differ, what would last week have cost.
import { type ServiceDraft, settleService } from "../../domain/catalogue/drafts/service-draft.ts";
import type { Service } from "../../domain/catalogue/service.ts";
import { checkTariff } from "../../domain/fee-expression/tariff-check.ts";
import { localTimeAt } from "../../domain/local-time.ts";
import { type PlotPoint, plotFee, type Repricing, repriceOrders } from "../../domain/pricing/tariff-preview.ts";
import { isRefusal, type Promised } from "../../domain/refusal.ts";
import { listOrders } from "../../store/orders/order-lists.ts";
import type { Services } from "../services.ts";

type Deps = Pick<Services, "reads" | "clock" | "catalogue">;

export type TariffPreview =
  // The tariff does not parse, or gives no sane fee somewhere.
  | { readonly fault: { readonly offset: number; readonly why: string } }
  | {
      readonly service: Service;
      readonly previous: Service | undefined;
      readonly plot: readonly PlotPoint[];
      readonly previousPlot: readonly PlotPoint[];
      readonly lastWeek: Repricing;
    };

const WEEK_MS = 7 * 86_400_000;
const ORDERS_MAX = 2_000;
const PLOT_POINTS = 101;
// Most orders are shorter; a line to the far end of a 100 km service would hide where they are.
const PLOT_KM_MAX = 30;
const EXAMPLES_MAX = 10;
const DEFAULT_ZONE = "Asia/Ho_Chi_Minh";

export async function previewTariff(
  deps: Deps,
  serviceId: string,
  draft: ServiceDraft,
  h: number,
): Promised<TariffPreview, "INVALID_DATA"> {
  const catalogue = deps.catalogue.current();
  const previous = catalogue.services.get(serviceId);
  const metersMax = draft.distanceMetersMax ?? previous?.distanceMetersMax ?? PLOT_KM_MAX * 1_000;
  const fault = checkTariff(draft.distanceFee ?? previous?.distanceFee ?? "", metersMax);
  if (isRefusal(fault)) return { fault };
  const service = settleService(catalogue, serviceId, draft);
  if (isRefusal(service)) return service;
  const xMax = Math.min(PLOT_KM_MAX, service.distanceMetersMax / 1_000);
  const since = new Date(deps.clock.now().getTime() - WEEK_MS);
  const orders = await listOrders(deps.reads, { serviceId, from: since }, ORDERS_MAX);
  return {
    service,
    previous,
    plot: plotFee(service.distanceFee, h, xMax, PLOT_POINTS),
    previousPlot: previous ? plotFee(previous.distanceFee, h, xMax, PLOT_POINTS) : [],
    lastWeek: repriceOrders(
      service,
      orders.map(({ order }) => order).filter(({ status }) => status !== "CANCELLED"),
      ({ orderAt, cityId }) => localTimeAt(catalogue.cities.get(cityId)?.timeZone ?? DEFAULT_ZONE, orderAt),
      EXAMPLES_MAX,
    ),
  };
}
