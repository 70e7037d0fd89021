// Production: pins of six digits, and a code by SMS on a device that is new to the driver.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Answer, startGiao } from "../harness/giao.ts";
import { asOperator, codesSent, PRODUCTION } from "../harness/production.ts";
import { answer as gatewayAnswers, ok as gatewayTakes, startReceiver } from "../harness/receiver.ts";

const gateway = await startReceiver();
after(() => gateway.close());
const giao = await startGiao({ ...PRODUCTION, SMS_URL: gateway.url("/sms"), RATE_LIMITS: "off" });
const operator = asOperator(giao);

const PIN = "246810";
type Given = { readonly pin?: string; readonly code?: unknown; readonly device?: string };
const signIn = (mobile: string, { pin = PIN, ...more }: Given = {}): Promise<Answer> =>
  giao.call("POST", "/driver/v1/sessions", { body: { mobile, pin, ...more } });
const sent = (mobile: string) => codesSent(gateway, mobile);
const newest = (mobile: string): string => sent(mobile).at(-1) ?? "none";
const wrongFor = (mobile: string): string => (newest(mobile) === "000000" ? "000001" : "000000");
const draft = { name: "Lê Văn Tám", plate_number: "59A1-123.45", vehicle: "BIKE", city_id: "SGN", pin: PIN };

let made = 0;
async function newDriver(): Promise<string> {
  const mobile = `849114${String(++made).padStart(5, "0")}`;
  assertOk(await operator("POST", "/drivers", { ...draft, mobile }));
  return mobile;
}

async function letIn(mobile: string): Promise<Answer> {
  assertRefused(await signIn(mobile), 401, "CODE_REQUIRED");
  const signedIn = await signIn(mobile, { code: newest(mobile) });
  assertOk(signedIn);
  return signedIn;
}

describe("pins in production", () => {
  for (const pin of ["1234", "12345", "123456789", "12345a"]) {
    test(`${pin} is not given to a driver, and the answer names the field`, async () => {
      const made = await operator("POST", "/drivers", { ...draft, mobile: "84911490001", pin });
      assertRefused(made, 400, "INVALID_DATA");
      assert.equal(made.body.field, "pin");
      assert.equal(made.body.description, "pin must be 6 to 8 digits.");
      const changed = await operator("PATCH", "/drivers/84911000001", { pin });
      assertRefused(changed, 400, "INVALID_DATA");
    });
  }

  test("a pin of four digits from before works until it is changed, and then no more", async () => {
    // The demo driver was made in the sandbox that this database was.
    const demo = "84911000001";
    assertRefused(await signIn(demo, { pin: "1234" }), 401, "CODE_REQUIRED");
    assertOk(await signIn(demo, { pin: "1234", code: newest(demo) }));
    assertOk(await operator("PATCH", `/drivers/${demo}`, { pin: PIN }));
    assertRefused(await signIn(demo, { pin: "1234" }), 401, "NOT_AUTHORIZED");
    assertRefused(await signIn(demo), 401, "CODE_REQUIRED");
  });
});

describe("a new device in production", () => {
  test("is asked for the code that was sent, signs in with it, and is known from then on", async () => {
    const mobile = await newDriver();
    const asked = await signIn(mobile);
    assertRefused(asked, 401, "CODE_REQUIRED");
    assert.equal(asked.body.field, "code");
    assert.match(asked.body.description, /SMS/);
    assert.equal(sent(mobile).length, 1);
    assert.ok(!JSON.stringify(asked.body).includes(newest(mobile)));
    const signedIn = await signIn(mobile, { code: newest(mobile) });
    assertOk(signedIn);
    assertOk(await giao.call("GET", "/driver/v1/me", { token: signedIn.body.token }));
    const { device } = signedIn.body;
    const again = await signIn(mobile, { device });
    assertOk(again);
    assert.equal(again.body.device, device);
    assert.equal(sent(mobile).length, 1, "a known device is sent nothing");
    assertRefused(await signIn(mobile, { device: "f".repeat(64) }), 401, "CODE_REQUIRED");
  });

  test("with a wrong pin or a number nobody has hears only that, and no message leaves", async () => {
    const mobile = await newDriver();
    const before = gateway.seen("/sms").length;
    const answers = [
      await signIn(mobile, { pin: "000000" }),
      await signIn(mobile, { pin: "000000", code: "123456" }),
      await signIn("84911499999"),
      await signIn("84911499999", { code: "123456" }),
    ];
    for (const answer of answers) {
      assertRefused(answer, 401, "NOT_AUTHORIZED");
      assert.deepEqual(answer.body, answers[0]!.body);
    }
    assert.equal(gateway.seen("/sms").length, before);
  });

  test("a deactivated driver is sent nothing", async () => {
    const mobile = await newDriver();
    assertOk(await operator("PATCH", `/drivers/${mobile}`, { status: "DEACTIVATED" }));
    assertRefused(await signIn(mobile), 406, "DEACTIVATED_ACCOUNT");
    assert.equal(sent(mobile).length, 0);
  });

  test("a code works once, and of sign-ins at once with one code, one", async () => {
    const mobile = await newDriver();
    await letIn(mobile);
    assertRefused(await signIn(mobile, { code: newest(mobile) }), 401, "INVALID_CODE");
    assertRefused(await signIn(mobile), 401, "CODE_REQUIRED");
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(mobile, { code: newest(mobile) })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  });

  test("a code is used up by five wrong ones, also at once, and asking again voids it", async () => {
    const mobile = await newDriver();
    assertRefused(await signIn(mobile), 401, "CODE_REQUIRED");
    const [first, wrong] = [newest(mobile), wrongFor(mobile)];
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(mobile, { code: wrong })));
    for (const answer of answers) assertRefused(answer, 401, "INVALID_CODE");
    assert.equal(answers[0]!.body.field, "code");
    assertRefused(await signIn(mobile, { code: first }), 401, "INVALID_CODE");
    assertRefused(await signIn(mobile), 401, "CODE_REQUIRED");
    const second = newest(mobile);
    assertRefused(await signIn(mobile), 401, "CODE_REQUIRED");
    if (newest(mobile) !== second) assertRefused(await signIn(mobile, { code: second }), 401, "INVALID_CODE");
    assertOk(await signIn(mobile, { code: ` ${newest(mobile)} ` }));
  });

  test("a code is over after five minutes", async () => {
    const mobile = await newDriver();
    assertRefused(await signIn(mobile), 401, "CODE_REQUIRED");
    await giao.house.clock.advance(300_000);
    assertRefused(await signIn(mobile, { code: newest(mobile) }), 401, "INVALID_CODE");
  });

  test("a code is one driver's", async () => {
    const [mobile, other] = [await newDriver(), await newDriver()];
    for (const one of [mobile, other]) assertRefused(await signIn(one), 401, "CODE_REQUIRED");
    if (newest(mobile) === newest(other)) return;
    assertRefused(await signIn(other, { code: newest(mobile) }), 401, "INVALID_CODE");
  });

  test("codes come five at once and then slower and slower, also where other limits are off", async () => {
    const mobile = await newDriver();
    for (let code = 0; code < 5; code++) assertRefused(await signIn(mobile), 401, "CODE_REQUIRED");
    const limited = await signIn(mobile);
    assertRefused(limited, 429, "TOO_MANY_REQUESTS");
    const wait = Number(limited.headers.get("retry-after"));
    assert.ok(wait > 0 && wait <= 60);
    assert.equal(sent(mobile).length, 5);
    assertOk(await signIn(mobile, { code: newest(mobile) }));
    await giao.house.clock.advance(wait * 1000);
    assertRefused(await signIn(mobile), 401, "CODE_REQUIRED");
    const next = await signIn(mobile);
    assertRefused(next, 429, "TOO_MANY_REQUESTS");
    assert.ok(Number(next.headers.get("retry-after")) > wait);
  });

  for (const code of [null, "", " "]) {
    test(`${JSON.stringify(code)} for a code counts as none`, async () => {
      assertRefused(await signIn(await newDriver(), { code }), 401, "CODE_REQUIRED");
    });
  }

  for (const code of [123_456, ["123456"]]) {
    test(`${JSON.stringify(code)} for a code is refused before anything is sent`, async () => {
      const mobile = await newDriver();
      const refused = await signIn(mobile, { code });
      assertRefused(refused, 400, "MISSING_REQUIRED_INFO");
      assert.equal(refused.body.field, "code");
      assert.equal(sent(mobile).length, 0);
    });
  }

  test("hears 503 when the message cannot be sent, and nothing is left of it", async () => {
    const mobile = await newDriver();
    gateway.script("/sms", gatewayAnswers(500));
    for (let at = 0; at < 8; at++) {
      const refused = await signIn(mobile);
      assertRefused(refused, 503, "SERVICE_UNAVAILABLE");
      assert.ok(Number(refused.headers.get("retry-after")) > 0);
    }
    gateway.script("/sms", gatewayTakes);
    const rows = await giao.house.db`select driver_phone from driver_codes where driver_phone = ${mobile}`;
    assert.equal(rows.length, 0);
    await letIn(mobile);
  });

  test("a lost phone: a new pin, or signing out everywhere, makes every device new again", async () => {
    const mobile = await newDriver();
    const first = (await letIn(mobile)).body;
    assertOk(await operator("DELETE", `/drivers/${mobile}/devices`));
    assertRefused(await giao.call("GET", "/driver/v1/me", { token: first.token }), 401, "NOT_AUTHORIZED");
    assertRefused(await signIn(mobile, { device: first.device }), 401, "CODE_REQUIRED");
    const second = (await letIn(mobile)).body;
    assertOk(await operator("PATCH", `/drivers/${mobile}`, { pin: "135791" }));
    assertRefused(await signIn(mobile, { pin: "135791", device: second.device }), 401, "CODE_REQUIRED");
    assertRefused(await operator("DELETE", "/drivers/84911499999/devices"), 404, "DRIVER_NOT_FOUND");
    assertRefused(await operator("DELETE", "/drivers/x/devices"), 406, "INVALID_PHONE_NUMBER");
    assertRefused(await giao.call("DELETE", `/operator/v1/drivers/${mobile}/devices`), 401, "NOT_AUTHORIZED");
  });

  test("a device that was not used for half a year is a new one", async () => {
    const mobile = await newDriver();
    const { device } = (await letIn(mobile)).body;
    await giao.house.clock.advance(179 * 86_400_000);
    assertOk(await signIn(mobile, { device }));
    await giao.house.clock.advance(180 * 86_400_000);
    assertRefused(await signIn(mobile, { device }), 401, "CODE_REQUIRED");
  });

  test("without a gateway the operator reads the code", async () => {
    const mobile = await newDriver();
    const replica = await giao.replica({ env: { SMS_URL: "" } });
    const at = { body: { mobile, pin: PIN } };
    assertRefused(await replica.call("POST", "/driver/v1/sessions", at), 401, "CODE_REQUIRED");
    const messages = await asOperator(replica)("GET", `/sms?to=${mobile}`);
    assertOk(messages);
    const body = { ...at.body, code: messages.body[0].code };
    assertOk(await replica.call("POST", "/driver/v1/sessions", { body }));
  });
});
