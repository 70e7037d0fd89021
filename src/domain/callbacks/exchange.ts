// What came of one POST to a stranger's server, as a plain value. Whatever the stranger does, it ends as one of these.

export type Outcome =
  // A whole answer came, or as much of it as we read.
  | "answered"
  // The time for one try ran out, wherever it went: name, connection, request or answer.
  | "timed_out"
  // No connection: the name is unknown, nobody listens, no way there.
  | "unreachable"
  // The name or address leads where we do not go; nothing was sent.
  | "address_refused"
  // The certificate or the handshake is bad; nothing was sent.
  | "tls_failed"
  // The connection ended before the answer did.
  | "closed"
  // What came back is not HTTP.
  | "malformed";

export type Exchange = {
  readonly outcome: Outcome;
  // The status of the answer, also when the answer then broke off; 0 when none came (2.15 wants a number).
  readonly code: number;
  // The first bytes of the answer's body.
  readonly text: string;
  readonly retryAfter: string | undefined;
  readonly elapsedMs: number;
  // Words for the log; empty when answered.
  readonly error: string;
};
