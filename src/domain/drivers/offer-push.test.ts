import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../refusal.ts";
import { judgePush, judgeSubscription } from "./offer-push.ts";

test("what a push service answers decides whether to send again, give up, or forget the browser", () => {
  const verdicts = [201, 200, 400, 403, 404, 410, 413, 429, 500, 503].map((code) =>
    judgePush({ outcome: "answered", code }),
  );
  assert.deepEqual(verdicts, [
    "taken",
    "taken",
    "refused",
    "refused",
    "gone",
    "gone",
    "refused",
    "later",
    "later",
    "later",
  ]);
  assert.equal(judgePush({ outcome: "timed_out", code: 0 }), "later");
  assert.equal(judgePush({ outcome: "unreachable", code: 0 }), "later");
  assert.equal(judgePush({ outcome: "address_refused", code: 0 }), "gone");
});

test("a push goes to https alone, and in a sandbox to this machine too", () => {
  const may = (endpoint: string, allowPlain: boolean) => !isRefusal(judgeSubscription({ endpoint }, allowPlain) ?? {});
  assert.equal(may("https://push.example/send/abc", false), true);
  assert.equal(may("http://push.example/send/abc", false), false);
  assert.equal(may("http://127.0.0.1:9/abc", true), true);
  assert.equal(may("https://me:secret@push.example/", true), false);
  assert.equal(may("file:///etc/passwd", true), false);
  assert.equal(may("no address", true), false);
});
