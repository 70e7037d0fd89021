// Turns the special requests a partner asked for into priced choices (D14), or says what is wrong with them. The choice
// carries every figure its price needs, so that an order can be priced again with the tariff it was made under.
import type { Amount, BasisPoints } from "../amount.ts";
import { findRequest, type IdForm } from "../catalogue/find-service.ts";
import type { InsuranceBlock, RequestTier, Service, SpecialRequest } from "../catalogue/service.ts";
import { isRefusal, type Refusal, refuse } from "../refusal.ts";

export type AskedRequest = {
  readonly id: string;
  readonly num: number | undefined;
  readonly tierCode: string | undefined;
  // How it is named; `either` where it stood in the list of the other form.
  readonly form: IdForm | "either";
};

export type PackageDetail = {
  readonly weightKg: number;
  readonly lengthCm: number | undefined;
  readonly widthCm: number | undefined;
  readonly heightCm: number | undefined;
  readonly description: string | undefined;
};

export type ChosenRequest = {
  readonly id: string;
  readonly groupId: string;
  readonly promoAllowed: boolean;
  readonly vatApplies: boolean;
  readonly commissionApplies: boolean;
} & (
  | { readonly type: "BOOLEAN"; readonly price: Amount }
  | { readonly type: "PER_UNIT"; readonly price: Amount; readonly num: number }
  | { readonly type: "TIER"; readonly price: Amount; readonly tierCode: string }
  | {
      readonly type: "COD_INSURANCE";
      readonly blocks: readonly InsuranceBlock[];
      readonly itemValues: readonly Amount[];
    }
  | { readonly type: "COMMISSION_DISTANCE_PERCENTAGE"; readonly distanceShare: BasisPoints }
);

// What the requests apply to: the values stated on the points (pickup first) and the sizes of the packages.
export type Parcels = {
  readonly itemValues: readonly (Amount | undefined)[];
  readonly packages: readonly PackageDetail[];
};

export type RequestChoice = {
  readonly chosen: readonly ChosenRequest[];
  // The two faults are answered at different places in the order of checks (5 and 8 of D4), so both are told.
  readonly invalid: Refusal<"BAD_REQUEST"> | undefined;
  readonly missing: Refusal<"REQUEST_NOT_FOUND"> | undefined;
};

export function chooseRequests(service: Service, asked: readonly AskedRequest[], parcels: Parcels): RequestChoice {
  const chosen: ChosenRequest[] = [];
  let invalid: RequestChoice["invalid"];
  let missing: RequestChoice["missing"];
  for (const wanted of asked) {
    const request = findRequest(service, wanted.form, wanted.id);
    if (!request) {
      missing ??= refuse("REQUEST_NOT_FOUND", `Service ${service.id} has no special request ${wanted.id}.`);
      continue;
    }
    const choice = chosen.some((other) => other.id === request.id)
      ? refuse("BAD_REQUEST", `Special request ${wanted.id} is given twice.`)
      : choose(request, wanted, parcels);
    if (isRefusal(choice)) invalid ??= choice;
    else chosen.push(choice);
  }
  return { chosen, invalid, missing };
}

function choose(
  request: SpecialRequest,
  wanted: AskedRequest,
  parcels: Parcels,
): ChosenRequest | Refusal<"BAD_REQUEST"> {
  // An estimate answers with num 1 on every request; sent back, it must create.
  if (wanted.num !== undefined && wanted.num !== 1 && request.type !== "PER_UNIT") {
    return refuse("BAD_REQUEST", `num is not allowed on special request ${wanted.id}: it has no quantity.`);
  }
  if (wanted.tierCode !== undefined && request.type !== "TIER") {
    return refuse("BAD_REQUEST", `tier_code is not allowed on special request ${wanted.id}: it has no sizes.`);
  }
  const { id, groupId, promoAllowed, vatApplies, commissionApplies, price } = request;
  const base = { id, groupId, promoAllowed, vatApplies, commissionApplies };
  switch (request.type) {
    case "BOOLEAN":
      return { ...base, type: "BOOLEAN", price };
    case "PER_UNIT": {
      const num = wanted.num ?? 1;
      if (Number.isInteger(num) && num >= 1 && num <= request.maxInput)
        return { ...base, type: "PER_UNIT", price, num };
      return refuse(
        "BAD_REQUEST",
        `num of special request ${wanted.id} must be a whole number from 1 to ${request.maxInput}.`,
      );
    }
    case "TIER": {
      const tier = chooseTier(request, wanted, parcels.packages);
      return isRefusal(tier) ? tier : { ...base, type: "TIER", price: tier.price, tierCode: tier.code };
    }
    case "COD_INSURANCE": {
      const itemValues = insuredValues(parcels.itemValues);
      const valueMax = request.insuranceBlocks.at(-1)?.itemValueMax ?? 0;
      if (itemValues.every((itemValue) => itemValue <= valueMax)) {
        return { ...base, type: "COD_INSURANCE", blocks: request.insuranceBlocks, itemValues };
      }
      return refuse("BAD_REQUEST", `item_value of an insured point must not be above ${valueMax} (${wanted.id}).`);
    }
    case "COMMISSION_DISTANCE_PERCENTAGE":
      return { ...base, type: "COMMISSION_DISTANCE_PERCENTAGE", distanceShare: request.distanceShare };
  }
}

// Each delivery point that states a value is insured on its own. When none does, the pickup's value stands for all, and
// when there is none at all the smallest block is paid: insurance was asked for.
function insuredValues(stated: readonly (Amount | undefined)[]): readonly Amount[] {
  const deliveries = stated.slice(1).flatMap((itemValue) => itemValue || []);
  return deliveries.length > 0 ? deliveries : [stated[0] ?? 0];
}

// 2.4 marks tier_code as optional: without it the package sizes choose, and without those the smallest tier on offer.
function chooseTier(
  request: SpecialRequest,
  wanted: AskedRequest,
  packages: readonly PackageDetail[],
): RequestTier | Refusal<"BAD_REQUEST"> {
  const offered = request.tiers.filter((tier) => tier.selectable);
  const codes = offered.map((tier) => tier.code).join(", ");
  if (wanted.tierCode !== undefined) {
    const tier = offered.find((each) => each.code === wanted.tierCode);
    return tier ?? refuse("BAD_REQUEST", `tier_code of special request ${wanted.id} must be one of ${codes}.`);
  }
  const fitting = offered.find((tier) => packages.every((detail) => fits(tier, detail)));
  return (
    fitting ??
    refuse("BAD_REQUEST", `A package in package_detail is larger than every tier of ${wanted.id} (${codes}).`)
  );
}

function fits(tier: RequestTier, detail: PackageDetail): boolean {
  // A parcel can be turned: longest side against longest side.
  const descending = (sides: readonly number[]): readonly number[] => [...sides].sort((a, b) => b - a);
  const room = descending([tier.lengthCm, tier.widthCm, tier.heightCm]);
  const sides = descending([detail.lengthCm ?? 0, detail.widthCm ?? 0, detail.heightCm ?? 0]);
  return detail.weightKg <= tier.weightKgMax && sides.every((side, at) => side <= (room[at] ?? 0));
}
