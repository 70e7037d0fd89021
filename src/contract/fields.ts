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
export const RoadFee = field.number(
  "Tolls and ferries on the way, whole VND; 0 where the service does not charge for them.",
);
export const time = field.number("Unix timestamp; 0 while unset.");
// One that is always set.
export const moment = field.number("Unix timestamp.");
// One that comes in, as JSON and as text of a query.
export const givenMoment = (maximum: number) => field.number("Unix timestamp.", { minimum: 0, maximum });
export const unixText = field.text("Unix timestamp.", { pattern: "^\\d{1,12}(\\.\\d+)?$" });
export const timeWindow = { from_time: maybe(unixText), to_time: maybe(unixText) };
export const place = { lat: Type.Number(), lng: Type.Number() };

export function oneOf<const Word extends string>(words: readonly Word[], about: { description?: string } = {}) {
  return Type.Unsafe<Word>({ type: "string", enum: [...words], ...about });
}

// A value or null. As a list of types, because for a union the serialiser would have to try one schema after the other.
export function nullable<T extends TObject | TString | TNumber>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}
