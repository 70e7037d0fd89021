// What became of an order (domain/orders/outcome.ts) is told and searched for alike at every door, and `status` stays the specification's.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Outcome } from "../../../src/domain/orders/outcome.ts";
import { OUTCOMES } from "../../../src/domain/orders/outcome.ts";
import { DEMO } from "../../../src/operations/seed.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import type { Json } from "../../harness/giao.ts";
import { type Body, DELIVERY, orderBody, point, startOrderTests } from "../../harness/orders.ts";
import { signInPage } from "../../harness/web-session.ts";

const giao = await startOrderTests();
const page = await signInPage(giao, "portal", { api_key: DEMO.apiKey, mobile: DEMO.phone });

type Event = readonly [type: string, more?: Body];
type Story = {
  readonly name: string;
  readonly events: readonly Event[];
  readonly status: string;
  readonly outcome: Outcome;
  readonly cancelledBy?: string;
  readonly afterwards?: (orderId: string) => Promise<unknown>;
};

const TAKEN: readonly Event[] = [["accept", { mobile: DEMO.driver.phone }], ["pickup"]];
const deliver = (index: number): Event => ["deliver", { path_index: index }];
const fail = (index: number): Event => ["fail", { path_index: index, comment: "Nobody there" }];
const operator = (method: string, path: string, body: Body) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, body });

const STORIES: readonly Story[] = [
  { name: "waits", events: [], status: "ASSIGNING", outcome: "OPEN" },
  {
    name: "one door has failed, the other is to come",
    events: [...TAKEN, fail(1)],
    status: "IN PROCESS",
    outcome: "OPEN",
  },
  { name: "delivered", events: [...TAKEN, deliver(1), deliver(2)], status: "COMPLETED", outcome: "DELIVERED" },
  { name: "partly", events: [...TAKEN, fail(1), deliver(2)], status: "COMPLETED", outcome: "PARTLY_DELIVERED" },
  { name: "failed", events: [...TAKEN, fail(1), fail(2)], status: "COMPLETED", outcome: "FAILED" },
  {
    name: "failed, and tried once more",
    events: [...TAKEN, fail(1), fail(2)],
    afterwards: async (id) =>
      assertOk(await giao.call("POST", `/v3/orders/${id}/points/1/second-attempt`, { token: giao.token, body: {} })),
    status: "COMPLETED",
    outcome: "FAILED",
  },
  {
    name: "on the way back",
    events: [...TAKEN, fail(1), fail(2), ["return_begin"]],
    status: "COMPLETED",
    outcome: "RETURNING",
  },
  {
    name: "back",
    events: [...TAKEN, deliver(1), fail(2), ["return_begin"], ["return_done"]],
    status: "COMPLETED",
    outcome: "RETURNED",
  },
  {
    name: "cancelled by the sender",
    events: [],
    afterwards: async (id) => assertOk(await giao.call("DELETE", `/v3/orders/${id}`, { token: giao.token })),
    status: "CANCELLED",
    outcome: "CANCELLED",
    cancelledBy: "user",
  },
  {
    name: "cancelled by the operator",
    events: [],
    afterwards: async (id) => assertOk(await operator("POST", `/orders/${id}/cancel`, { comment: "Flood" })),
    status: "CANCELLED",
    outcome: "CANCELLED",
    cancelledBy: "operator",
  },
];

const twoDoors = () => orderBody({ path: [point(), point(DELIVERY), point({ lat: 10.785, lng: 106.705 })] });

async function tell({ events, afterwards }: Story): Promise<string> {
  const { _id } = await giao.created(twoDoors());
  for (const [type, more] of events) assertOk(await giao.play(_id, type, more));
  await afterwards?.(_id);
  return _id;
}

const ids = new Map<string, Story>();
for (const story of STORIES) ids.set(await tell(story), story);
const told = (order: Json) => [order.status, order.outcome, order.cancelled_by];

describe("an order's outcome", () => {
  test("stands beside its status in the detail, the lists and the operator's view", async () => {
    const listed = await giao.call("GET", "/v3/orders?limit=100", { token: giao.token });
    const inspected = await giao.call("GET", "/operator/v1/orders", { operator: true });
    const rows = await page.call("GET", "/portal/v1/orders?limit=100");
    for (const answer of [listed, inspected, rows]) assertOk(answer);
    for (const [id, { name, status, outcome, cancelledBy = "" }] of ids) {
      const one = await giao.call("GET", `/operator/v1/orders/${id}`, { operator: true });
      const found = [listed, inspected, rows].map(({ body }) => body.orders.find((order: Json) => order._id === id));
      for (const order of [await giao.detail(id), one.body, ...found]) {
        assert.deepEqual(told(order), [status, outcome, cancelledBy], name);
      }
    }
  });

  test("is what orders can be searched by, at every door the same ones", async () => {
    for (const outcome of OUTCOMES) {
      const wanted = [...ids].filter(([, story]) => story.outcome === outcome).map(([id]) => id);
      const answers = [
        await giao.call("GET", `/v3/orders?limit=100&outcome=${outcome}`, { token: giao.token }),
        await giao.call("GET", `/operator/v1/orders?outcome=${outcome}`, { operator: true }),
        await page.call("GET", `/portal/v1/orders?limit=100&outcome=${outcome}`),
      ];
      for (const { body } of answers) {
        const found: readonly string[] = body.orders.map((order: Json) => order._id);
        assert.deepEqual([...found].sort(), [...wanted].sort(), outcome);
      }
    }
  });

  test("several of them can be asked for together, with words beside them, and none that does not exist", async () => {
    const both = await page.call("GET", "/portal/v1/orders?limit=100&outcome=FAILED,RETURNED");
    assertOk(both);
    const outcomes = new Set(both.body.orders.map((order: Json) => order.outcome));
    assert.deepEqual([...outcomes].sort(), ["FAILED", "RETURNED"]);
    const [failed] = [...ids].find(([, { name }]) => name === "failed")!;
    for (const [outcome, found] of [
      ["FAILED", [failed]],
      ["RETURNED", []],
    ] as const) {
      const searched = await page.call("GET", `/portal/v1/orders?q=${failed}&outcome=${outcome}`);
      assert.deepEqual(
        searched.body.orders.map((order: Json) => order._id),
        found,
      );
    }
    assertRefused(await page.call("GET", "/portal/v1/orders?outcome=LOST"), 400, "BAD_REQUEST");
    assertRefused(await giao.call("GET", "/operator/v1/orders?outcome=LOST", { operator: true }), 400, "BAD_REQUEST");
    assertRefused(await giao.call("GET", "/v3/orders?outcome=LOST", { token: giao.token }), 400, "BAD_REQUEST");
  });

  test("is a column of the spreadsheet", async () => {
    const { body } = await page.call("GET", "/portal/v1/orders.csv?outcome=CANCELLED");
    const [head, ...lines] = String(body).trim().split("\r\n");
    assert.match(head ?? "", /,Outcome,Cancelled by,/);
    assert.deepEqual(
      lines.map((line) => line.split(",").slice(-3, -1)),
      [
        ["CANCELLED", "operator"],
        ["CANCELLED", "user"],
      ],
    );
  });
});
