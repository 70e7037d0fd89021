// Puts the notes on calls into the API's description: sentences, and examples that a reader can send as they are.
import type { CallNote, CallNotes } from "./call-note.ts";
import { DRIVER_NOTES, OPERATOR_NOTES, PAGE_NOTES } from "./house-notes.ts";
import { PARTNER_NOTES } from "./partner-notes.ts";

const NOTES: CallNotes = { ...PARTNER_NOTES, ...DRIVER_NOTES, ...OPERATOR_NOTES, ...PAGE_NOTES };

// What we read and write of OpenAPI's shapes.
type Parameter = { readonly name: string; readonly example?: unknown };
type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
};
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const UNSAID = "Default Response";
const ANSWERS: Readonly<Record<string, string>> = {
  "200": "It is done.",
  "4XX": "A refusal; `code` says which. The partner guide has them in their order of precedence.",
  "5XX": "Not your fault: try again, after `Retry-After` where there is one.",
  "503": "Not yet, or not any more: try again, after `Retry-After` where there is one.",
};

export function describeCalls<T extends { readonly paths?: object }>(document: T): T {
  const paths = Object.entries((document.paths ?? {}) as Paths).map(([path, operations]) => {
    const described = Object.entries(operations).map(([method, operation]) => {
      const answering = describeAnswers(operation);
      const note = NOTES[operation.operationId ?? path];
      return [method, note ? describe(answering, note) : answering] as const;
    });
    return [path, Object.fromEntries(described)] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function describeAnswers(operation: Operation): Operation {
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => {
    const said = answer.description === UNSAID ? ANSWERS[status.toUpperCase()] : undefined;
    return [status, said === undefined ? answer : { ...answer, description: said }] as const;
  });
  return operation.responses ? { ...operation, responses: Object.fromEntries(answers) } : operation;
}

function describe(operation: Operation, { about, body, params }: CallNote): Operation {
  const content = operation.requestBody?.content ?? {};
  return {
    ...operation,
    ...(operation.description === undefined && about !== undefined && { description: about }),
    ...(operation.parameters && {
      parameters: operation.parameters.map((parameter) => {
        const example = params?.[parameter.name];
        return example === undefined ? parameter : { ...parameter, example };
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
