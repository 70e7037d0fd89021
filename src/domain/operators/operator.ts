// Somebody of the operator's, as a call knows them: who stands behind it, in which role, in which cities.
import { type Refusal, refuse } from "../refusal.ts";
import { hasRight, type OperatorRight, type OperatorRole } from "./roles.ts";

// By the key in OPERATOR_KEY, which is nobody's in particular, by a key of their own, or as a person who signed in.
export const OPERATOR_KINDS = ["owner_key", "key", "person"] as const;
export type OperatorKind = (typeof OPERATOR_KINDS)[number];

export type Operator = {
  readonly by: OperatorKind;
  // Of the key or the person; null for OPERATOR_KEY.
  readonly id: string | null;
  // As the records of who did what show it; the bare OPERATOR_KEY has none.
  readonly name: string | undefined;
  readonly role: OperatorRole;
  // null: all.
  readonly cities: readonly string[] | null;
  // When a person last proved in this browser who they are.
  readonly provedAt: Date | null;
};

export function ownerByKey(name: string | undefined): Operator {
  return { by: "owner_key", id: null, name, role: "owner", cities: null, provedAt: null };
}

export function refuseWithoutRight(
  { role, by }: Pick<Operator, "role" | "by">,
  right: OperatorRight,
): Refusal<"ROLE_NOT_ALLOWED" | "PERSON_NEEDED"> | undefined {
  if (right === "self" && by !== "person")
    return refuse("PERSON_NEEDED", "This is about a person who signed in; a key has no password and no browsers.");
  if (hasRight(role, right)) return undefined;
  return refuse("ROLE_NOT_ALLOWED", `This needs the right "${right}", which the role ${role} does not have.`);
}

export function worksIn({ cities }: Pick<Operator, "cities">, cityId: string): boolean {
  return cities === null || cities.includes(cityId);
}

export type Limits = { readonly role: OperatorRole; readonly cities: readonly string[] | null };

export const CITIES_MAX = 50;

// Whether somebody may be given this role in these cities.
export function judgeLimits(
  { role, cities }: Limits,
  known: { readonly has: (cityId: string) => boolean },
): Refusal<"INVALID_DATA"> | undefined {
  if (cities === null) return undefined;
  if (role === "owner") return refuse("INVALID_DATA", "cities: an owner is not limited to cities.", "cities");
  if (cities.length === 0 || cities.length > CITIES_MAX)
    return refuse("INVALID_DATA", `cities must be 1 to ${CITIES_MAX} cities, or absent for all of them.`, "cities");
  const unknown = cities.find((cityId) => !known.has(cityId));
  return unknown === undefined ? undefined : refuse("INVALID_DATA", `cities: there is no city ${unknown}.`, "cities");
}
