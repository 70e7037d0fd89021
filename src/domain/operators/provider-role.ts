// Which role somebody has who signs in at a provider of the operator's: it comes from one claim, by a list of what its values mean.
import type { Limits } from "./operator.ts";
import { OPERATOR_ROLES } from "./roles.ts";

export type ClaimRole = Limits & { readonly value: string };

// By the names of the roles themselves.
export const PLAIN_CLAIM_ROLES: readonly ClaimRole[] = OPERATOR_ROLES.map((role) => ({
  value: role,
  role,
  cities: null,
}));

const PAIR = /^([^=]+)=([a-z]+)(?::([\w-]+(?:\+[\w-]+)*))?$/;

// `giao-admins=owner, hanoi-desk=dispatcher:HAN+DAD`. undefined: it says nothing that can be understood.
export function parseClaimRoles(given: string): readonly ClaimRole[] | undefined {
  const parsed = given.split(",").map((pair) => {
    const [, value = "", word, cities] = PAIR.exec(pair.trim()) ?? [];
    const role = OPERATOR_ROLES.find((one) => one === word);
    if (!role || (role === "owner" && cities !== undefined)) return undefined;
    return { value: value.trim(), role, cities: cities === undefined ? null : cities.split("+") };
  });
  return parsed.every((one) => one !== undefined) ? parsed : undefined;
}

// The first of the list that the claim holds; undefined: none of them. A dot leads into a claim: `realm_access.roles`.
export function roleOfClaims(
  claims: Readonly<Record<string, unknown>>,
  claim: string,
  roles: readonly ClaimRole[],
): Limits | undefined {
  const held = valuesAt(claims, claim);
  const found = roles.find(({ value }) => held.includes(value));
  return found && { role: found.role, cities: found.cities };
}

// A name with dots may also be meant as it is: `https://giao.example/roles`.
function valuesAt(claims: Readonly<Record<string, unknown>>, claim: string): readonly unknown[] {
  const plain = own(claims, claim);
  const found = plain ?? claim.split(".").reduce<unknown>(own, claims);
  return Array.isArray(found) ? found : [found];
}

function own(from: unknown, name: string): unknown {
  return from !== null && typeof from === "object" && Object.hasOwn(from, name)
    ? (from as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
