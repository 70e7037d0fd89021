import assert from "node:assert/strict";
import { test } from "node:test";
import { PLAIN_CLAIM_ROLES, parseClaimRoles, roleOfClaims } from "./provider-role.ts";

const LIST = parseClaimRoles("giao admins = owner, desk=dispatcher:HAN+DAD, all=viewer".replace(" = ", "="))!;

const OWNER = { role: "owner", cities: null };
const DESK = { role: "dispatcher", cities: ["HAN", "DAD"] };
const CASES: readonly (readonly [string, Readonly<Record<string, unknown>>, string, object | undefined])[] = [
  ["a list", { groups: ["x", "desk"] }, "groups", DESK],
  ["one word", { groups: "giao admins" }, "groups", OWNER],
  ["the first of ours, not of theirs", { groups: ["all", "desk", "giao admins"] }, "groups", OWNER],
  [
    "a claim inside another",
    { realm_access: { roles: ["all"] } },
    "realm_access.roles",
    { role: "viewer", cities: null },
  ],
  ["a name with dots as it is", { "https://a.b/c": ["all"] }, "https://a.b/c", { role: "viewer", cities: null }],
  ["no such claim", {}, "groups", undefined],
  ["nothing of ours", { groups: ["boss"] }, "groups", undefined],
  ["an empty list", { groups: [] }, "groups", undefined],
  ["a number", { groups: 7 }, "groups", undefined],
  ["null on the way", { a: null }, "a.b", undefined],
  ["what every object has", { groups: ["x"] }, "constructor.name", undefined],
];
for (const [name, claims, claim, expected] of CASES) {
  test(`role of claims: ${name}`, () => assert.deepEqual(roleOfClaims(claims, claim, LIST), expected));
}

test("without a list the roles' own names count, the greatest first", () => {
  assert.deepEqual(roleOfClaims({ roles: ["viewer", "finance"] }, "roles", PLAIN_CLAIM_ROLES), {
    role: "finance",
    cities: null,
  });
});

for (const bad of ["", "desk", "desk=king", "=owner", "a=owner:SGN", "a=viewer:", "a=viewer:SGN+", "a=viewer,"]) {
  test(`a list that cannot be understood: "${bad}"`, () => assert.equal(parseClaimRoles(bad), undefined));
}
