// The pages' calls by their names in the API. What each takes and gives is generated from the server's own description
// (npm run client:types), so that a field which drifts does not compile.
import type { Calls } from "../../clients/typescript/src/api.ts";
import { type CallOptions, call } from "./call.ts";

export type CallName = keyof Calls;
export type Answer<Name extends CallName> = Calls[Name]["answer"];

// A parameter that is left empty is not sent.
type MayBeEmpty<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | undefined };
export type Input<Name extends CallName> = {
  readonly [Part in keyof Calls[Name]["input"]]: Part extends "query"
    ? MayBeEmpty<Calls[Name]["input"][Part]>
    : Calls[Name]["input"][Part];
};

type Row = { readonly method: NonNullable<CallOptions["method"]>; readonly path: string };
export type Ask<Name extends CallName> = <One extends Name>(
  name: One,
  input: Input<One>,
  options?: Pick<CallOptions, "headers" | "signal">,
) => Promise<Answer<One>>;

// The calls of a table of the generated ones, each with the headers that say which page asks, or who.
export function askerOf<Table extends Readonly<Record<string, Row>>>(
  table: Table,
  headers: Readonly<Record<string, string>> = {},
): Ask<keyof Table & CallName> {
  return (name, input, options = {}) => {
    const row = table[name] as Row;
    const { body } = input as AnyInput;
    return call(addressOf(row, input), {
      method: row.method,
      ...(body === undefined ? {} : { body }),
      ...options,
      headers: { ...headers, ...options.headers },
    });
  };
}

type Part = Readonly<Record<string, string | number | undefined>>;
type AnyInput = { readonly params?: Part; readonly query?: Part; readonly body?: unknown };

export function addressOf({ path }: Pick<Row, "path">, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const asked = Object.entries(query).flatMap(([name, given]) =>
    given === undefined || given === "" ? [] : [[name, String(given)]],
  );
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}
