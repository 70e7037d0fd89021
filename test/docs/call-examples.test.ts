// What the API reference shows is sent to a sandbox as a reader would send it, in the order of a story: only the ids that
// the answers before gave are put in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TAGS } from "../../src/http/documents/documents.ts";
import { DEMO } from "../../src/operations/seed.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { type Json, startGiao } from "../harness/giao.ts";

const giao = await startGiao({}, { roads: crowRoads });

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
};
type Call = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
  readonly parameters: readonly Parameter[];
  readonly example: Json | undefined;
  readonly takesBody: boolean;
};

const document = (await giao.call("GET", "/openapi.json", { operator: true })).body;
const calls: readonly Call[] = Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
  Object.entries<Json>(operations).map(([method, operation]) => {
    const body = operation.requestBody?.content?.["application/json"];
    return {
      name: operation.operationId ?? path,
      method: method.toUpperCase(),
      path,
      operation,
      parameters: operation.parameters ?? [],
      example: body?.example,
      takesBody: body !== undefined,
    };
  }),
);

// Why a call's example is not sent here.
const ELSEWHERE: Readonly<Record<string, string>> = {
  route: "needs a map: test/routing",
  table: "needs a map: test/routing",
  nearest: "needs a map: test/routing",
  trip: "needs a map: test/routing",
  match: "needs a map: test/routing",
  getBaseMap: "needs a map: test/tiles",
  getMapStyle: "needs a map: test/tiles",
  getBaseMapTiles: "needs a map: test/tiles",
  getReadiness: "needs a map: test/base",
  followTracking: "a stream without an end: test/tracking",
  followLiveCity: "a stream without an end: test/operator",
  checkReceiver: "needs a receiver: test/outbound",
  testCallback: "needs a receiver: test/v3/callbacks",
  uploadPhoto: "a file: test/driver",
  getPhoto: "a file: test/driver",
  acceptOffer: "needs a round of dispatch: test/driver",
  declineOffer: "needs a round of dispatch: test/driver",
  acceptRoute: "needs a plan: test/dispatch/planned.test.ts",
  declineRoute: "needs a plan: test/dispatch/planned.test.ts",
  ...Object.fromEntries(
    ["seePlacings", "movePlannedOrder", "lockPlan", "proposePlan", "commitPlan"].map((name) => [
      name,
      "needs a plan: test/dispatch/plan-board.long.test.ts",
    ]),
  ),
  skipStop: "needs two orders in hand: test/driver/skip.test.ts",
  confirmPickup: "needs a service whose sender confirms: test/driver",
  takePayment: "needs a service that collects first: test/driver",
  ...Object.fromEntries(
    [
      ...["seeSelf", "proveSelf", "changePassword", "beginTotp", "finishTotp", "endTotp", "renewRecoveryCodes"],
      ...["endOwnSession", "seeInvitation", "joinByLink", "changePerson", "linkForPerson", "endPersonSessions"],
    ].map((name) => [name, "needs a person who signed in: test/operator/accounts.long.test.ts"]),
  ),
  ...Object.fromEntries(
    [
      ...["listMembers", "inviteMember", "changeMember", "linkForMember", "withdrawMemberInvitation"],
      ...["seeMemberInvitation", "joinAsMember", "listApiKeys", "makeApiKey", "rotateApiKey", "revokeApiKey"],
    ].map((name) => [name, "needs somebody at the portal: test/portal/members.long.test.ts"]),
  ),
  beginProviderSignIn: "needs a provider: test/operator/provider.long.test.ts",
  finishProviderSignIn: "needs a provider: test/operator/provider.long.test.ts",
  ...Object.fromEntries(
    [
      ...["sendApplicantCode", "openApplicantSession", "getOwnApplication", "writeApplication", "giveDocument"],
      ...["submitApplication", "getApplication", "seeDocumentPhoto", "askForDocument", "acceptDocument"],
      ...["approveApplication", "refuseApplication"],
    ].map((name) => [name, "needs an applicant: test/operator/joining.long.test.ts"]),
  ),
  ...Object.fromEntries(
    ["makePayout", "getPayout", "exportPayout", "approvePayout", "markPayoutPaid", "cancelPayout"].map((name) => [
      name,
      "needs somebody to be paid: test/operator/payouts.long.test.ts",
    ]),
  ),
  ...Object.fromEntries(
    ["getConsolePush", "subscribeConsole", "unsubscribeConsole"].map((name) => [
      name,
      "needs a browser that signed in: test/operator/alerts.test.ts",
    ]),
  ),
  confirmOrder: "needs a service whose sender confirms: test/operator",
  confirmOwnOrder: "needs a service whose sender confirms: test/v3/orders",
};

test("every call is in a group that is described, and has a summary, a description and examples of what it needs", () => {
  const poor = calls.flatMap(({ name, operation, parameters, example, takesBody }) => {
    const groups: readonly string[] = operation.tags ?? [];
    const faults = [
      ...(groups.length === 1 && TAGS[groups[0]!] ? [] : ["group"]),
      ...(operation.summary ? [] : ["summary"]),
      ...(operation.description ? [] : ["description"]),
      ...(takesBody && example === undefined ? ["example of the body"] : []),
      ...parameters.filter((one) => one.required && one.example === undefined).map((one) => `example of ${one.name}`),
    ];
    return faults.length === 0 ? [] : [`${name}: ${faults.join(", ")}`];
  });
  assert.deepEqual(poor, [], "src/http/documents/ is where notes on calls are kept");
});

const sent = new Set<string>();
const keys = { token: "", driver: "" };

async function send(name: string, ids: Readonly<Record<string, string>> = {}, change: Json = {}): Promise<Json> {
  const call = calls.find((one) => one.name === name);
  assert.ok(call, `there is no call ${name}`);
  sent.add(name);
  let path = call.path;
  const query = new URLSearchParams();
  for (const { name: key, in: where, example } of call.parameters) {
    const value = ids[key] ?? example;
    if (value === undefined) continue;
    if (where === "path") path = path.replace(`{${key}}`, encodeURIComponent(String(value)));
    if (where === "query") query.set(key, String(value));
  }
  const scheme = Object.keys(call.operation.security?.[0] ?? {})[0];
  const token = scheme === "driver" ? keys.driver : scheme === "partner" ? DEMO.apiKey : keys.token;
  const body = call.example === undefined ? undefined : { ...call.example, ...change };
  const answer = await giao.call(call.method, query.size > 0 ? `${path}?${query}` : path, {
    operator: scheme === "operator" || scheme === "console",
    ...(scheme && scheme !== "operator" && scheme !== "console" && { token }),
    headers: { "x-giao-page": "1" },
    ...(body === undefined ? {} : { body }),
  });
  assert.equal(answer.status, 200, `${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const order = async (): Promise<{ readonly order_id: string }> => {
  const { order_id } = await send("createOrder");
  return { order_id };
};

// An order in the hands of the demo driver.
const accepted = async (): Promise<{ readonly order_id: string }> => {
  const made = await order();
  await send("assignOrder", made);
  return made;
};

test("accounts and catalogue: what the reference shows works when it is sent", async () => {
  const first = await send("issueToken");
  keys.token = (await send("refreshToken", {}, { refresh_token: first.refresh_token })).token;
  await send("registerAccount");
  await send("issuePartnerToken");
  await send("updateProfile");
  await send("getOwnAccount");
  await send("getOwnStatement");
  await send("inviteChild");
  const [message] = await send("listSms");
  await send("activateChild", {}, { activation_code: message.code });
  await send("listChildren");
  await send("removeChild");
  for (const name of [
    "listCities",
    "listCitiesV1",
    "listServices",
    "getService",
    "listCancelReasons",
    "suggestPlaces",
    "reversePlace",
  ])
    await send(name);
});

test("orders: what the reference shows works when it is sent", async () => {
  await send("getPromo");
  const [element] = await send("estimateFees");
  assert.equal(element.error, null);
  const first = await order();
  for (const name of [
    "listOrders",
    "getOrder",
    "updateOrder",
    "addPoint",
    "removePoint",
    "explainPrice",
    "cancelOrder",
  ])
    await send(name, first);
  await order();
  for (const name of ["findOrdersByTrackingNumber", "findOrdersByTrackingNumberInPath", "cancelByTrackingNumber"]) {
    await send(name);
  }
  const second = await order();
  await send("playEvent", second);
  for (let status = ""; status !== "COMPLETED"; ) status = (await send("continueOrder", second)).status;
  await send("rateDriver", second);
  const { shared_link } = await send("getSharedLink", second);
  const link = { token: String(shared_link).split("/").at(-1)! };
  await send("getTracking", link);
  await send("rateByLink", link);
  for (const name of ["refundOrder", "getTrail", "explainDispatch", "inspectOrder"]) await send(name, second);
  for (const name of ["seeTimeline", "seeCallbacksOfOrder"]) await send(name, second);
  for (const name of ["listHistory", "exportHistory", "searchOrders", "advanceClock"]) await send(name);
  const third = await order();
  await send("listCandidates", third);
  await send("cancelForOperator", third);
});

test("callbacks: what the reference shows works when it is sent", async () => {
  await send("setCallbacks");
  const made = await order();
  const { events } = await send("readEvents");
  const newest = events.find((event: Json) => event._id === made.order_id) ?? events[0];
  for (const name of ["getCallbacks", "readCallbackLog", "rotateCallbackSecret", "resendCallbacks", "listCallbackLogs"])
    await send(name);
  await send("listCallbacksOfOrder", made);
  await send("resendCallback", { event_id: newest.event_id });
  for (const name of ["getPartnerCallbacks", "readPartnerCallbackLog", "resendPartnerCallbacks", "clearCallbacks"])
    await send(name);
});

test("drivers: what the reference shows works when it is sent", async () => {
  keys.driver = (await send("openDriverSession")).token;
  for (const name of ["topUpDriver", "setAvailability", "reportPositions", "listOffers"]) await send(name);
  for (const name of ["getPush", "subscribeToPush", "unsubscribeFromPush"]) await send(name);
  const first = await accepted();
  for (const name of ["listDriverOrders", "arriveAtPickup", "pickUp", "deliverPoint"]) await send(name, first);
  const second = await accepted();
  await send("pickUp", second);
  await send("failPoint", second);
  await send("askAgain", second);
  await send("failPoint", second);
  await send("askBack", second);
  await send("returnGoods", second);
  await send("returnGoods", second, { done: true });
  const third = await accepted();
  await send("pickUp", third);
  await send("failPoint", third);
  await send("returnForOperator", third);
  await send("revealContacts", third);
  await send("giveUpOrder", await accepted());
  await send("reassignOrder", await accepted());
  for (const name of ["completePoint", "failPointForOperator"]) {
    const made = await accepted();
    await send("pickUp", made);
    await send(name, made);
  }
  for (const name of ["getWallet", "getStatement", "payDriverOut", "closeDriverSession"]) await send(name);
});

test("operator, pages, health: what the reference shows works when it is sent", async () => {
  const operator = calls.filter(({ operation, name }) => operation.tags?.[0] === "Operator" && !sent.has(name));
  const plain = operator.filter(
    ({ name }) =>
      !ELSEWHERE[name] &&
      !/Session$|^rotateKeys$|^(revokeOperatorKey|(change|remove|test)AlertRule|withdrawInvitation|revealContacts)$/.test(
        name,
      ),
  );
  // Money is paid in before it is paid out.
  for (const { name } of plain.toSorted((a, b) => Number(/Out$/.test(a.name)) - Number(/Out$/.test(b.name))))
    await send(name);
  for (const name of ["openPortalSession", "openConsoleSession", "getHealth", "getMeasures", "rotateKeys"])
    await send(name);
  const [{ id }] = (await send("listOperatorKeys")).keys;
  await send("revokeOperatorKey", { id });
  const [rule] = (await send("listAlertRules")).rules;
  for (const name of ["changeAlertRule", "testAlertRule", "removeAlertRule"]) await send(name, { id: rule.id });
  const [invitation] = (await send("listPeople")).invitations;
  await send("withdrawInvitation", { id: invitation.id });
});

test("sessions of pages begin and end", async () => {
  for (const [page, body] of [
    ["portal", calls.find(({ name }) => name === "openPortalSession")?.example],
    ["console", calls.find(({ name }) => name === "openConsoleSession")?.example],
  ] as const) {
    const opened = await giao.call("POST", `/${page}/v1/session`, { body, headers: { "x-giao-page": "1" } });
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    for (const method of ["GET", "DELETE"]) {
      const answer = await giao.call(method, `/${page}/v1/session`, { headers: { cookie, "x-giao-page": "1" } });
      assert.equal(answer.status, 200, `${method} ${page}`);
    }
    const name = page === "portal" ? "Portal" : "Console";
    for (const verb of ["see", "end"]) sent.add(`${verb}${name}Session`);
  }
});

test("whatever else can be read works as the reference shows it", async () => {
  const made = await order();
  keys.driver = (await send("openDriverSession")).token;
  const reads = calls.filter(({ method, name }) => method === "GET" && !sent.has(name) && !ELSEWHERE[name]);
  for (const { name } of reads) await send(name, made);
});

test("no call's example was left out without a reason", () => {
  const forgotten = calls.map(({ name }) => name).filter((name) => !sent.has(name) && !ELSEWHERE[name]);
  assert.deepEqual(forgotten, []);
  assert.deepEqual(
    Object.keys(ELSEWHERE).filter((name) => !calls.some((call) => call.name === name)),
    [],
  );
});
