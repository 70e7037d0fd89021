// The special requests of the seed catalogue, with the figures of the market. The operator can change all of them.
import { requestIdOf } from "../ids.ts";
import type { RequestTier, SpecialRequest } from "../service.ts";

type Model = Omit<SpecialRequest, "id">;

const SIZES = [
  ["TIER_1", 0, false, 50, 40, 50, 30],
  ["TIER_2", 10_000, true, 60, 50, 60, 40],
  ["TIER_3", 20_000, true, 70, 60, 70, 60],
  ["TIER_4", 40_000, true, 90, 70, 90, 80],
  // Over 90 × 70 × 90 cm a motorbike cannot carry it; shown so that partners know where the tiers end.
  ["TIER_MAX", 0, false, 90, 70, 90, 100],
] as const;

const tiers: readonly RequestTier[] = SIZES.map(
  ([code, price, selectable, lengthCm, widthCm, heightCm, weightKgMax]) => ({
    code,
    price,
    selectable,
    lengthCm,
    widthCm,
    heightCm,
    weightKgMax,
  }),
);

const plain = {
  type: "BOOLEAN",
  enabled: true,
  price: 0,
  maxInput: 1,
  distanceShare: 0,
  tiers: [],
  insuranceBlocks: [],
  promoAllowed: true,
  vatApplies: true,
  commissionApplies: true,
} as const satisfies Partial<Model>;

const MODELS: readonly Model[] = [
  {
    ...plain,
    groupId: "TIP",
    type: "PER_UNIT",
    price: 5_000,
    maxInput: 5,
    promoAllowed: false,
    vatApplies: false,
    commissionApplies: false,
    name: "Tip",
    descriptionEn: "A thank-you of 5,000 VND a unit; all of it goes to the driver.",
    descriptionVi: "Lời cảm ơn 5.000đ mỗi phần, tài xế nhận trọn vẹn.",
  },
  {
    ...plain,
    groupId: "BULKY",
    type: "TIER",
    tiers,
    name: "Bulky parcel",
    descriptionEn: "For parcels over 50 × 40 × 50 cm or 30 kg, by size.",
    descriptionVi: "Dành cho kiện hàng quá 50 × 40 × 50 cm hoặc 30 kg, tính theo cỡ.",
  },
  {
    ...plain,
    groupId: "D2D",
    price: 10_000,
    name: "Door to door",
    descriptionEn: "The driver comes to the door inside a building and hands over in person.",
    descriptionVi: "Tài xế lên tận cửa trong toà nhà và giao tận tay.",
  },
  {
    ...plain,
    groupId: "SMS",
    price: 1_000,
    name: "Text message",
    descriptionEn: "The recipient gets a text message with the tracking link.",
    descriptionVi: "Người nhận được gửi tin nhắn kèm đường dẫn theo dõi đơn.",
  },
  {
    ...plain,
    groupId: "FRAGILE",
    price: 10_000,
    name: "Fragile",
    descriptionEn: "Breakable goods: carried upright and with care.",
    descriptionVi: "Hàng dễ vỡ: vận chuyển cẩn thận, giữ thẳng đứng.",
  },
  {
    ...plain,
    groupId: "INSURANCE",
    type: "COD_INSURANCE",
    insuranceBlocks: [
      { itemValueMax: 5_000_000, price: 1_000 },
      { itemValueMax: 10_000_000, price: 2_000 },
      { itemValueMax: 30_000_000, price: 10_000 },
    ],
    name: "Insurance",
    descriptionEn: "Insures each parcel for its item_value, up to 30,000,000 VND.",
    descriptionVi: "Bảo hiểm từng kiện theo giá trị khai báo, tối đa 30.000.000đ.",
  },
  {
    ...plain,
    groupId: "TRIP",
    type: "COMMISSION_DISTANCE_PERCENTAGE",
    distanceShare: 8_000,
    promoAllowed: false,
    name: "Round trip",
    descriptionEn: "The driver comes back to the pickup point; 80 % of the distance fee is added.",
    descriptionVi: "Tài xế quay lại điểm lấy hàng; cộng thêm 80% cước quãng đường.",
  },
];

// What a request of this group is unless the operator says otherwise: a flat price for a group nobody has seen.
export function requestModel(groupId: string): Model {
  const known = MODELS.find((model) => model.groupId === groupId);
  return known ?? { ...plain, groupId, name: groupId, descriptionEn: groupId, descriptionVi: groupId };
}

// A truck holds what a motorbike calls bulky.
export function seedRequests(serviceId: string, isForBike: boolean): readonly SpecialRequest[] {
  return MODELS.filter((model) => isForBike || model.groupId !== "BULKY").map((model) => ({
    ...model,
    id: requestIdOf(serviceId, model.groupId),
  }));
}
