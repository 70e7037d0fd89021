// A call is a value: where it is, what it takes and gives, what it may refuse and in which order, and what it does. From these values come
// the checks of what was sent, the JSON of the answer, the API's description and the clients' types; register-calls.ts
// registers them, and access/scopes.ts says who may.
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, type TObject, type TSchema, Type } from "typebox";
import type { Seen } from "../../domain/audit-change.ts";
import type { Refusal } from "../../domain/refusal.ts";
import type { Keep } from "../../operations/answer-once.ts";
import type { SCOPES } from "../access/scopes.ts";
import type { IsRead } from "../base/audit.ts";
import type { RefusalCode } from "../base/statuses.ts";

export type Reply = FastifyReply;
// Whoever calls, before anything of the call itself is read.
export type AnyAsked = FastifyRequest;

// What becomes of an input that does not fit its schema: this refusal, or the fields that do not fit count as missing, or the
// operation judges it in its own order and the schema only describes.
type Invalid = RefusalCode | "left out" | "judged";

// A code, and where one sentence helps what is then wrong. In the order of the checks: the first hit answers.
export type ListedRefusal<Code extends RefusalCode = RefusalCode> = Code | readonly [Code, string];

// What every call has, whatever its input and answer are.
export type Call<in Deps> = {
  readonly id: string;
  // Method and path, as the table of scopes has them.
  readonly at: keyof typeof SCOPES;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  // Absent: it sends something else than JSON by itself.
  readonly answer?: TSchema;
  // A status besides 200 that has the same answer.
  readonly alsoAs?: number;
  // Media types, where they are others than JSON.
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
  readonly refusals: readonly ListedRefusal[];
  readonly invalid?: Invalid;
  // Repeats with the same Idempotency-Key get the first answer again; whose key it is.
  readonly keyed?: "account" | "driver";
  // Of what it asks for, in usual calls: a partner's limit counts it so often.
  readonly cost?: (asked: never) => number;
  // What is refused beside the schema, before it is looked at and after.
  readonly checkFirst?: (asked: never) => Refusal<RefusalCode> | undefined;
  readonly check?: (asked: never) => Refusal<RefusalCode> | undefined;
  // Of every answer, also of a refusal.
  readonly headers?: Readonly<Record<string, string>>;
  // The body is no JSON but so many bytes at most.
  readonly bytesMax?: number;
  // Of a body of JSON, where it may be larger than usual.
  readonly bodyBytesMax?: number;
  // No body counts as an empty one.
  readonly bodyMayBeMissing?: true;
  // It only looks, although its method says otherwise: always, or with such a body.
  readonly isRead?: IsRead;
  // What the audit log compares before and after: fields of the thing it is about, without names, phones and secrets.
  readonly seen?: (asked: never, deps: Deps) => Promise<Seen | undefined>;
  // The API's description leaves it out.
  readonly hidden?: true;
  readonly run: (asked: never, deps: Deps, way: Way) => unknown;
  readonly encode?: (result: never, asked: never, deps: Deps) => unknown;
};

export type Way = {
  // For headers, and for calls that send something else than JSON by themselves and then give it back.
  readonly reply: Reply;
  // Of a keyed call whose caller sent a key.
  readonly keep: Keep<unknown> | undefined;
};

// Encoders may hand on what they must not change.
type Wire<T> = T extends readonly (infer One)[]
  ? readonly Wire<One>[]
  : T extends object
    ? { readonly [Field in keyof T]: Wire<T[Field]> }
    : T;

type Fields<Schema> = Schema extends TSchema ? Static<Schema> : unknown;
type BodyOf<Schema, How> = How extends "judged"
  ? unknown
  : How extends "left out"
    ? Partial<Fields<Schema>>
    : Fields<Schema>;
type Named<At> = At extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & Named<`/${Rest}`>
  : At extends `${string}:${infer Name}`
    ? { readonly [Key in Name extends `${infer Stem}.${string}` ? Stem : Name]: string }
    : unknown;

type Asked<At, Query, Body> = FastifyRequest<{ Params: Named<At>; Querystring: Query; Body: Body }>;
type AskedOf<At, Query, Body, How> = Asked<At, Fields<Query>, BodyOf<Body, How>>;

type Ran<Result, Code extends RefusalCode> =
  | Result
  | Refusal<Code>
  | Reply
  | Promise<Result | Refusal<Code> | Reply | undefined>;

type Declared<Deps, At, Query, Body, How, Code extends RefusalCode, Answer, Result> = Omit<
  Call<Deps>,
  "tag" | "encode" | keyof Typed<Deps, At, Query, Body, How, Code, Answer, Result>
> &
  Typed<Deps, At, Query, Body, How, Code, Answer, Result>;

// What is known more exactly of each call than of all of them.
type Typed<Deps, At, Query, Body, How, Code extends RefusalCode, Answer, Result> = {
  readonly at: At;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer?: Answer;
  // Absent: it refuses nothing by itself.
  readonly refusals?: readonly ListedRefusal<Code>[];
  readonly invalid?: How;
  readonly cost?: (asked: AskedOf<At, Query, Body, How>) => number;
  readonly checkFirst?: (asked: AskedOf<At, Query, Body, How>) => Refusal<NoInfer<Code>> | undefined;
  readonly check?: (asked: AskedOf<At, Query, Body, How>) => Refusal<NoInfer<Code>> | undefined;
  readonly seen?: (asked: AskedOf<At, Query, Body, How>, deps: Deps) => Promise<Seen | undefined>;
  // A refusal that is not among those listed does not compile.
  readonly run: (asked: AskedOf<At, Query, Body, How>, deps: Deps, way: Way) => Ran<Result, NoInfer<Code>>;
};

type Declare<Deps> = {
  <
    const At extends keyof typeof SCOPES,
    Query extends TObject,
    Body extends TSchema,
    Answer extends TSchema,
    const How extends Invalid,
    Result,
    const Code extends RefusalCode = never,
  >(
    call: Declared<Deps, At, Query, Body, How, Code, Answer, Result> & {
      readonly encode: (
        result: Result,
        asked: AskedOf<At, Query, Body, How>,
        deps: Deps,
      ) => Wire<Fields<NoInfer<Answer>>>;
    },
  ): Call<Deps>;
  // For calls whose `run` gives what goes over the wire.
  plain: <
    const At extends keyof typeof SCOPES,
    Query extends TObject,
    Body extends TSchema,
    Answer extends TSchema,
    const How extends Invalid,
    const Code extends RefusalCode = never,
  >(
    call: Declared<Deps, At, Query, Body, How, Code, Answer, Wire<Fields<NoInfer<Answer>>>>,
  ) => Call<Deps>;
};

// Of a call that says no more than that it was done.
export const DONE = { answer: Type.Object({}), encode: () => ({}) } as const;

// The calls of one door, which stand together in the API's description.
export function callsOf<Deps>(tag: string): Declare<Deps> {
  const call = (declared: object) => ({ tag, refusals: [], ...declared }) as object as Call<Deps>;
  return Object.assign(call, { plain: call });
}
