// Values of which some may still be asked for. When all are known there is nothing to wait for: a promise for each, and one for
// all of them, would cost a call that needs none more than its own work.
type Known<T extends readonly unknown[]> = { -readonly [Key in keyof T]: Awaited<T[Key]> };

export function whenKnown<T extends readonly unknown[] | []>(values: T): Known<T> | Promise<Known<T>> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Known<T>);
}
