// The pages' way to the server: `call<Answer>("/v3/orders", { body })`. It always says that one of our pages is calling, which is
// what lets a session cookie count, and turns the error body of D1 into `Refused`.

export type CallOptions = {
  // GET without a body, POST with one, unless said.
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

// A planned "no" of the server, or the lack of any answer (status 0, code UNREACHABLE).
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  // Which field of what was sent is at fault, where the server says.
  readonly field: string | undefined;

  constructor(status: number, code: string, description: string, requestId?: string, field?: string) {
    super(description);
    this.name = "Refused";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.field = field;
  }
}

// The answer is believed to be an `Answer`: page and server are of one build.
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await ask(path, options);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const parsed: unknown = isJson && text !== "" ? JSON.parse(text) : text;
  if (response.ok) return parsed as Answer;
  const body = (typeof parsed === "object" && parsed !== null ? parsed : {}) as {
    code?: string;
    description?: string;
    field?: string;
  };
  throw new Refused(
    response.status,
    body.code ?? `HTTP_${response.status}`,
    body.description ?? response.statusText,
    response.headers.get("x-request-id") ?? undefined,
    body.field,
  );
}

export const PAGE_HEADER = { "x-giao-page": "1" } as const;

async function ask(path: string, options: CallOptions): Promise<Response> {
  const hasBody = options.body !== undefined;
  try {
    return await fetch(path, {
      method: options.method ?? (hasBody ? "POST" : "GET"),
      credentials: "same-origin",
      headers: { ...PAGE_HEADER, ...(hasBody ? { "content-type": "application/json" } : {}), ...options.headers },
      ...(hasBody ? { body: JSON.stringify(options.body) } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    // The caller's own doing is not a failure to report.
    if (options.signal?.aborted) throw error;
    throw new Refused(0, "UNREACHABLE", "The server cannot be reached.");
  }
}
