// An address in every ward of the country, in the form of before July 2025 and in the one since, from the official lists.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { isRefusal } from "../../domain/refusal.ts";
import { loadGazetteer } from "../gazetteer/load-gazetteer.ts";
import { parseAddress } from "./parse-address.ts";

const BEFORE = "../shared/data/places/units-before-2025.json";
const SINCE = "../shared/data/places/units-2025-centroids.json";
const skip = existsSync(BEFORE) && existsSync(SINCE) ? false : `${BEFORE} and ${SINCE} are not there`;

type Unit = { readonly FullName: string };
type OldProvince = Unit & { readonly District: readonly (Unit & { readonly Ward: readonly Unit[] | null })[] };
type NewUnit = { readonly code: string; readonly province?: string; readonly props: { readonly fullName: string } };

function refusedOf(addresses: readonly string[]): readonly string[] {
  const gazetteer = loadGazetteer();
  return addresses.filter((address) => isRefusal(parseAddress(address, gazetteer)));
}

test("wards of before July 2025 are known in their districts", { skip }, (t) => {
  const provinces: readonly OldProvince[] = JSON.parse(readFileSync(BEFORE, "utf8"));
  const addresses = provinces.flatMap((province) =>
    province.District.flatMap((district) =>
      (district.Ward ?? []).map((ward) => `12 Lê Lợi, ${ward.FullName}, ${district.FullName}, ${province.FullName}`),
    ),
  );
  const refused = refusedOf(addresses);
  t.diagnostic(`${addresses.length - refused.length} of ${addresses.length} are read; not: ${refused.join(" | ")}`);
  // Five are abbreviated in the list itself ("Thị trấn NT Liên Sơn").
  assert.ok(refused.length <= 6);
});

test("wards of today are known in their provinces", { skip }, (t) => {
  const units: readonly NewUnit[] = JSON.parse(readFileSync(SINCE, "utf8"));
  const nameOf = new Map(units.filter((unit) => !unit.province).map(({ code, props }) => [code, props.fullName]));
  const addresses = units.flatMap(({ province, props }) =>
    province === undefined ? [] : [`12 Lê Lợi, ${props.fullName}, ${nameOf.get(province)}`],
  );
  const refused = refusedOf(addresses);
  t.diagnostic(`${addresses.length - refused.length} of ${addresses.length} are read; not: ${refused.join(" | ")}`);
  assert.deepEqual(refused, []);
});
