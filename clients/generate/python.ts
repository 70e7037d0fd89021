// The calls of the Python client: a typed dictionary for each object, a method for each call, and a table of methods and paths.
import {
  type Call,
  isOptional,
  NamedTypes,
  type OpenApi,
  readCalls,
  readRefusalCodes,
  type Schema,
  upperCamel,
} from "./contract.ts";

// The words of the language that a parameter cannot be called.
const KEYWORDS = /^(?:and|as|class|continue|def|del|else|except|for|from|global|if|import|in|is|not|or|pass|try|with)$/;

export function renderPython(document: OpenApi): string {
  const names = new NamedTypes();
  const calls = readCalls(document);
  const methods = calls.map((call) => renderMethod(call, names));
  return `# Generated from the server's OpenAPI document by \`npm run client:types\`; do not edit.
"""What each call of the API takes and gives, and where it is."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, TypedDict, Union

if TYPE_CHECKING:
    from typing import NotRequired

#: Every code a refusal can have.
RefusalCode = ${renderType(readRefusalCodes(document), "RefusalCode", names)}

${names
  .sorted()
  .map(([name, body]) => `${name} = TypedDict("${name}", ${body})`)
  .join("\n\n")}

#: Where each call is, and how it is made: method, path, credential, whether it takes an idempotency key.
CALLS: Dict[str, tuple[str, str, str, bool]] = {
${calls.map(renderRow).join("\n")}
}


class Calls:
    """A method for each call. \`Giao\` makes them."""

    def call(
        self,
        name: str,
        *,
        params: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        as_partner: bool = False,
        timeout: float | None = None,
    ) -> Any:
        raise NotImplementedError

${methods.join("\n\n")}
`;
}

function renderRow({ id, method, path, auth, keyed }: Call): string {
  return `    "${id}": ("${method}", "${path}", "${auth}", ${keyed ? "True" : "False"}),`;
}

function renderMethod(call: Call, names: NamedTypes): string {
  const body = call.body && renderType(call.body, upperCamel(call.id), names);
  const answer = call.answer ? renderType(call.answer, `${upperCamel(call.id)}Answer`, names) : "Any";
  const required = [
    ...call.params.map(({ name }) => `${parameter(name)}: Union[str, int]`),
    ...(body && !isOptional(call.body) ? [`body: ${body}`] : []),
  ];
  const optional = [
    ...(body && isOptional(call.body) ? [`body: ${body} | None = None`] : []),
    ...call.query.map(({ name, schema }) => {
      const type = schema.enum ? renderType(schema, name, names) : "Union[str, int]";
      return `${parameter(name)}: ${type} | None = None`;
    }),
    ...(call.keyed ? ["idempotency_key: str | None = None"] : []),
    ...(call.forPartnerToo ? ["as_partner: bool = False"] : []),
    "timeout: float | None = None",
  ];
  const given = [
    `"${call.id}"`,
    ...(call.params.length > 0 ? [`params=${dictionary(call.params)}`] : []),
    ...(call.query.length > 0 ? [`query=${dictionary(call.query)}`] : []),
    ...(body ? ["body=body"] : []),
    ...(call.keyed ? ["idempotency_key=idempotency_key"] : []),
    ...(call.forPartnerToo ? ["as_partner=as_partner"] : []),
    "timeout=timeout",
  ];
  return `    def ${snake(call.id)}(
        self, ${[...required, "*", ...optional].join(", ")}
    ) -> ${answer}:
        ${JSON.stringify(call.words).replace(/^"|"$/g, '"""').replaceAll('\\"', "'")}
        answer: ${answer} = self.call(${given.join(", ")})
        return answer`;
}

function dictionary(parameters: Call["query"]): string {
  return `{${parameters.map(({ name }) => `"${name}": ${parameter(name)}`).join(", ")}}`;
}

function parameter(name: string): string {
  if (!/^[a-z]\w*$/.test(name) || KEYWORDS.test(name)) throw new Error(`${name} is no name for a Python parameter`);
  return name;
}

function snake(id: string): string {
  return id.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}

// `place` names an object that has no title of its own.
function renderType(schema: Schema, place: string, names: NamedTypes): string {
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type: string) => renderType({ ...schema, type }, place, names)));
  }
  if (schema.enum) return `Literal[${schema.enum.map((one) => JSON.stringify(one)).join(", ")}]`;
  if (schema.anyOf) return union(schema.anyOf.map((one) => renderType(one, place, names)));
  switch (schema.type) {
    case "string":
      return "str";
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "array":
      return `List[${schema.items ? renderType(schema.items, place, names) : "Any"}]`;
    case "object":
      return renderObject(schema, schema.title ?? place, names);
    case undefined:
      return "Any";
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }
}

function union(types: readonly string[]): string {
  return types.length === 1 ? (types[0] ?? "Any") : `Union[${types.join(", ")}]`;
}

function renderObject(schema: Schema, name: string, names: NamedTypes): string {
  const properties = Object.entries(schema.properties ?? {});
  const values = schema.additionalProperties;
  if (properties.length === 0) {
    return `Dict[str, ${typeof values === "object" ? renderType(values, name, names) : "Any"}]`;
  }
  const fields = properties.map(([field, one]) => {
    const type = renderType(one, name + upperCamel(field), names);
    const words = one.description ? `    # ${one.description.replaceAll("\n", " ")}\n` : "";
    // In quotes: older interpreters read the file without knowing every word in it.
    const told = schema.required?.includes(field) ? type : `NotRequired[${type}]`;
    return `${words}    "${field}": ${JSON.stringify(told).replaceAll('\\"', "'")},`;
  });
  return names.add(name, `{\n${fields.join("\n")}\n}`);
}
