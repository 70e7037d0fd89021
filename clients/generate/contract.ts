// What the clients' generators read of the server's OpenAPI document: the calls of each door, and how each is made.
export type Schema = {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
};
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema };
type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
};
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export type Call = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly words: string;
  // "token", "partner", "route" or "none".
  readonly auth: string;
  // Made with an account's token, or with the partner's key for the whole partner.
  readonly forPartnerToo: boolean;
  // Takes an idempotency key.
  readonly keyed: boolean;
  readonly params: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly answer: Schema | undefined;
};

// By their paths. What stands elsewhere is no JSON: pages, tiles, photos.
export const DOORS = {
  partner: /^\/(v3|v1|sandbox\/v1|routing)\//,
  portal: /^\/portal\/v1\//,
  operator: /^\/(operator|console)\/v1\//,
  driver: /^\/driver\/v1\//,
  join: /^\/join\//,
  tracking: /^\/t\/[^/]+\//,
} as const;
const KEY_HEADER = "idempotency-key";

export function readCalls(document: OpenApi, door: keyof typeof DOORS = "partner"): readonly Call[] {
  return Object.entries(document.paths)
    .filter(([path]) => DOORS[door].test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const { operationId, summary, description, parameters = [], security } = operation;
        if (!operationId) throw new Error(`${method} ${path} has no operationId`);
        const credentials = (security ?? []).flatMap((one) => Object.keys(one));
        return {
          id: operationId,
          method: method.toUpperCase(),
          path,
          words: [summary, description].filter((line) => line !== undefined).join(". "),
          auth: credentials[0] ?? "none",
          forPartnerToo: credentials[0] === "token" && credentials.includes("partner"),
          keyed: parameters.some((parameter) => parameter.in === "header" && parameter.name === KEY_HEADER),
          params: parameters.filter((parameter) => parameter.in === "path"),
          query: parameters.filter((parameter) => parameter.in === "query"),
          body: jsonOf(operation.requestBody),
          answer: jsonOf(operation.responses["200"]),
        };
      }),
    )
    .sort((a, b) => a.id.localeCompare(b.id));
}

// Every code a refusal can have.
export function readRefusalCodes(document: OpenApi): Schema {
  const codes = document.components.schemas.RefusalCode;
  if (!codes) throw new Error("the document does not list the codes of refusals");
  return codes;
}

function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.content?.["application/json"]?.schema;
}

// Every type of a client whose language names the types of nested objects too: by their title, or by the place where they stand.
export class NamedTypes {
  readonly #bodies = new Map<string, string>();

  add(name: string, body: string): string {
    const known = this.#bodies.get(name);
    if (known !== undefined && known !== body) throw new Error(`two different schemas are titled ${name}`);
    this.#bodies.set(name, body);
    return name;
  }

  // By name, so that what a call adds stands where a reader looks for it.
  sorted(): readonly (readonly [name: string, body: string])[] {
    return [...this.#bodies].sort(([a], [b]) => a.localeCompare(b));
  }
}

export function upperCamel(words: string): string {
  return words.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function isOptional(schema: Schema | undefined): boolean {
  return (schema?.required ?? []).length === 0;
}
