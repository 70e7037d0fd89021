// An address as 2.8 wants it, taken apart; or the first reason why it is none. The order of the checks is the contract: a text
// wrong in two ways has one right answer.
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Gazetteer } from "../gazetteer/gazetteer.ts";
import { tidy } from "../text/fold.ts";
import { abbreviationFault, dashFault, type IsName, phoneFault, remarkFault, symbolFault } from "./content-faults.ts";
import { findPlusCode, type PlusCodeAddress } from "./plus-code-address.ts";
import { type AddressUnits, readUnits, type UnitsRefusal } from "./read-units.ts";
import { beginsWithHouse, isHouseOnly, readStreetLine, type StreetLine } from "./street-line.ts";

export const ADDRESS_LENGTH_MAX = 300;
const SEGMENTS_MAX = 10;

export type ParsedAddress = AddressUnits & { readonly line: StreetLine };

export function parseAddress(address: string, gazetteer: Gazetteer): ParsedAddress | PlusCodeAddress | UnitsRefusal {
  if (address.length > ADDRESS_LENGTH_MAX) return malformed(`It is longer than ${ADDRESS_LENGTH_MAX} characters.`);
  if (hasControl(address)) return malformed("The address holds control characters.");
  const text = tidy(address).replace(/[ .,]+$/, "");
  if (!text) return malformed("The address is empty.");
  const code = findPlusCode(text, gazetteer);
  if (code) return isRefusal(code) ? code : (refuseFreeText(text.slice(code.plusCode.length)) ?? code);
  const segments = withoutPostcode(text.split(",").map((segment) => segment.trim()));
  const fault = contentFault(text, segments, (key) => gazetteer.knowsUnit(key));
  if (fault) return malformed(fault);
  const units = readUnits(segments, gazetteer);
  if (isRefusal(units)) return units;
  const line = readLine(units.lead);
  if (line.streetKey === "") return malformed("The street is missing: the house number stands alone.");
  return { ...units, line };
}

// Behind a full plus code anything may stand that helps to find the place, but nothing that belongs elsewhere.
function refuseFreeText(text: string): Refusal<"ADDRESS_MALFORMED"> | undefined {
  const fault = phoneFault(text) ?? symbolFault(text) ?? remarkFault(text.split(","));
  return fault === undefined ? undefined : malformed(fault);
}

// Maps print "…, Hồ Chí Minh, 700000, Việt Nam"; the number tells nothing that the province does not.
function withoutPostcode(segments: readonly string[]): readonly string[] {
  const at = segments.findLastIndex((segment) => /^\d{5,6}$/.test(segment));
  return at > 2 && at >= segments.length - 2 ? segments.toSpliced(at, 1) : segments;
}

function contentFault(text: string, segments: readonly string[], isName: IsName): string | undefined {
  const empty = segments.indexOf("");
  return (
    phoneFault(text) ??
    symbolFault(text) ??
    remarkFault(segments) ??
    dashFault(segments, isName) ??
    (empty >= 0 ? `Segment ${empty + 1} is empty.` : undefined) ??
    (segments.length > SEGMENTS_MAX ? `There are more than ${SEGMENTS_MAX} segments.` : undefined) ??
    abbreviationFault(segments, isName)
  );
}

// The segment with the number is the line; a number alone belongs to the street after the comma ("12 ngõ 34, Phố Huế"). Without
// any number the last one before the ward is the street.
function readLine(lead: readonly string[]): StreetLine {
  const at = lead.findLastIndex(beginsWithHouse);
  if (at < 0) return readStreetLine(lead.at(-1) ?? "");
  const segment = lead[at]!;
  const next = lead[at + 1];
  if (!isHouseOnly(segment)) return readStreetLine(segment);
  if (next !== undefined) return readStreetLine(`${segment} ${next}`);
  return isDate(segment) ? readStreetLine(segment) : { parts: [segment], street: "", streetKey: "" };
}

// "3/2" and "30/4" are streets, and so is "D2": only a plain number is a house without one.
function isDate(segment: string): boolean {
  return /^\d{1,2}[/-]\d{1,2}$/.test(segment) || /^\p{L}/u.test(segment);
}

// Blanks of every kind are tidied; what steers terminals or turns the direction of writing is refused.
function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isBlank = (code >= 0x09 && code <= 0x0d) || code === 0x85;
    const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    const isDirection = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    if (isDirection || (isControl && !isBlank)) return true;
  }
  return false;
}

function malformed(why: string): Refusal<"ADDRESS_MALFORMED"> {
  return refuse("ADDRESS_MALFORMED", why);
}
