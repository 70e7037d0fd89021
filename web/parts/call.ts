// The pages' way to the server, under ask.ts. It always says that one of our pages is calling, which is what lets a session cookie
// count, and turns the error body of D1 into `Refused`.

import { pageFact } from "./page-facts.ts";

export type CallOptions = {
  // GET without a body, POST with one, unless said.
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  // A value goes as JSON, a Blob as the file it is.
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
  // When another try makes sense, where the server says.
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    description: string,
    requestId?: string,
    field?: string,
    retryAfterSeconds?: number,
  ) {
    super(description);
    this.name = "Refused";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

// The answer is believed to be an `Answer`: page and server are of one build.
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const { text, isJson } = await answered(path, options, async (response) => ({
    text: await response.text(),
    isJson: saysJson(response),
  }));
  const answer: Answer = isJson && text !== "" ? JSON.parse(text) : text;
  return answer;
}

// For an answer that is a file.
export function callForFile(path: string, options: CallOptions = {}): Promise<Blob> {
  return answered(path, options, (response) => response.blob());
}

// Told when the server turns out to be of another build than this page.
const buildListeners = new Set<() => void>();
let isOldBuild = false;

export function seesOldBuild(): boolean {
  return isOldBuild;
}

export function onOldBuild(listener: () => void): () => void {
  buildListeners.add(listener);
  return () => buildListeners.delete(listener);
}

function noteBuild(response: Response): void {
  const build = response.headers.get("x-giao-build");
  if (isOldBuild || build === null || build === pageFact("build")) return;
  isOldBuild = true;
  for (const listener of buildListeners) listener();
}

export const PAGE_HEADER = { "x-giao-page": "1" } as const;

// An answer that breaks off is none: it is read before it counts as one.
async function answered<Read>(
  path: string,
  options: CallOptions,
  read: (response: Response) => Promise<Read>,
): Promise<Read> {
  const { body } = options;
  const isFile = body instanceof Blob;
  const type = isFile ? body.type : "application/json";
  try {
    const response = await fetch(path, {
      method: options.method ?? (body === undefined ? "GET" : "POST"),
      credentials: "same-origin",
      headers: { ...PAGE_HEADER, ...(body === undefined ? {} : { "content-type": type }), ...options.headers },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    noteBuild(response);
    if (response.ok) return await read(response);
    throw refusalOf(response, await response.text());
  } catch (error) {
    // The caller's own doing is not a failure to report.
    if (error instanceof Refused || options.signal?.aborted) throw error;
    throw new Refused(0, "UNREACHABLE", "The server cannot be reached.");
  }
}

function saysJson(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("application/json") ?? false;
}

// Not always ours: whatever stands before the server may refuse by itself, in words for nobody.
function refusalOf(response: Response, text: string): Refused {
  const answer: { code?: string; description?: string; field?: string } = saysJson(response) ? JSON.parse(text) : {};
  return new Refused(
    response.status,
    answer.code ?? `HTTP_${response.status}`,
    answer.description ?? response.statusText,
    response.headers.get("x-request-id") ?? undefined,
    answer.field,
    secondsOf(response.headers.get("retry-after")),
  );
}

// Whatever stands before the server may write a date, which no page waits for.
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
