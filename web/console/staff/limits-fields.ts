// Role and cities, as people type them.
import { OPERATOR_ROLES } from "../../../src/domain/operators/roles.ts";
import type { Field, Values } from "../frame/fields.tsx";

type Words = {
  readonly role: string;
  readonly roles: Readonly<Record<string, string>>;
  readonly cities: string;
  readonly citiesHint: string;
};

export function limitsFields(words: Words): readonly Field[] {
  return [
    {
      name: "role",
      kind: "choice",
      label: words.role,
      choices: OPERATOR_ROLES.map((role) => ({ value: role, label: words.roles[role] ?? role })),
    },
    { name: "cities", kind: "text", label: words.cities, hint: words.citiesHint },
  ];
}

export function limitsBody({ cities, ...values }: Values): object {
  const named = String(cities ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);
  return { ...values, cities: named.map((city) => city.toUpperCase()) };
}
