// Puts what is known of calls beyond their schemas into the API's description: sentences, examples that a reader can send as they are,
// and who may call. A reader who is not the operator is told of no call that is the operator's alone.
import { SCOPES } from "../access/scopes.ts";
import { isOperators, type Security, securityOf, type Who } from "../access/who.ts";
import { refusalWord, statusOf } from "../base/statuses.ts";
import type { ListedRefusal } from "../calls/call.ts";
import type { CallNote, CallNotes } from "./call-note.ts";
import { DRIVER_NOTES, OPERATOR_NOTES, PAGE_NOTES } from "./house-notes.ts";
import { PARTNER_NOTES } from "./partner-notes.ts";
import { inLanguage, type Language } from "./vietnamese.ts";

const NOTES: CallNotes = { ...PARTNER_NOTES, ...DRIVER_NOTES, ...OPERATOR_NOTES, ...PAGE_NOTES };

// What we read and write of OpenAPI's shapes.
export type Parameter = {
  readonly name: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: { readonly type?: unknown };
  readonly example?: unknown;
};
export type Operation = {
  readonly tags?: readonly string[];
  readonly security?: Security;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses?: Readonly<Record<string, Answer>>;
  // In the order of the checks.
  readonly "x-refusals"?: readonly ListedRefusal[];
};
type Answer = {
  readonly description?: string;
  readonly content?: Readonly<
    Record<string, { readonly schema?: { readonly title?: string; readonly $ref?: string } }>
  >;
};
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
export type Tag = { readonly name: string; readonly "x-displayName"?: string; readonly description?: string };
type Described = {
  readonly info?: { readonly title: string; readonly description?: string };
  readonly paths?: object;
  readonly tags?: readonly object[];
  readonly components?: { readonly securitySchemes?: object };
};

export type Reader = "operator" | "others";

const UNSAID = "Default Response";
const ANSWERS: Readonly<Record<string, string>> = {
  "200": "It is done.",
  "4XX": "A refusal; `code` says which. The partner guide has them in their order of precedence.",
  "5XX": "Not your fault: try again, after `Retry-After` where there is one.",
  "503": "Not yet, or not any more: try again, after `Retry-After` where there is one.",
};

export function describeCalls<T extends Described>(document: T, reader: Reader, language: Language = "en"): T {
  const say = (text: string) => inLanguage(language, text);
  const paths: Paths = Object.fromEntries(
    Object.entries((document.paths ?? {}) as Paths).flatMap(([path, operations]) => {
      const described = Object.entries(operations).flatMap(([method, operation]) => {
        const who = whoMay(method, path);
        if (reader === "others" && isOperators(who)) return [];
        const answering = describeAnswers(secure(translate(operation, say), who, reader));
        const note = NOTES[operation.operationId ?? path];
        return [[method, note ? describe(answering, note) : answering] as const];
      });
      return described.length === 0 ? [] : [[path, Object.fromEntries(described)] as const];
    }),
  );
  const calls = Object.values(paths).flatMap((operations) => Object.values(operations));
  const schemes = new Set(calls.flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one))));
  return {
    ...document,
    ...(document.info && {
      info: {
        ...document.info,
        title: say(document.info.title),
        ...(document.info.description && { description: say(document.info.description) }),
      },
    }),
    paths,
    tags: (document.tags as readonly Tag[] | undefined)
      ?.filter(({ name }) => calls.some(({ tags }) => tags?.includes(name)))
      // Links into the reference go by the name, which therefore stays.
      .map((tag) => ({
        ...tag,
        ...(language !== "en" && { "x-displayName": say(tag.name) }),
        ...(tag.description && { description: say(tag.description) }),
      })),
    components: {
      ...document.components,
      securitySchemes: Object.fromEntries(
        Object.entries(document.components?.securitySchemes ?? {}).filter(([name]) => schemes.has(name)),
      ),
    },
  };
}

const BY_PATH: ReadonlyMap<string, Who> = new Map(
  Object.entries(SCOPES).map(([call, who]) => [call.replace(/:(\w+)/g, "{$1}"), who]),
);

function whoMay(method: string, path: string): Who {
  const who = BY_PATH.get(`${method.toUpperCase()} ${path}`);
  if (!who) throw new Error(`${method} ${path} is described and nobody may call it`);
  return who;
}

// What heads a call; how it is used in detail is told in English alone.
function translate(operation: Operation, say: (text: string) => string): Operation {
  return operation.summary ? { ...operation, summary: say(operation.summary) } : operation;
}

function secure(operation: Operation, who: Who, reader: Reader): Operation {
  // None is said too: readers cannot tell what was left out from what is not needed.
  return { ...operation, security: securityOf(who, reader) ?? [] };
}

// Refusals have one shape, named once: written out at every call they were a fifth of the document.
const REFUSAL = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };

// A call's own refusals by their status; the partner guide has them in their order.
function listRefusals(listed: readonly ListedRefusal[]): Readonly<Record<string, Answer>> {
  const said = listed.map((one) => (typeof one === "string" ? ([one] as const) : one));
  const byStatus = Map.groupBy(said, ([code]) => String(statusOf(code)));
  return Object.fromEntries(
    byStatus.entries().map(([status, refusals]) => {
      const lines = refusals.map(
        ([code, about]) => `\`${refusalWord(code)}\`${about === undefined ? "" : `: ${about}`}`,
      );
      return [status, { description: [...new Set(lines)].join("; "), content: REFUSAL }];
    }),
  );
}

function describeAnswers({ "x-refusals": listed = [], ...operation }: Operation): Operation {
  const given = { ...operation.responses, ...listRefusals(listed) };
  // Whatever a call says of itself, its caller may be refused: for its speed, its headers, its path.
  const anyCall: typeof given = Object.keys(given).some((status) => /^4xx$/i.test(status)) ? {} : { "4XX": {} };
  const answers = Object.entries({ ...given, ...anyCall }).map(([status, answer]) => {
    const said = answer.description === UNSAID ? undefined : answer.description;
    return [
      status,
      {
        ...answer,
        description: said ?? ANSWERS[status.toUpperCase()] ?? UNSAID,
        ...(isRefusal(status, answer) && { content: REFUSAL }),
      },
    ] as const;
  });
  return { ...operation, responses: Object.fromEntries(answers) };
}

// A call may have words of its own for it, as those under /routing do.
function isRefusal(status: string, { content }: Answer): boolean {
  return /^[45]XX$/i.test(status) && (content?.["application/json"]?.schema?.title ?? "Refusal") === "Refusal";
}

function describe(operation: Operation, { about, body, params }: CallNote): Operation {
  const content = operation.requestBody?.content ?? {};
  return {
    ...operation,
    ...(operation.description === undefined && about !== undefined && { description: about }),
    ...(operation.parameters && {
      parameters: operation.parameters.map((parameter) => {
        const example = params?.[parameter.name];
        if (example === undefined) return parameter;
        return { ...parameter, example: parameter.schema?.type === "string" ? String(example) : example };
      }),
    }),
    ...(operation.requestBody &&
      body !== undefined && {
        requestBody: {
          ...operation.requestBody,
          content: Object.fromEntries(
            Object.entries(content).map(([type, media]) => [type, { ...media, example: body }]),
          ),
        },
      }),
  };
}
