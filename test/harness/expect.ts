// What a refusal must look like, whichever call made it (D1).
import assert from "node:assert/strict";
import type { Answer } from "./giao.ts";

export function assertRefused(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code);
  assert.equal(answer.body.title, code);
  assert.match(answer.body.description, /^[A-Za-z_].*\.$/, "a description is one sentence");
  assert.ok(answer.headers.get("x-request-id"), "every answer has a request id");
}

export function assertOk(answer: Answer): void {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}
