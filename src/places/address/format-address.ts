// Writes an address in the form that 2.8 asks for, units under their full names.
import type { AddressUnits } from "./read-units.ts";

export function formatAddress(units: AddressUnits): string {
  const { lead, ward, district, province } = units;
  const names = [
    ward.found[0]?.name ?? ward.text,
    district && (district.found[0]?.name ?? district.text),
    province.found.name,
  ];
  return [...lead, ...names].filter((name) => name !== undefined).join(", ");
}
