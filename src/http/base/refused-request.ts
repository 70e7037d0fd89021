// A refusal found where Fastify only knows errors: in a body parser or a hook. The error handler answers it as planned.
import type { Refusal } from "../../domain/refusal.ts";
import type { RefusalCode } from "./statuses.ts";

export class RefusedRequest extends Error {
  readonly refusal: Refusal<RefusalCode>;

  constructor(refusal: Refusal<RefusalCode>) {
    super(refusal.why);
    this.refusal = refusal;
  }
}
