// Turns the OpenAPI document into TypeScript: an interface for each schema that has a title, what each call takes and gives,
// and for each door a table of methods and paths. Knows the few keywords our schemas use and stops at any other.
import { type Call, DOORS, NamedTypes, type OpenApi, readCalls, readRefusalCodes, type Schema } from "./contract.ts";

export function renderTypes(document: OpenApi): string {
  const names = new NamedTypes();
  const doors = Object.keys(DOORS) as (keyof typeof DOORS)[];
  const calls = doors.flatMap((door) => readCalls(document, door).map((call) => renderCall(call, names)));
  const named = names.sorted().map(([name, body]) => `export type ${name} = ${body};`);
  return [
    "// Generated from the server's OpenAPI document by `npm run client:types`; do not edit.",
    ...named,
    `/** Every code a refusal can have. */\nexport type RefusalCode = ${renderType(readRefusalCodes(document), names)};`,
    `/** What each call takes and gives. */\nexport type Calls = {\n${calls.join("\n")}\n};`,
    ...doors.map((door) => renderDoor(door, readCalls(document, door))),
    "",
  ].join("\n\n");
}

function renderDoor(door: keyof typeof DOORS, calls: readonly Call[]): string {
  const name = door === "partner" ? "CALLS" : `${door.toUpperCase()}_CALLS`;
  return `/** Where each call of the ${door}'s door is, and how it is made. */\nexport const ${name} = {\n${calls.map(renderRow).join("\n")}\n} as const;`;
}

function renderCall(call: Call, names: NamedTypes): string {
  const fields = [
    renderParameters("params", call.params, names),
    renderParameters("query", call.query, names),
    call.body ? `body: ${renderType(call.body, names)}` : "",
  ].filter((field) => field !== "");
  const input = fields.length === 0 ? "Record<string, never>" : `{ ${fields.join("; ")} }`;
  const answer = call.answer ? renderType(call.answer, names) : "unknown";
  return `${comment(call.words)}${call.id}: {\ninput: ${input};\nanswer: ${answer};\n};`;
}

function renderParameters(field: string, parameters: Call["query"], names: NamedTypes): string {
  if (parameters.length === 0) return "";
  const isOptional = parameters.every((parameter) => !parameter.required);
  const list = parameters.map((parameter) => {
    // What goes into an address is text for the server; a number is as good.
    const type = renderType(parameter.schema, names).replace(/^string$/, "string | number");
    return `${property(parameter.name)}${parameter.required ? "" : "?"}: ${type}`;
  });
  return `${field}${isOptional ? "?" : ""}: { ${list.join("; ")} }`;
}

function renderRow({ id, method, path, auth, keyed }: Call): string {
  return `${id}: { method: "${method}", path: "${path}", auth: "${auth}", keyed: ${keyed} },`;
}

function renderType(schema: Schema, names: NamedTypes): string {
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => renderType({ ...schema, type }, names)).join(" | ");
  }
  if (schema.title !== undefined && schema.type === "object") {
    return names.add(schema.title, renderBare(schema, names));
  }
  return renderBare(schema, names);
}

function renderBare(schema: Schema, names: NamedTypes): string {
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

function renderObject(schema: Schema, names: NamedTypes): string {
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
