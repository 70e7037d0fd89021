// The schema that documents a call also validates it. Which refusal a violation becomes is each call's own business:
// some answer with one code, some take a field that does not fit as missing.
import type { FastifyRequest, FastifySchemaValidationError } from "fastify";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { RefusalCode } from "./statuses.ts";

export function violationsOf(request: FastifyRequest): readonly FastifySchemaValidationError[] {
  return request.validationError?.validation ?? [];
}

// Every violation of the schema answers with this one code. The first one is described.
export function refuseInvalid<const Code extends RefusalCode>(
  request: FastifyRequest,
  code: Code,
): Refusal<Code> | undefined {
  const [first] = violationsOf(request);
  return first && refuse(code, describeViolation(first), fieldPath(first));
}

// The fields of the body that fit the schema; those that do not are left out, as if they had not been sent.
export function fittingFields<Body extends object>(request: FastifyRequest): Partial<Body> {
  const unfit = new Set(violationsOf(request).map((violation) => violation.instancePath.split("/")[1] ?? ""));
  return Object.fromEntries(Object.entries(fieldsOf(request)).filter(([field]) => !unfit.has(field))) as Partial<Body>;
}

// A body that is no object has none of the fields.
export function fieldsOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

export function describeViolation(violation: FastifySchemaValidationError): string {
  const field = fieldPath(violation) ?? "The body";
  const wanted = violation.params as Record<string, unknown>;
  switch (violation.keyword) {
    case "required":
      return `${field} is missing.`;
    case "type":
      return `${field} must be ${article(String(wanted.type))}.`;
    case "enum":
      return `${field} must be one of ${(wanted.allowedValues as readonly unknown[]).join(", ")}.`;
    case "const":
      return `${field} must be ${String(wanted.allowedValue)}.`;
    default:
      return `${field} ${violation.message ?? "is not allowed"}.`;
  }
}

// /path/1/cod becomes path[1].cod; the missing field of a "required" violation is part of the name.
// undefined: the body itself.
function fieldPath(violation: FastifySchemaValidationError): string | undefined {
  const missing = violation.keyword === "required" ? [String(violation.params.missingProperty)] : [];
  const parts = [...violation.instancePath.split("/").slice(1), ...missing];
  const name = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
  return name === "" ? undefined : name.replace(/^\./, "");
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
