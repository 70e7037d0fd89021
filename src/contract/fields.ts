// The smallest shapes, which every record is made of.
import { type Static, type TNumber, type TObject, type TString, Type } from "typebox";

export const text = Type.String();
export const vnd = Type.Number({ description: "Whole VND." });
export const RoadFee = Type.Number({
  description: "Tolls and ferries on the way, whole VND; 0 where the service does not charge for them.",
});
export const time = Type.Number({ description: "Unix timestamp; 0 while unset." });
// One that is always set.
export const moment = Type.Number({ description: "Unix timestamp." });
// One that comes in, as JSON and as text of a query.
export const givenMoment = (maximum: number) => Type.Number({ minimum: 0, maximum, description: "Unix timestamp." });
export const unixText = Type.String({ pattern: "^\\d{1,12}(\\.\\d+)?$", description: "Unix timestamp." });
export const timeWindow = { from_time: Type.Optional(unixText), to_time: Type.Optional(unixText) };
export const place = { lat: Type.Number(), lng: Type.Number() };

export function oneOf<const Word extends string>(words: readonly Word[], about: { description?: string } = {}) {
  return Type.Unsafe<Word>({ type: "string", enum: [...words], ...about });
}

// A value or null. As a list of types, because for a union the serialiser would have to try one schema after the other.
export function nullable<T extends TObject | TString | TNumber>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}
