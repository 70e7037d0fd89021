// What a reader of the API reference needs beyond a call's schema: a sentence, and values that work when they are sent to a
// sandbox as it is after its first start.

export type CallNote = {
  // For calls whose schema has no description of its own.
  readonly about?: string;
  readonly body?: unknown;
  // By name; of the path, the query and the headers.
  readonly params?: Readonly<Record<string, string | number | boolean>>;
};

// By operationId, or by the path of the few calls that have none.
export type CallNotes = Readonly<Record<string, CallNote>>;

// An order that comes first in every example about one; a reader puts in their own.
export const AN_ORDER = { order_id: "26K7Q2ZD" } as const;
