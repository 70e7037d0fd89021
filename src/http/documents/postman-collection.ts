// Postman's collection format 2.1. Keys and the token are variables; asking for a token keeps it for the other calls.
import { type CallGroup, type Contract, type ContractCall, callsByGroup } from "./contract-calls.ts";
import type { Parameter } from "./describe-calls.ts";
import type { ReferenceKeys } from "./reference-page.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const KEEP_TOKEN = 'if (pm.response.code === 200) pm.collectionVariables.set("token", pm.response.json().token);';

export function renderCollection(contract: Contract, root: string, keys: ReferenceKeys | undefined): object {
  const variables = {
    root,
    api_key: keys?.apiKey ?? "",
    mobile: keys?.phone ?? "",
    route_key: keys?.routeKey ?? "",
    token: "",
    driver_token: "",
  };
  return {
    info: { name: contract.info.title, description: contract.info.description ?? "", schema: SCHEMA },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: "string" })),
    auth: bearer("token"),
    item: callsByGroup(contract).map(renderGroup),
  };
}

function renderGroup({ name, description, calls }: CallGroup): object {
  return { name, description, item: calls.map(renderCall) };
}

function renderCall(call: ContractCall): object {
  const example = call.requestBody?.content["application/json"]?.example;
  const headers = (call.parameters ?? []).filter((one) => one.in === "header");
  return {
    name: call.summary,
    ...(call.operationId === "issueToken" && {
      event: [{ listen: "test", script: { type: "text/javascript", exec: [KEEP_TOKEN] } }],
    }),
    request: {
      method: call.method,
      ...(call.description && { description: call.description }),
      auth: authOf(call),
      header: [
        ...headers.map((one) => ({ key: one.name, value: exampleOf(one), disabled: !one.required })),
        ...(call.requestBody ? [{ key: "content-type", value: "application/json" }] : []),
      ],
      url: urlOf(call),
      ...(call.requestBody && {
        body: {
          mode: "raw",
          raw: JSON.stringify(withVariables(example ?? {}), null, 2),
          options: { raw: { language: "json" } },
        },
      }),
    },
    response: [],
  };
}

function urlOf({ path, parameters = [] }: ContractCall): object {
  const query = parameters.filter((one) => one.in === "query");
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ":$1");
  const asked = query.filter((one) => one.required || one.example !== undefined);
  const search = asked.map((one) => `${one.name}=${encodeURIComponent(exampleOf(one))}`).join("&");
  return {
    raw: `{{root}}/${segments}${search && `?${search}`}`,
    host: ["{{root}}"],
    path: segments.split("/"),
    query: query.map((one) => ({ key: one.name, value: exampleOf(one), disabled: !asked.includes(one) })),
    variable: parameters.filter((one) => one.in === "path").map((one) => ({ key: one.name, value: exampleOf(one) })),
  };
}

function exampleOf({ example }: Parameter): string {
  return example === undefined ? "" : String(example);
}

// The account's own, so that the examples work for whoever fills the variables in.
function withVariables(example: unknown): unknown {
  if (typeof example !== "object" || example === null || !("api_key" in example)) return example;
  return { ...example, api_key: "{{api_key}}", ...("mobile" in example && { mobile: "{{mobile}}" }) };
}

function authOf({ security = [] }: ContractCall): object {
  const schemes = security.flatMap((one) => Object.keys(one));
  switch (schemes[0]) {
    case "token":
      return bearer("token");
    case "driver":
      return bearer("driver_token");
    case "partner":
      return bearer("api_key");
    case "route":
      return header("route_key");
    default:
      return { type: "noauth" };
  }
}

function bearer(variable: string): object {
  return { type: "bearer", bearer: [{ key: "token", value: `{{${variable}}}`, type: "string" }] };
}

function header(variable: string): object {
  const fields = { key: "api-key", value: `{{${variable}}}`, in: "header" };
  return { type: "apikey", apikey: Object.entries(fields).map(([key, value]) => ({ key, value, type: "string" })) };
}
