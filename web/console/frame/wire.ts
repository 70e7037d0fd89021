// What the operator's calls answer, as far as the console reads it.
import type { PointStatus } from "../../../src/domain/orders/order.ts";
import type { Status, SubStatus } from "../../../src/domain/orders/order-life.ts";
import type { StepEvent } from "../../../src/domain/orders/order-step.ts";
import type { LatLng } from "../../parts/polyline.ts";

export type Area = {
  readonly type: string;
  readonly coordinates: readonly (readonly (readonly [number, number][])[])[];
};

export type City = {
  readonly _id: string;
  readonly name: string;
  readonly name_vi_vn: string;
  readonly country_id: string;
  readonly level: number;
  readonly time_zone: string;
  readonly enable: boolean;
  readonly center: LatLng;
  readonly outline: Area;
};

export type Hours = { readonly days: readonly number[]; readonly from: string; readonly to: string };
export type SurgeRule = Hours & { readonly rate: number };

type Tier = {
  readonly tier_code: string;
  readonly price: number;
  readonly selectable: boolean;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly weight: number;
};
type InsuranceBlock = { readonly item_value_max: number; readonly price: number };

export type SpecialRequest = {
  readonly _id: string;
  readonly group_id: string;
  readonly name: string;
  readonly description_en_us: string;
  readonly description_vi_vn: string;
  readonly type: string;
  readonly price: number;
  readonly max_input: number;
  readonly distance_rate?: number;
  readonly tiers?: readonly Tier[];
  readonly insurance_blocks?: readonly InsuranceBlock[];
  readonly promo: boolean;
  readonly vat: boolean;
  readonly commission: boolean;
  readonly enable: boolean;
};

export type Service = {
  readonly _id: string;
  readonly city_id: string;
  readonly group_service_id: string;
  readonly partner: string;
  readonly name_en_us: string;
  readonly name_vi_vn: string;
  readonly description_en_us: string;
  readonly description_vi_vn: string;
  readonly delivery_type: string;
  readonly vehicle: string;
  readonly auto_assign: boolean;
  readonly auto_assign_distance: number;
  readonly advance_broadcast_distance: number;
  readonly max_bundle: number;
  readonly take_back: boolean;
  readonly need_confirm_before_pickup: boolean;
  readonly collect_cash_before_pickup: boolean;
  readonly distance_fee: string;
  readonly stop_fee: number;
  readonly vat_rate: number;
  readonly commission_value: number;
  readonly cod: number;
  readonly max_distance: number;
  readonly min_stop_points: number;
  readonly max_stop_points: number;
  readonly timeout: number;
  readonly rebroadcast_limit: number;
  readonly enable: boolean;
  readonly tariff_version: number;
  readonly service_hours: readonly Hours[];
  readonly surge_rules: readonly SurgeRule[];
  readonly pickup_area?: Area;
  readonly delivery_area?: Area;
  readonly requests: readonly SpecialRequest[];
};

type OrderPoint = LatLng & {
  readonly address: string;
  readonly name: string;
  readonly mobile: string;
  readonly tracking_number?: string;
  readonly cod: number;
  readonly status: PointStatus;
  readonly complete_comment: string;
  readonly fail_comment: string;
};

export type Order = {
  readonly _id: string;
  readonly status: Status;
  readonly sub_status: SubStatus;
  readonly service_id: string;
  readonly city_id: string;
  readonly partner: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly create_time: number;
  readonly total_fee: number;
  readonly distance: number;
  readonly payment_method: string;
  readonly promo_code: string;
  readonly remarks: string;
  readonly supplier_id: string;
  readonly supplier_name: string;
  readonly plate_number: string;
  readonly cancel_comment: string;
  readonly rebroadcast_comment: string;
  readonly polylines: string;
  readonly shared_link: string;
  readonly path: readonly OrderPoint[];
};

export type ActionName = "cancel" | "reassign" | "assign" | "confirm" | "complete_point" | "fail_point" | "refund";
export type Action = {
  readonly action: ActionName;
  readonly allowed: boolean;
  readonly because: "" | "STATUS" | "CONFIRMED" | "ALL_REFUNDED";
  readonly possible_in: readonly Status[];
};

export type InspectedOrder = Order & {
  // 0, or not there, while nobody is on the way.
  readonly pickup_eta_low?: number;
  readonly pickup_eta_high?: number;
  readonly delivery_eta_low?: number;
  readonly delivery_eta_high?: number;
  readonly seq: number;
  readonly refunded: number;
  readonly actions: readonly Action[];
  readonly history: readonly {
    readonly seq: number;
    readonly event: StepEvent;
    readonly actor: string;
    readonly status: Status;
    readonly sub_status: SubStatus;
    readonly time: number;
  }[];
  readonly journal: readonly {
    readonly id: number;
    readonly kind: string;
    readonly time: number;
    readonly postings: readonly { readonly account: string; readonly owner: string; readonly amount: number }[];
  }[];
  readonly messages: readonly {
    readonly path_index: number;
    readonly status: "waiting" | "sent" | "failed";
    readonly error: string;
  }[];
};

export type Driver = {
  readonly mobile: string;
  readonly name: string;
  readonly plate_number: string;
  readonly vehicle: string;
  readonly city_id: string;
  readonly status: string;
  readonly robot: boolean;
  readonly rating: number | null;
  readonly rating_count: number;
  readonly online: boolean;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly heard_time: number;
};

export type LiveCity = {
  readonly drivers: readonly (LatLng & {
    readonly mobile: string;
    readonly name: string;
    readonly plate_number: string;
    readonly heading: number | null;
    readonly carrying: number;
  })[];
  readonly orders: readonly {
    readonly order_id: string;
    readonly status: Status;
    readonly service_id: string;
    readonly mobile: string;
    readonly create_time: number;
    readonly due_time: number;
    readonly points: readonly LatLng[];
  }[];
  readonly full: boolean;
};
