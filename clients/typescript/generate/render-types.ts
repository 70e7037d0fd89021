// Turns the OpenAPI document into TypeScript: an interface for each schema that has a title, what each call takes and gives,
// and a table of methods and paths. Knows the few keywords our schemas use and stops at any other.
type Schema = {
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

// A partner's doors. Operators and drivers have pages of their own.
const PARTNER_PATHS = /^\/(v3|v1|sandbox\/v1|routing)\//;
const KEY_HEADER = "idempotency-key";

type Call = Operation & { readonly id: string; readonly method: string; readonly path: string };

export function renderTypes(document: OpenApi): string {
  const names = new Map<string, string>();
  const calls = callsOf(document).map((call) => ({ call, text: renderCall(call, names) }));
  const named = [...names]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, body]) => `export type ${name} = ${body};`);
  const codes = document.components.schemas.RefusalCode;
  if (!codes) throw new Error("the document does not list the codes of refusals");
  return [
    "// Generated from the server's OpenAPI document by `npm run client:types`; do not edit.",
    ...named,
    `/** Every code a refusal can have. */\nexport type RefusalCode = ${renderType(codes, names)};`,
    `/** What each call takes and gives. */\nexport type Calls = {\n${calls.map(({ text }) => text).join("\n")}\n};`,
    `/** Where each call is, and how it is made. */\nexport const CALLS = {\n${calls.map(({ call }) => renderRow(call)).join("\n")}\n} as const;`,
    "",
  ].join("\n\n");
}

function callsOf(document: OpenApi): readonly Call[] {
  return Object.entries(document.paths)
    .filter(([path]) => PARTNER_PATHS.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        if (!operation.operationId) throw new Error(`${method} ${path} has no operationId`);
        return { ...operation, id: operation.operationId, method: method.toUpperCase(), path };
      }),
    )
    .sort((a, b) => a.id.localeCompare(b.id));
}

function renderCall(call: Call, names: Map<string, string>): string {
  const body = jsonOf(call.requestBody);
  const fields = [
    renderParameters("params", call, "path", names),
    renderParameters("query", call, "query", names),
    body ? `body: ${renderType(body, names)}` : "",
  ].filter((field) => field !== "");
  const answer = jsonOf(call.responses["200"]);
  const words = [call.summary, call.description].filter((line) => line !== undefined).join(". ");
  const input = fields.length === 0 ? "Record<string, never>" : `{ ${fields.join("; ")} }`;
  return `${comment(words)}${call.id}: {\ninput: ${input};\nanswer: ${answer ? renderType(answer, names) : "unknown"};\n};`;
}

function renderParameters(field: string, call: Call, where: string, names: Map<string, string>): string {
  const parameters = (call.parameters ?? []).filter((parameter) => parameter.in === where);
  if (parameters.length === 0) return "";
  const isOptional = parameters.every((parameter) => !parameter.required);
  const list = parameters.map((parameter) => {
    // What goes into an address is text for the server; a number is as good.
    const type = renderType(parameter.schema, names).replace(/^string$/, "string | number");
    return `${property(parameter.name)}${parameter.required ? "" : "?"}: ${type}`;
  });
  return `${field}${isOptional ? "?" : ""}: { ${list.join("; ")} }`;
}

function renderRow(call: Call): string {
  const auth = Object.keys(call.security?.[0] ?? { none: [] })[0];
  const keyed = (call.parameters ?? []).some((parameter) => parameter.in === "header" && parameter.name === KEY_HEADER);
  return `${call.id}: { method: "${call.method}", path: "${call.path}", auth: "${auth}", keyed: ${keyed} },`;
}

function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.content?.["application/json"]?.schema;
}

function renderType(schema: Schema, names: Map<string, string>): string {
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => renderType({ ...schema, type }, names)).join(" | ");
  }
  if (schema.title !== undefined && schema.type === "object") {
    const body = renderBare(schema, names);
    const known = names.get(schema.title);
    if (known !== undefined && known !== body) throw new Error(`two different schemas are titled ${schema.title}`);
    names.set(schema.title, body);
    return schema.title;
  }
  return renderBare(schema, names);
}

function renderBare(schema: Schema, names: Map<string, string>): string {
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map((one) => renderType(one, names)).join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `Array<${schema.items ? renderType(schema.items, names) : "unknown"}>`;
    case "object":
      return renderObject(schema, names);
    case undefined:
      return "unknown";
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }
}

function renderObject(schema: Schema, names: Map<string, string>): string {
  const properties = Object.entries(schema.properties ?? {});
  const values = schema.additionalProperties;
  if (properties.length === 0) {
    return typeof values === "object" ? `Record<string, ${renderType(values, names)}>` : "Record<string, unknown>";
  }
  const fields = properties.map(([name, one]) => {
    const optional = schema.required?.includes(name) ? "" : "?";
    return `${comment(one.description)}${property(name)}${optional}: ${renderType(one, names)};`;
  });
  return `{\n${fields.join("\n")}\n}`;
}

function property(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
}

function comment(words: string | undefined): string {
  return words ? `/** ${words.replaceAll("*/", "* /")} */\n` : "";
}
