// Calls of the older forms: they take either method, and their parameters wherever they stand (parameters.ts).
import type { FastifyRequest } from "fastify";
import type { Refusal } from "../../domain/refusal.ts";
import type { SCOPES } from "../access/scopes.ts";
import type { RefusalCode } from "../base/statuses.ts";
import type { Call, Way } from "../calls/call.ts";

type Path<At> = At extends `POST ${infer Url extends `/v${1 | 2}/${string}`}` ? Url : never;

export function olderCallsOf<Deps>() {
  return <Ran>(
    url: Path<keyof typeof SCOPES>,
    run: (request: FastifyRequest, deps: Deps, way: Way) => Ran | Promise<Ran>,
    encode: (result: Exclude<Ran, Refusal<RefusalCode>>, request: FastifyRequest, deps: Deps) => object,
    keyed: Pick<Call<Deps>, "keyed"> = {},
  ): readonly Call<Deps>[] =>
    [`GET ${url}` as const, `POST ${url}` as const].map((at) => {
      return { id: at, at, tag: "", summary: "", refusals: [], hidden: true, invalid: "judged", run, encode, ...keyed };
    });
}

export const nothing = () => ({});
