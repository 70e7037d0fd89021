// A special request as an operator sends it. A request of a known group starts from what that group usually is, so that
// {"_id": "SGN-BIKE-TIP", "price": 6000} is enough.
import type { Draft } from "../../draft.ts";
import { isGroupId, requestGroupIdOf, requestIdOf } from "../ids.ts";
import { requestModel } from "../seed/special-requests.ts";
import type { InsuranceBlock, RequestTier, RequestType, SpecialRequest } from "../service.ts";
import { type Form, FRACTION } from "./form.ts";

// distanceShare is a fraction here, such as 0.8.
export type RequestDraft = Draft<Omit<SpecialRequest, "type"> & { readonly type: string }>;

const TYPES = [
  "BOOLEAN",
  "PER_UNIT",
  "TIER",
  "COD_INSURANCE",
  "COMMISSION_DISTANCE_PERCENTAGE",
] as const satisfies readonly RequestType[];
const REQUESTS_MAX = 50;
const TIERS_MAX = 20;
const UNITS_MAX = 1_000;

export function readRequests(
  form: Form,
  serviceId: string,
  drafts: readonly RequestDraft[],
  previous: readonly SpecialRequest[],
): readonly SpecialRequest[] {
  if (drafts.length > REQUESTS_MAX) form.fail("requests", `may hold at most ${REQUESTS_MAX} special requests.`);
  const requests = drafts
    .slice(0, REQUESTS_MAX)
    .map((draft, at) => readRequest(form, `requests[${at}]`, serviceId, draft, previous));
  const ids = requests.map((request) => request.id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) form.fail("requests", `holds ${twice} twice.`);
  return requests;
}

function readRequest(
  form: Form,
  place: string,
  serviceId: string,
  draft: RequestDraft,
  previous: readonly SpecialRequest[],
): SpecialRequest {
  const groupId = (draft.id === undefined ? draft.groupId : requestGroupIdOf(serviceId, draft.id)) ?? "";
  if (!isGroupId(groupId) || groupId === "ROUND-TRIP") {
    const field = draft.id === undefined ? "group_id" : "_id";
    form.fail(
      `${place}.${field}`,
      `must make the id ${serviceId}-<CODE>, with a code of capital letters, digits and dashes.`,
    );
  }
  const field = (name: string): string => `${place}.${name}`;
  const base = previous.find((request) => request.groupId === groupId) ?? requestModel(groupId);
  const type = form.oneOf(field("type"), draft.type, base.type, TYPES);
  return {
    id: requestIdOf(serviceId, groupId),
    groupId,
    type,
    name: form.text(field("name"), draft.name, base.name, 100),
    descriptionEn: form.text(field("description_en_us"), draft.descriptionEn, base.descriptionEn, 1_000),
    descriptionVi: form.text(field("description_vi_vn"), draft.descriptionVi, base.descriptionVi, 1_000),
    enabled: draft.enabled ?? base.enabled,
    price: form.amount(field("price"), draft.price, base.price),
    maxInput: form.whole(field("max_input"), draft.maxInput, base.maxInput, 1, UNITS_MAX),
    distanceShare: form.share(field("distance_rate"), draft.distanceShare, base.distanceShare, FRACTION),
    tiers: readTiers(form, field("tiers"), type, draft.tiers ?? base.tiers),
    insuranceBlocks: readBlocks(form, field("insurance_blocks"), type, draft.insuranceBlocks ?? base.insuranceBlocks),
    promoAllowed: draft.promoAllowed ?? base.promoAllowed,
    vatApplies: draft.vatApplies ?? base.vatApplies,
    commissionApplies: draft.commissionApplies ?? base.commissionApplies,
  };
}

function readTiers(
  form: Form,
  field: string,
  type: RequestType,
  tiers: readonly RequestTier[],
): readonly RequestTier[] {
  if (type !== "TIER") return [];
  const codes = new Set(tiers.map((tier) => tier.code));
  if (tiers.length > TIERS_MAX || codes.size !== tiers.length || !tiers.some((tier) => tier.selectable)) {
    form.fail(field, `must hold 1 to ${TIERS_MAX} tiers with different codes, at least one of them selectable.`);
  }
  for (const [at, tier] of tiers.entries()) {
    form.text(`${field}[${at}].tier_code`, tier.code, "", 40);
    form.amount(`${field}[${at}].price`, tier.price, 0);
    const sizes = [tier.lengthCm, tier.widthCm, tier.heightCm, tier.weightKgMax];
    if (!sizes.every((size) => size > 0 && size <= 100_000)) {
      form.fail(`${field}[${at}]`, "needs sizes and weights above 0.");
    }
  }
  return tiers;
}

function readBlocks(
  form: Form,
  field: string,
  type: RequestType,
  blocks: readonly InsuranceBlock[],
): readonly InsuranceBlock[] {
  if (type !== "COD_INSURANCE") return [];
  const isRising = blocks.every((block, at) => at === 0 || block.itemValueMax > (blocks[at - 1]?.itemValueMax ?? 0));
  if (blocks.length === 0 || blocks.length > TIERS_MAX || !isRising) {
    form.fail(field, `must hold 1 to ${TIERS_MAX} blocks with rising item values.`);
  }
  for (const [at, block] of blocks.entries()) {
    form.amount(`${field}[${at}].item_value_max`, block.itemValueMax, 0);
    form.amount(`${field}[${at}].price`, block.price, 0);
  }
  return blocks;
}
