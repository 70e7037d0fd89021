// What the portal reads of the server's answers; the calls document the rest at /docs.
import type { PointStatus } from "../../src/domain/orders/order.ts";
import type { Status, SubStatus } from "../../src/domain/orders/order-life.ts";

export type OrderRow = {
  readonly _id: string;
  readonly status: Status;
  readonly sub_status: SubStatus;
  readonly service_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly create_time: number;
  readonly total_fee: number;
  readonly cod: number;
  readonly distance: number;
  readonly supplier_id: string;
  readonly supplier_name: string;
  readonly plate_number: string;
  readonly path: readonly {
    readonly address: string;
    readonly name: string;
    readonly status: PointStatus;
    readonly tracking_number?: string;
  }[];
};
export type OrderPage = { readonly orders: readonly OrderRow[]; readonly next: string };

export type OrderPoint = {
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
  readonly name: string;
  readonly mobile: string;
  readonly tracking_number?: string;
  readonly remarks: string;
  readonly cod: number;
  readonly status: PointStatus;
  readonly complete_time: number;
  readonly fail_time: number;
  readonly fail_comment: string;
  // 0, or not there, while nobody is on the way to it.
  readonly eta?: number;
  readonly eta_low?: number;
  readonly eta_high?: number;
};
export type Order = Omit<OrderRow, "path" | "cod"> & {
  readonly pickup_eta?: number;
  readonly pickup_eta_low?: number;
  readonly pickup_eta_high?: number;
  readonly delivery_eta?: number;
  readonly delivery_eta_low?: number;
  readonly delivery_eta_high?: number;
  readonly path: readonly OrderPoint[];
  readonly polylines: string;
  readonly payment_method: string;
  readonly remarks: string;
  readonly order_time: number;
  readonly idle_until: number;
  readonly cancel_comment: string;
  readonly shared_link: string;
  readonly city_id: string;
};

export type TimelineEvent = {
  readonly seq: number;
  readonly event: string;
  readonly actor: string;
  readonly status: Status;
  readonly time: number;
};

export type PriceLine = {
  readonly line: string;
  readonly request_id?: string;
  readonly amount: number;
  readonly factors: Readonly<Record<string, number | string>>;
};
export type PriceExplanation = {
  readonly service_id: string;
  readonly tariff_version: number;
  readonly expression: string;
  readonly lines: readonly PriceLine[];
  readonly total: number;
};

export type CallbackTry = {
  readonly try: number;
  readonly callback_time: number;
  readonly outcome: string;
  readonly response_code: number;
  readonly response_time: number;
  readonly response_text: string;
  readonly error: string;
};
export type ToldCallback = {
  readonly event_id: string;
  readonly event_type: string;
  readonly event_time: number;
  readonly state: "delivered" | "waiting" | "given_up" | "unsent" | "forgotten";
  readonly next_try_time: number;
  readonly tries: readonly CallbackTry[];
  readonly request: object;
};

export type Child = {
  readonly _id: string;
  readonly name: string;
  readonly account_status: string;
  readonly create_time: number;
};

export type City = { readonly _id: string; readonly name: string; readonly name_vi_vn: string };
export type SpecialRequest = {
  readonly _id: string;
  readonly group_id: string;
  readonly name: string;
  readonly description_en_us: string;
  readonly description_vi_vn: string;
  readonly enable: boolean;
  readonly type: string;
  readonly price: number;
  readonly max_input: number;
  readonly tiers?: readonly { readonly tier_code: string; readonly price: number; readonly selectable: boolean }[];
};
export type Service = {
  readonly _id: string;
  readonly group_service_id: string;
  readonly name_en_us: string;
  readonly name_vi_vn: string;
  readonly description_en_us: string;
  readonly description_vi_vn: string;
  readonly requests: readonly SpecialRequest[];
};
export type Estimate = {
  readonly service_id: string;
  readonly data: {
    readonly distance: number;
    readonly duration: number;
    readonly total_fee: number;
    readonly distance_fee: number;
    readonly request_fee: number;
    readonly stop_fee: number;
    readonly vat_fee: number;
    readonly discount: number;
    readonly eta: {
      readonly pickup_low: number;
      readonly pickup_high: number;
      readonly low: number;
      readonly high: number;
    };
  } | null;
  readonly error: { readonly code: string; readonly description: string } | null;
  readonly quote_id?: string;
  readonly warnings?: readonly string[];
};

export type Endpoint = {
  readonly url: string;
  readonly auth: { readonly type: "none" | "apikey" | "bearer" | "basic" | "body" };
  readonly stopped: boolean;
  readonly failures: number;
  readonly waiting: number;
  readonly given_up: number;
  readonly oldest_waiting_time: number;
};
export type TestAnswer = {
  readonly outcome: string;
  readonly response_code: number;
  readonly response_text: string;
  readonly response_time: number;
  readonly error: string;
};
type Words = { readonly en: string; readonly vi: string };
export type ReceiverReport = {
  readonly grade: string;
  readonly checks: readonly {
    readonly check: string;
    readonly result: "pass" | "warn" | "fail" | "skipped";
    readonly sent: Words;
    readonly answered: readonly string[];
    readonly advice?: Words;
  }[];
};
