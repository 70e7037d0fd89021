// The services a new installation starts with: the tariffs and limits of the market, for the operator to change.
import { deliveryTypeOf, hostedServiceIdOf, serviceIdOf, vehicleOf } from "../ids.ts";
import type { Promo } from "../promo.ts";
import type { Service, ServiceHours } from "../service.ts";
import { seedRequests } from "./special-requests.ts";

type Figures = Pick<
  Service,
  | "nameEn"
  | "nameVi"
  | "descriptionEn"
  | "descriptionVi"
  | "distanceFee"
  | "stopFee"
  | "codMax"
  | "distanceMetersMax"
  | "stopPointsMax"
  | "hours"
  | "timeoutSeconds"
>;

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

function daily(fromHour: number, toHour: number): readonly ServiceHours[] {
  return [{ days: EVERY_DAY, fromMinute: fromHour * 60, toMinute: toHour * 60 }];
}

const GROUPS = {
  BIKE: {
    nameEn: "Bike, at once",
    nameVi: "Xe máy, giao ngay",
    descriptionEn: "A motorbike fetches the parcel now and rides straight to the recipient.",
    descriptionVi: "Xe máy đến lấy ngay và chạy thẳng tới người nhận.",
    distanceFee: "(25000 if x <= 4 else 25000 + (x - 4) * 5500)",
    stopFee: 5_500,
    codMax: 10_000_000,
    distanceMetersMax: 100_000,
    stopPointsMax: 5,
    hours: [],
    timeoutSeconds: 600,
  },
  ECO: {
    nameEn: "Bike, economy",
    nameVi: "Xe máy, tiết kiệm",
    descriptionEn: "A motorbike that may carry several orders on its way; cheaper, a little later.",
    descriptionVi: "Xe máy có thể ghép nhiều đơn trên đường; rẻ hơn, đến muộn hơn một chút.",
    distanceFee: "(18000 if x <= 4 else 18000 + (x - 4) * 4000)",
    stopFee: 5_000,
    codMax: 5_000_000,
    distanceMetersMax: 40_000,
    stopPointsMax: 5,
    hours: [],
    timeoutSeconds: 1_200,
  },
  "2H": {
    nameEn: "Within two hours",
    nameVi: "Trong 2 giờ",
    descriptionEn: "Delivered within two hours of the order, 07:00 to 20:00.",
    descriptionVi: "Giao trong vòng 2 giờ kể từ khi đặt, từ 07:00 đến 20:00.",
    distanceFee: "(19636 if x <= 4 else 19636 + (x - 4) * 4320)",
    stopFee: 5_000,
    codMax: 3_000_000,
    distanceMetersMax: 25_000,
    stopPointsMax: 10,
    hours: daily(7, 20),
    timeoutSeconds: 4_800,
  },
  SAMEDAY: {
    nameEn: "Same day",
    nameVi: "Trong ngày",
    descriptionEn: "Delivered before the day ends; orders are taken from 07:00 to 19:00.",
    descriptionVi: "Giao trước khi hết ngày; nhận đơn từ 07:00 đến 19:00.",
    distanceFee: "(24000 if x < 10 else 32000 if x < 20 else 50000)",
    stopFee: 5_000,
    codMax: 1_000_000,
    distanceMetersMax: 25_000,
    stopPointsMax: 20,
    hours: daily(7, 19),
    timeoutSeconds: 7_200,
  },
  "TRUCK-500": {
    nameEn: "Truck, 500 kg",
    nameVi: "Xe tải 500 kg",
    descriptionEn: "A small truck for loads up to 500 kg; dearer from 15:30 to 20:00.",
    descriptionVi: "Xe tải nhỏ chở đến 500 kg; giá cao hơn từ 15:30 đến 20:00.",
    distanceFee:
      "(1.5 if 15.5<=h<=20 else 1)*(185000 if x <= 4 else 185000 + (x - 4) * 20000 if x <= 10 else 305000 + (x - 10) * 14375 if x <= 15 else 376875 + (x - 15) * 14000)",
    stopFee: 10_000,
    codMax: 20_000_000,
    distanceMetersMax: 100_000,
    stopPointsMax: 10,
    hours: [],
    timeoutSeconds: 1_800,
  },
  "TRUCK-1000": {
    nameEn: "Truck, 1,000 kg",
    nameVi: "Xe tải 1.000 kg",
    descriptionEn: "A truck for loads up to 1,000 kg.",
    descriptionVi: "Xe tải chở đến 1.000 kg.",
    distanceFee: "(260000 if x <= 4 else 260000 + (x - 4) * 22000 if x <= 10 else 392000 + (x - 10) * 16000)",
    stopFee: 20_000,
    codMax: 20_000_000,
    distanceMetersMax: 100_000,
    stopPointsMax: 10,
    hours: [],
    timeoutSeconds: 1_800,
  },
  "VAN-500": {
    nameEn: "Van, 500 kg",
    nameVi: "Xe van 500 kg",
    descriptionEn: "A closed van for loads up to 500 kg.",
    descriptionVi: "Xe van thùng kín chở đến 500 kg.",
    distanceFee: "(165000 if x <= 4 else 165000 + (x - 4) * 18000)",
    stopFee: 10_000,
    codMax: 20_000_000,
    distanceMetersMax: 100_000,
    stopPointsMax: 10,
    hours: [],
    timeoutSeconds: 1_800,
  },
} as const satisfies Record<string, Figures>;

type SeedGroup = keyof typeof GROUPS;
const ALL_GROUPS = Object.keys(GROUPS) as SeedGroup[];

// The two largest cities have every service; the others the two that need only motorbikes.
const GROUPS_OF_CITIES: Readonly<Record<string, readonly SeedGroup[]>> = {
  SGN: ALL_GROUPS,
  HAN: ALL_GROUPS,
  DAD: ["BIKE", "ECO"],
  HPH: ["BIKE", "ECO"],
  VCA: ["BIKE", "ECO"],
  CXR: ["BIKE", "ECO"],
  HUI: ["BIKE", "ECO"],
  BMV: ["BIKE", "ECO"],
};

// What every seeded service has in common.
const everywhere = {
  partnerId: undefined,
  enabled: true,
  currency: "VND",
  tariffVersion: 1,
  surgeRules: [],
  vatRate: 800,
  commissionType: "PERCENTAGE",
  commissionRate: 2_120,
  stopPointsMin: 1,
  pickupZone: undefined,
  deliveryZone: undefined,
  rebroadcastLimit: 2,
  needConfirmBeforePickup: false,
  collectCashBeforePickup: false,
  autoAssign: true,
  autoAssignDistanceMeters: 3_000,
  broadcastDistanceMeters: 5_000,
} as const satisfies Partial<Service>;

// An economy driver may bundle; an instant one rides straight.
const BUNDLES: Readonly<Partial<Record<SeedGroup, number>>> = { ECO: 3, "2H": 5, SAMEDAY: 10 };

function seedService(cityId: string, groupId: SeedGroup): Service {
  const id = serviceIdOf(cityId, groupId);
  const vehicle = vehicleOf(groupId);
  return {
    ...everywhere,
    ...GROUPS[groupId],
    id,
    groupId,
    cityId,
    deliveryType: deliveryTypeOf(groupId),
    vehicle,
    bundleMax: BUNDLES[groupId] ?? 1,
    requests: seedRequests(id, vehicle === "BIKE"),
  };
}

const demoId = hostedServiceIdOf("DEMO");
const demoService: Service = {
  ...everywhere,
  ...GROUPS.BIKE,
  id: demoId,
  groupId: demoId,
  cityId: undefined,
  partnerId: "demo",
  deliveryType: "INSTANT",
  vehicle: "BIKE",
  nameEn: "Demo's own riders",
  nameVi: "Đội xe riêng của Demo",
  descriptionEn: "Hosted for partner demo alone, in every city.",
  descriptionVi: "Dành riêng cho đối tác demo, ở mọi thành phố.",
  bundleMax: 1,
  requests: seedRequests(demoId, true),
};

export const SERVICE_SEEDS: readonly Service[] = Object.entries(GROUPS_OF_CITIES).flatMap(([cityId, groups]) =>
  groups.map((groupId) => seedService(cityId, groupId)),
);

// Only where there is a partner demo to host: the sandbox.
export const SANDBOX_SERVICE_SEEDS: readonly Service[] = [demoService];

export const SANDBOX_PROMO_SEEDS: readonly Promo[] = [
  {
    code: "GIAO10",
    offer: { type: "PERCENT", share: 1_000, discountMax: 20_000 },
    serviceIds: undefined,
    startsAt: undefined,
    endsAt: undefined,
    usesMax: undefined,
  },
];
