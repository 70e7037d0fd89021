// The smallest shapes, which every record is made of.
import {
  type Static,
  type TNumber,
  type TNumberOptions,
  type TObject,
  type TString,
  type TStringOptions,
  Type,
} from "typebox";

// One that says what it means.
export const field = {
  text: (description: string, limits: TStringOptions = {}) => Type.String({ ...limits, description }),
  number: (description: string, limits: TNumberOptions = {}) => Type.Number({ ...limits, description }),
  integer: (description: string, limits: TNumberOptions = {}) => Type.Integer({ ...limits, description }),
  flag: (description: string) => Type.Boolean({ description }),
};
export const maybe = Type.Optional;

export const text = Type.String();
export const vnd = field.number("Whole VND.");
const RoadFee = field.number("Tolls and ferries on the way, whole VND; 0 where the service does not charge for them.");
export const time = field.number("Unix timestamp; 0 while unset.");
// One that is always set.
export const moment = field.number("Unix timestamp.");
// One that comes in, as JSON and as text of a query.
export const givenMoment = (maximum: number) => field.number("Unix timestamp.", { minimum: 0, maximum });
export const unixText = field.text("Unix timestamp.", { pattern: "^\\d{1,12}(\\.\\d+)?$" });
export const timeWindow = { from_time: maybe(unixText), to_time: maybe(unixText) };
// Of lists of which the older part may have left.
export const keptSince = {
  kept_since: maybe(field.number("Unix timestamp. What is from before has left; absent: everything is there.")),
};
export const place = { lat: Type.Number(), lng: Type.Number() };

export function oneOf<const Word extends string>(words: readonly Word[], about: { description?: string } = {}) {
  return Type.Unsafe<Word>({ type: "string", enum: [...words], ...about });
}

// A value or null. As a list of types, because for a union the serialiser would have to try one schema after the other.
export function nullable<T extends TObject | TString | TNumber>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}

// What makes up a price, in an estimate and in an order, and the same in the older words.
export const FEES = {
  distance_fee: vnd,
  request_fee: vnd,
  stop_fee: vnd,
  road_fee: RoadFee,
  vat_fee: vnd,
  discount: vnd,
};
export const OLDER_FEES = {
  distance_price: vnd,
  special_request_price: vnd,
  stoppoint_price: vnd,
  vat: vnd,
  voucher_discount: vnd,
  surge_rate: Type.Number(),
};
