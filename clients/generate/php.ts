// The calls of the PHP client: a method for each call with its array shapes in PHPStan's words, and a table of methods and paths.
import {
  type Call,
  isOptional,
  NamedTypes,
  type OpenApi,
  readCalls,
  readRefusalCodes,
  type Schema,
} from "./contract.ts";

export function renderPhp(document: OpenApi): string {
  const names = new NamedTypes();
  const calls = readCalls(document);
  const methods = calls.map((call) => renderMethod(call, names));
  const codes = renderType(readRefusalCodes(document), names);
  return `<?php
// Generated from the server's OpenAPI document by \`npm run client:types\`; do not edit.
declare(strict_types=1);

namespace Giao;

/**
 * A method for each call of the API. \`Client\` makes them.
 *
${names
  .sorted()
  .map(([name, body]) => ` * @phpstan-type ${name} ${body}`)
  .join("\n")}
 * @phpstan-type RefusalCode ${codes}
 */
abstract class Calls
{
    /** Where each call is, and how it is made: method, path, credential, whether it takes an idempotency key. */
    protected const CALLS = [
${calls.map(renderRow).join("\n")}
    ];

    /**
     * @param array<string, string|int> $params
     * @param array<string, string|int|null> $query
     * @param array<string, mixed>|null $body
     */
    abstract public function call(
        string $name,
        array $params = [],
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
        bool $asPartner = false,
    ): mixed;

${methods.join("\n\n")}
}
`;
}

function renderRow({ id, method, path, auth, keyed }: Call): string {
  return `        '${id}' => ['${method}', '${path}', '${auth}', ${keyed}],`;
}

function renderMethod(call: Call, names: NamedTypes): string {
  const required = [
    ...call.params.map(({ name }) => `string|int ${variable(name)}`),
    ...(call.body && !isOptional(call.body) ? ["array $body"] : []),
  ];
  const optional = [
    ...(call.body && isOptional(call.body) ? ["?array $body = null"] : []),
    ...call.query.map(({ name }) => `string|int|null ${variable(name)} = null`),
    ...(call.keyed ? ["?string $idempotencyKey = null"] : []),
    ...(call.forPartnerToo ? ["bool $asPartner = false"] : []),
  ];
  const given = [
    `'${call.id}'`,
    ...(call.params.length > 0 ? [`params: ${array(call.params)}`] : []),
    ...(call.query.length > 0 ? [`query: ${array(call.query)}`] : []),
    ...(call.body ? ["body: $body"] : []),
    ...(call.keyed ? ["idempotencyKey: $idempotencyKey"] : []),
    ...(call.forPartnerToo ? ["asPartner: $asPartner"] : []),
  ];
  const answer = call.answer ? renderType(call.answer, names) : "mixed";
  const told = [
    call.words,
    ...(call.body ? [`@param ${renderType(call.body, names)}${isOptional(call.body) ? "|null" : ""} $body`] : []),
    `@return ${answer}`,
  ];
  return `    /**
${told.map((line) => `     * ${line.replaceAll("*/", "* /").replaceAll("\n", " ")}`).join("\n")}
     */
    public function ${call.id}(${[...required, ...optional].join(", ")}): ${call.answer ? "array" : "mixed"}
    {
        return $this->call(${given.join(", ")});
    }`;
}

function array(parameters: Call["query"]): string {
  return `[${parameters.map(({ name }) => `'${name}' => ${variable(name)}`).join(", ")}]`;
}

function variable(name: string): string {
  if (!/^[a-z_]\w*$/i.test(name)) throw new Error(`${name} is no name for a PHP variable`);
  return `$${name}`;
}

function renderType(schema: Schema, names: NamedTypes): string {
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => renderType({ ...schema, type }, names)).join("|");
  }
  if (schema.enum) return schema.enum.map((one) => `'${one}'`).join("|");
  if (schema.anyOf) return schema.anyOf.map((one) => renderType(one, names)).join("|");
  switch (schema.type) {
    case "string":
    case "null":
      return schema.type;
    case "boolean":
      return "bool";
    case "integer":
      return "int";
    case "number":
      // JSON does not tell 1 from 1.0.
      return "int|float";
    case "array":
      return `list<${schema.items ? renderType(schema.items, names) : "mixed"}>`;
    case "object": {
      const body = renderObject(schema, names);
      return schema.title === undefined ? body : names.add(schema.title, body);
    }
    case undefined:
      return "mixed";
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }
}

function renderObject(schema: Schema, names: NamedTypes): string {
  const properties = Object.entries(schema.properties ?? {});
  const values = schema.additionalProperties;
  if (properties.length === 0) {
    return `array<string, ${typeof values === "object" ? renderType(values, names) : "mixed"}>`;
  }
  const fields = properties.map(
    ([field, one]) => `${field}${schema.required?.includes(field) ? "" : "?"}: ${renderType(one, names)}`,
  );
  return `array{${fields.join(", ")}}`;
}
