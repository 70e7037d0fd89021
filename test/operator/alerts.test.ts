// Alert rules as the operator writes them, and the ways by which they tell: mail at a real server, webhooks and push services on sockets.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Answer, type Json, startGiao } from "../harness/giao.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { startPushService } from "../harness/push-service.ts";
import { answer, startReceiver } from "../harness/receiver.ts";
import { startStaff } from "../harness/staff.ts";
import { until } from "../harness/until.ts";
import { signInPage } from "../harness/web-session.ts";

const mail = await startMailServer();
const giao = await startGiao({ SMTP_URL: mail.url, MAIL_FROM: "Giao Sài Gòn <giao@giao.example>" });
const { db } = giao.house;
const receiver = await startReceiver();
after(() => receiver.close());
const service = await startPushService();
const staff = await startStaff(giao);

const call = (method: string, path: string, body?: object): Promise<Answer> =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body ? { body } : {}) });
const done = async (method: string, path: string, body?: object): Promise<Json> => {
  const answered = await call(method, path, body);
  assertOk(answered);
  return answered.body;
};
const make = (body: object): Promise<Json> =>
  done("POST", "/alert-rules", { name: "A rule", kind: "no_driver", mail: ["desk@giao.example"], ...body });
const tested = async (id: string): Promise<readonly Json[]> => (await done("POST", `/alert-rules/${id}/test`)).messages;

describe("rules", () => {
  test("are made with the usual numbers, listed, changed and removed; the audit log says what changed without addresses", async () => {
    const url = receiver.url("/secret-words");
    const made = await make({ name: "  No   driver ", webhook_url: url, city_id: "SGN", language: "en" });
    const { id, create_time, ...rest } = made;
    assert.ok(create_time > 0);
    assert.deepEqual(rest, {
      name: "No driver",
      kind: "no_driver",
      minutes: 15,
      city_id: "SGN",
      language: "en",
      mail: ["desk@giao.example"],
      push: false,
      webhook_host: new URL(url).host,
      webhook_shape: "slack",
      on: true,
      created_by: "OPERATOR_KEY",
      open: [],
    });
    assert.deepEqual(
      (await done("GET", "/alert-rules")).rules.map((rule: Json) => rule.id),
      [id],
    );
    const changed = await staff.owner.call("PATCH", `/alert-rules/${id}`, {
      minutes: 30,
      city_id: "",
      mail: ["Lan@Giao.example", "lan@giao.example"],
      on: false,
    });
    assertOk(changed);
    assert.deepEqual(changed.body.mail, ["lan@giao.example"]);
    const other = await staff.owner.call("PATCH", `/alert-rules/${id}`, { kind: "daily_summary" });
    assert.deepEqual([other.body.hour, other.body.minutes, other.body.webhook_host], [7, undefined, new URL(url).host]);
    await done("DELETE", `/alert-rules/${id}`);
    assertRefused(await call("DELETE", `/alert-rules/${id}`), 404, "NOT_FOUND");
    assertRefused(await call("PATCH", `/alert-rules/${id}`, {}), 404, "NOT_FOUND");
    assertRefused(await call("POST", `/alert-rules/${id}/test`), 404, "NOT_FOUND");
    const { entries } = await done("GET", `/audit?target=${id}`);
    const change = entries.findLast((one: Json) => one.call === "changeAlertRule" && one.operator === "Owner");
    assert.deepEqual(change.before, {
      city_id: "SGN",
      mail: ["d…@giao.example"],
      on: true,
      terms: { minutes: 15 },
    });
    assert.deepEqual(change.after, {
      city_id: null,
      mail: ["l…@giao.example"],
      on: false,
      terms: { minutes: 30 },
    });
    assert.doesNotMatch(JSON.stringify(entries), /secret-words|lan@|desk@/);
  });

  test("keep a webhook's address sealed, and show its host alone", async () => {
    const { id } = await make({ mail: [], webhook_url: receiver.url("/sealed-words") });
    const [row] = await db<{ webhookUrl: string }>`select webhook_url from alert_rules where id = ${id}`;
    assert.match(row!.webhookUrl, /^sealed:/);
    const gone = await done("PATCH", `/alert-rules/${id}`, { webhook_url: "", mail: ["a@giao.example"] });
    assert.equal(gone.webhook_host, "");
    await done("DELETE", `/alert-rules/${id}`);
  });

  const url = "https://hooks.example/x";
  const REFUSED: readonly (readonly [string, object, string])[] = [
    ["no name", { name: " " }, "name"],
    ["a long name", { name: "x".repeat(81) }, "name"],
    ["a kind that is none", { kind: "weather" }, "kind"],
    ["minutes below", { minutes: 0 }, "minutes"],
    ["minutes above", { minutes: 1_441 }, "minutes"],
    ["half a minute", { minutes: 1.5 }, "minutes"],
    ["a number of another kind", { hour: 7 }, "hour"],
    ["a summary at midnight", { kind: "daily_summary", hour: 0 }, "hour"],
    ["more than all", { kind: "low_fulfilment", percent: 101 }, "percent"],
    ["further back than figures are read", { kind: "low_fulfilment", hours: 49 }, "hours"],
    ["no orders", { kind: "low_fulfilment", orders_min: 0 }, "orders_min"],
    ["a city that is none", { city_id: "ZZZ" }, "city_id"],
    ["a city of what has none", { kind: "ledger_unclean", city_id: "SGN" }, "city_id"],
    ["a language that is none", { language: "fr" }, "language"],
    ["what is no address", { mail: ["desk@giao.example", "nobody"] }, "mail"],
    ["an address with another behind it", { mail: ["a@b.example\nbcc: c@d.example"] }, "mail"],
    ["too many addresses", { mail: Array.from({ length: 11 }, (_, n) => `a${n}@b.example`) }, "mail"],
    ["nowhere to go", { mail: [] }, "mail"],
    ["a webhook that is no URL", { webhook_url: "hooks.example" }, "webhook_url"],
    ["a webhook by another scheme", { webhook_url: "file:///etc/passwd" }, "webhook_url"],
    ["a webhook with a password", { webhook_url: "https://a:b@hooks.example/" }, "webhook_url"],
    ["a shape that is none", { webhook_url: url, webhook_shape: "teams" }, "webhook_shape"],
    ["two faults: the first of the form", { name: "", minutes: 0 }, "name"],
  ];
  for (const [name, body, field] of REFUSED) {
    test(`refuse ${name}`, async () => {
      const before = (await done("GET", "/alert-rules")).rules.length;
      const draft = { name: "A rule", kind: "no_driver", mail: ["desk@giao.example"], ...body };
      const refused = await call("POST", "/alert-rules", draft);
      assertRefused(refused, 400, "INVALID_DATA");
      assert.equal(refused.body.field, field);
      assert.equal((await done("GET", "/alert-rules")).rules.length, before);
    });
  }

  test("are a hundred at most, also when several are made at once", async () => {
    await db`delete from alert_rules`;
    const { id } = await make({ name: "One of many", on: false });
    await db`
      insert into alert_rules (
        id, name, kind, terms, language, mail, push, webhook_shape, is_on, active_since, created_at, created_by
      )
      select id || number, name, kind, terms, language, mail, push, webhook_shape, is_on, active_since, created_at, created_by
      from alert_rules
      cross join generate_series(1, 98) as number
      where id = ${id}`;
    const body = { name: "One more", kind: "no_driver", mail: ["desk@giao.example"] };
    const answers = await Promise.all([1, 2, 3].map(() => call("POST", "/alert-rules", body)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    assertRefused(answers.find(({ status }) => status === 409)!, 409, "TOO_MANY_RULES");
    await db`delete from alert_rules`;
  });
});

describe("a test of a rule", () => {
  test("by mail reaches each address, in the rule's language, from whom the settings name", async () => {
    const { id } = await make({ name: "Thiếu tài xế", language: "vi", mail: ["mai@giao.example", "lan@giao.example"] });
    const messages = await tested(id);
    assert.deepEqual(
      messages.map(({ way, address, status, occasion, tries }) => [way, address, status, occasion, tries]),
      [
        ["mail", "mai@giao.example", "sent", "test", 1],
        ["mail", "lan@giao.example", "sent", "test", 1],
      ],
    );
    const [kept, ...more] = mail.mails("mai@giao.example");
    assert.deepEqual(more, []);
    assert.equal(kept?.from, "giao@giao.example");
    assert.deepEqual(kept?.to, ["mai@giao.example"]);
    assert.equal(kept?.headers.from, "Giao Sài Gòn <giao@giao.example>");
    assert.equal(kept?.headers.subject, "Gửi thử: Thiếu tài xế");
    assert.equal(kept?.headers["message-id"], `<${messages[0].id}@giao.example>`);
    assert.equal(kept?.headers["auto-submitted"], "auto-generated");
    assert.match(kept?.text ?? "", /không có sự cố nào\.\n\nhttp:\/\/giao\.test\/console\/alerts\n\nThiếu tài xế\n/);
  });

  test("by webhook is shaped as Slack reads it, or plain with everything by its name", async () => {
    const slack = await make({ language: "en", mail: [], webhook_url: receiver.url("/slack") });
    const [sent] = await tested(slack.id);
    assert.deepEqual([sent.way, sent.status], ["webhook", "sent"]);
    const [first] = receiver.seen("/slack");
    const told = JSON.parse(String(first?.body));
    assert.deepEqual(Object.keys(told), ["text"]);
    assert.match(told.text, /^Test: A rule\nSomebody asked .*\nhttp:\/\/giao\.test\/console\/alerts$/s);
    assert.equal(first?.headers["idempotency-key"], sent.id);
    assert.equal(first?.headers["content-type"], "application/json");
    await done("PATCH", `/alert-rules/${slack.id}`, { webhook_shape: "plain" });
    const [again] = await tested(slack.id);
    const { time, text, ...plain } = JSON.parse(String(receiver.seen("/slack")[1]?.body));
    assert.ok(time > 0 && text.startsWith("Somebody"));
    assert.deepEqual(plain, {
      id: again.id,
      rule_id: slack.id,
      rule: "A rule",
      kind: "no_driver",
      occasion: "test",
      city_id: "",
      partner_id: "",
      title: "Test: A rule",
      link: "http://giao.test/console/alerts",
      facts: {},
    });
  });

  test("by push reaches the console's browsers, each in its language; one that signed out hears nothing", async () => {
    const { id } = await make({ mail: [], push: true });
    assert.deepEqual(
      (await tested(id)).map(({ status, error }) => [status, error]),
      [["failed", "Nobody who may hear of it takes notifications in a browser."]],
    );
    const mine = await signInPage(giao, "console", { operator_key: "sandbox-operator-key", name: "Lan" });
    const before = (await mine.call("GET", "/operator/v1/push")).body;
    assert.deepEqual([before.subscribed, before.public_key.length], [false, 87]);
    const [lan, vy] = [service.browser("lan"), service.browser("vy")];
    assertOk(await mine.call("PUT", "/operator/v1/push", { body: { ...lan.subscription, language: "vi" } }));
    assert.equal((await mine.call("GET", "/operator/v1/push")).body.subscribed, true);
    const other = await staff.owner.call("PUT", "/push", { ...vy.subscription, language: "en" });
    assertOk(other);
    const sent = await tested(id);
    assert.deepEqual(sent.map(({ address, status }) => [address, status]).sort(), [
      ["Lan", "sent"],
      ["Owner", "sent"],
    ]);
    const [push] = lan.received();
    assert.equal(push.title, "Gửi thử: A rule");
    assert.deepEqual([push.language, push.path], ["vi", "/console/alerts"]);
    assert.equal(sent.find(({ address }) => address === "Lan").id, push.id);
    assert.equal(vy.received()[0].title, "Test: A rule");
    await mine.call("DELETE", "/console/v1/session");
    assertOk(await staff.owner.call("DELETE", "/push"));
    assert.equal((await tested(id))[0].status, "failed");
    assert.deepEqual([lan.seen().length, vy.seen().length], [1, 1]);
    assertRefused(await call("GET", "/push"), 403, "PERSON_NEEDED");
    assertRefused(await call("PUT", "/push", { ...vy.subscription, language: "en" }), 403, "PERSON_NEEDED");
    const bad = await staff.owner.call("PUT", "/push", { ...vy.subscription, endpoint: "ftp://x", language: "en" });
    assertRefused(bad, 400, "INVALID_DATA");
  });

  test("a browser that is gone at its push service is forgotten", async () => {
    const { id } = await make({ mail: [], push: true });
    const away = service.browser("away", answer(410));
    assertOk(await staff.owner.call("PUT", "/push", { ...away.subscription, language: "en" }));
    assert.deepEqual(
      (await tested(id)).map(({ status, error }) => [status, error]),
      [["failed", "it answered 410"]],
    );
    assert.equal((await staff.owner.call("GET", "/push")).body.subscribed, false);
  });

  test("says what is wrong: an address that the mail server refuses is given up, one that it puts off is tried again", async () => {
    const { id } = await make({ mail: ["gone@giao.example", "full@giao.example"] });
    mail.refuse("gone@giao.example", 550);
    mail.refuse("full@giao.example", 452);
    const [gone, full] = await tested(id);
    assert.deepEqual([gone.status, gone.error], ["failed", "it said 550 not gone@giao.example"]);
    assert.deepEqual([full.status, full.tries], ["waiting", 1]);
    assert.ok(full.next_time > full.time);
    assertOk(await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 31 } }));
    // A worker that looks by itself may have taken it a moment before.
    const messages = await until("it is sent", async () => {
      const told = (await done("GET", `/alerts?rule_id=${id}`)).messages;
      return told.every(({ status }: Json) => status !== "waiting") && told;
    });
    assert.deepEqual(
      messages.map(({ address, status, tries, error }: Json) => [address, status, tries, error]),
      [
        ["full@giao.example", "sent", 2, ""],
        ["gone@giao.example", "failed", 1, "it said 550 not gone@giao.example"],
      ],
    );
    assert.equal(mail.mails("full@giao.example")[0]?.headers["message-id"], `<${full.id}@giao.example>`);
    const { body } = await giao.call("GET", "/metrics", { operator: true });
    // Whoever tried the rule was told what is wrong.
    assert.match(body, /giao_alert_messages\{state="failed"\} 0/);
    assert.match(body, /giao_alert_messages\{state="waiting"\} 0/);
    assert.match(body, /giao_alert_incidents 0/);
  });

  test("an address inside the operator's network is reached by no rule in production, however the rule came to be", async () => {
    const { id } = await make({ mail: [], webhook_url: receiver.url("/inside") });
    const strict = await giao.replica({ env: { CALLBACK_ALLOW_PRIVATE: "off" } });
    const body = { name: "In", kind: "no_driver", webhook_url: receiver.url("/inside") };
    const refused = await strict.call("POST", "/operator/v1/alert-rules", { operator: true, body });
    assertRefused(refused, 400, "INVALID_DATA");
    assert.equal(refused.body.field, "webhook_url");
    const sent = await strict.call("POST", `/operator/v1/alert-rules/${id}/test`, { operator: true });
    assertOk(sent);
    assert.deepEqual(
      sent.body.messages.map(({ status, error }: Json) => [status, error]),
      [["failed", "address not allowed (loopback)"]],
    );
    assert.deepEqual(receiver.seen("/inside"), []);
  });

  test("without SMTP_URL mail is not sent, and everybody who looks is told so", async () => {
    const { id } = await make({ mail: ["nobody@giao.example"] });
    const without = await giao.replica({ env: { SMTP_URL: "" } });
    const listed = await without.call("GET", "/operator/v1/alert-rules", { operator: true });
    assert.equal(listed.body.mail_ready, false);
    assert.equal((await done("GET", "/alert-rules")).mail_ready, true);
    const sent = await without.call("POST", `/operator/v1/alert-rules/${id}/test`, { operator: true });
    assert.deepEqual(
      sent.body.messages.map(({ status, error }: Json) => [status, error]),
      [["failed", "SMTP_URL is not set."]],
    );
  });
});
