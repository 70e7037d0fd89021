// A special request while it is changed: what every kind has, and the tiers or blocks of the kinds that have them.
import type { SpecialRequest } from "../../../clients/typescript/src/api.ts";
import { requestModel } from "../../../src/domain/catalogue/seed/special-requests.ts";
import type { Values } from "../frame/fields.tsx";
import { type Keyed, keyed, unkeyed } from "../frame/keyed.ts";

export type RequestDraft = {
  readonly values: Values;
  readonly tiers: readonly Keyed<Values>[];
  readonly blocks: readonly Keyed<Values>[];
};

export function draftOf(request: SpecialRequest): RequestDraft {
  const { tiers = [], insurance_blocks: blocks = [], _id: _, device_types: __, ...values } = request;
  return { values: { distance_rate: 0, ...values }, tiers: tiers.map(keyed), blocks: blocks.map(keyed) };
}

// What a request with this code usually is; the server begins with the same.
export function usualDraft(code: string): RequestDraft {
  const model = requestModel(code);
  return {
    values: {
      group_id: code,
      name: model.name,
      description_en_us: model.descriptionEn,
      description_vi_vn: model.descriptionVi,
      type: model.type,
      price: model.price,
      max_input: model.maxInput,
      distance_rate: model.distanceShare / 10_000,
      promo: model.promoAllowed,
      vat: model.vatApplies,
      commission: model.commissionApplies,
      enable: true,
    },
    tiers: model.tiers.map((tier) =>
      keyed({
        tier_code: tier.code,
        price: tier.price,
        selectable: tier.selectable,
        length: tier.lengthCm,
        width: tier.widthCm,
        height: tier.heightCm,
        weight: tier.weightKgMax,
      }),
    ),
    blocks: model.insuranceBlocks.map(({ itemValueMax, price }) => keyed({ item_value_max: itemValueMax, price })),
  };
}

// As the server reads it. Tiers of a request that has none any more are left behind.
export function requestBody({ values, tiers, blocks }: RequestDraft): object {
  return {
    ...values,
    ...(values.type === "TIER" ? { tiers: tiers.map(unkeyed) } : {}),
    ...(values.type === "COD_INSURANCE" ? { insurance_blocks: blocks.map(unkeyed) } : {}),
  };
}

// The other special requests of the service, and where among them this one stands. Told by its id: the service may have been read
// again since, and then every request is another object.
export function besides<Request extends { readonly _id: string }>(
  requests: readonly Request[],
  of: Request | undefined,
): { readonly others: readonly Request[]; readonly position: number } {
  const at = requests.findIndex(({ _id }) => _id === of?._id);
  return { others: requests.filter((_, index) => index !== at), position: at === -1 ? requests.length : at };
}

export const NEW_TIER: Values = {
  tier_code: "",
  price: 0,
  selectable: true,
  length: 50,
  width: 40,
  height: 50,
  weight: 30,
};
export const NEW_BLOCK: Values = { item_value_max: 5_000_000, price: 1_000 };
