import assert from "node:assert/strict";
import { test } from "node:test";
import { DRIVER_CALLS, type DriverOrder } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { Refused } from "../../parts/call.ts";
import type { AskAsDriver } from "../ask.ts";
import type { QueueStore } from "./queue-store.ts";
import type { QueuedStep, StepName } from "./queued-step.ts";
import { type SendDeps, sendQueue } from "./send-queue.ts";

const ME = "84911000001";

function queued(number: number, orderId: string, name: StepName, more: Partial<QueuedStep> = {}): QueuedStep {
  return { number, orderId, name, mobile: ME, key: `key-${number}`, at: 1_790_000_000 + number, ...more };
}

// A phone with these steps, and a server that says what `answer` says.
function phone(steps: readonly QueuedStep[], answer: (path: string) => Refused | undefined) {
  let kept = [...steps];
  const sent: { path: string; key: string; body: object }[] = [];
  const refused: string[] = [];
  const store: QueueStore = {
    add: async () => undefined,
    list: async (mobile) => kept.filter((step) => step.mobile === mobile),
    replace: async (step) => {
      kept = kept.map((one) => (one.number === step.number ? step : one));
    },
    remove: async (numbers) => {
      kept = kept.filter(({ number }) => !numbers.includes(number));
    },
  };
  const call: AskAsDriver = async (name, input, options = {}) => {
    const path = addressOf(DRIVER_CALLS[name], input).replace("/driver/v1", "");
    const refusal = answer(path);
    if (refusal) throw refusal;
    const { body = {} } = input as { readonly body?: object };
    sent.push({ path, key: options.headers?.["idempotency-key"] ?? "", body });
    return {} as never;
  };
  const deps: SendDeps = {
    store,
    mobile: ME,
    call,
    upload: async () => "http://giao/photos/1",
    onTaken: (_: DriverOrder) => undefined,
    onRefused: (step) => refused.push(step.key),
  };
  return { deps, sent, refused, left: () => kept.map(({ number }) => number) };
}

const away = new Refused(0, "UNREACHABLE", "");

test("steps leave in the order of pressing, each with its own key", async () => {
  const { deps, sent, left } = phone(
    [queued(1, "A", "arrive"), queued(2, "B", "pickup"), queued(3, "A", "pickup")],
    () => undefined,
  );
  assert.equal(await sendQueue(deps), true);
  assert.deepEqual(
    sent.map(({ path, key }) => [path, key]),
    [
      ["/orders/A/arrive", "key-1"],
      ["/orders/B/pickup", "key-2"],
      ["/orders/A/pickup", "key-3"],
    ],
  );
  assert.deepEqual(left(), []);
});

const waits: readonly (readonly [string, Refused])[] = [
  ["no connection", away],
  ["a server that stops", new Refused(503, "SERVICE_UNAVAILABLE", "")],
  ["a session that has ended", new Refused(401, "NOT_AUTHORIZED", "")],
  ["too many requests", new Refused(429, "TOO_MANY_REQUESTS", "")],
  ["the same step still under way", new Refused(409, "IDEMPOTENCY_IN_PROGRESS", "")],
];
for (const [name, refusal] of waits) {
  test(`${name} keeps the step and everything behind it`, async () => {
    const { deps, left, refused } = phone([queued(1, "A", "arrive"), queued(2, "B", "arrive")], () => refusal);
    assert.equal(await sendQueue(deps), false);
    assert.deepEqual(left(), [1, 2]);
    assert.deepEqual(refused, []);
  });
}

test("a refusal drops what was pressed for that order and goes on with the others", async () => {
  const steps = [queued(1, "A", "arrive"), queued(2, "B", "arrive"), queued(3, "A", "pickup")];
  const no = new Refused(406, "INVALID_ORDER_STATUS", "");
  const { deps, sent, refused } = phone(steps, (path) => (path.startsWith("/orders/A") ? no : undefined));
  assert.equal(await sendQueue(deps), true);
  assert.deepEqual(refused, ["key-1"]);
  assert.deepEqual(
    sent.map(({ key }) => key),
    ["key-2"],
  );
});

test("a photo is uploaded once, however often its step is sent", async () => {
  let uploads = 0;
  let isAway = true;
  const photo = new Blob(["x"]);
  const { deps, sent } = phone([queued(1, "A", "deliver", { pathIndex: 2, photo })], () => (isAway ? away : undefined));
  const counting: SendDeps = {
    ...deps,
    upload: async () => {
      uploads++;
      return "http://giao/photos/1";
    },
  };
  assert.equal(await sendQueue(counting), false);
  isAway = false;
  assert.equal(await sendQueue(counting), true);
  assert.equal(uploads, 1);
  assert.equal(sent[0]?.path, "/orders/A/points/2/deliver");
  assert.deepEqual(sent[0]?.body, { at: 1_790_000_001, pod_info: { images: ["http://giao/photos/1"] } });
});

test("another driver's steps on the same phone are not sent", async () => {
  const { deps, sent, left } = phone([queued(1, "A", "arrive", { mobile: "84911000002" })], () => undefined);
  assert.equal(await sendQueue(deps), true);
  assert.deepEqual(sent, []);
  assert.deepEqual(left(), [1]);
});
