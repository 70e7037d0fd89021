// A value or null. As a list of types, because for a union the serialiser would have to try one schema after the other.
import { type Static, type TNumber, type TObject, type TString, Type } from "typebox";

export function nullable<T extends TObject | TString | TNumber>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}
