// From an application at the public door to a driver who signs in, or does not.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { keepOffOffers, sweepApplications } from "../../src/operations/joining/ended-documents.ts";
import { listAskable } from "../../src/store/dispatch/round-rows.ts";
import { aJpeg } from "../fixtures/photos.ts";
import {
  A_FORM,
  type Applicant,
  DOCUMENTS,
  proveApplicant,
  sandboxCode,
  sendApplication,
} from "../harness/applicants.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Json, startGiao } from "../harness/giao.ts";
import { until } from "../harness/until.ts";

const folder = mkdtempSync(join(tmpdir(), "giao-joining-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const giao = await startGiao({ DATA_DIR: folder });
const operator = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });
const signIn = (mobile: string, pin = "246810") => giao.call("POST", "/driver/v1/sessions", { body: { mobile, pin } });
const files = () =>
  readdirSync(join(folder, "photos"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
const inDays = (days: number) =>
  new Date(giao.house.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

let made = 0;
const newPhone = () => `849125${String(++made).padStart(5, "0")}`;
const newApplicant = () => proveApplicant(giao, newPhone());
async function sent(): Promise<{ applicant: Applicant; id: string }> {
  const applicant = await newApplicant();
  return { applicant, id: await sendApplication(applicant) };
}

describe("proving a phone", () => {
  test("a driver's phone, an applicant's and nobody's are answered the same", async () => {
    const { applicant } = await sent();
    const answers = [];
    for (const mobile of ["84911000001", applicant.mobile, newPhone()]) {
      const codes = await giao.call("POST", "/join/v1/codes", { body: { mobile } });
      const wrong = await giao.call("POST", "/join/v1/sessions", { body: { mobile, code: "nothing" } });
      answers.push([codes.status, codes.body, wrong.status, wrong.body.code, wrong.body.description]);
    }
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
  });

  test("a code is good once, for five tries and for its own phone", async () => {
    const [mobile, other] = [newPhone(), newPhone()];
    assertOk(await giao.call("POST", "/join/v1/codes", { body: { mobile } }));
    const code = await sandboxCode(giao, mobile);
    const bring = (phone: string, given: string) =>
      giao.call("POST", "/join/v1/sessions", { body: { mobile: phone, code: given } });
    assertRefused(await bring(other, code), 401, "INVALID_CODE");
    const both = await Promise.all([bring(mobile, code), bring(mobile, code)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
    assertRefused(await bring(mobile, code), 401, "INVALID_CODE");
    assertOk(await giao.call("POST", "/join/v1/codes", { body: { mobile } }));
    const next = await sandboxCode(giao, mobile);
    for (let tries = 0; tries < 5; tries++) assertRefused(await bring(mobile, "x"), 401, "INVALID_CODE");
    assertRefused(await bring(mobile, next), 401, "INVALID_CODE");
  });

  test("nothing is read or written without it", async () => {
    for (const [method, path] of [
      ["GET", "/application"],
      ["PUT", "/application"],
      ["POST", "/application/submit"],
      ["PUT", "/application/documents/id_card"],
    ] as const)
      assertRefused(await giao.call(method, `/join/v1${path}`, { token: "made up" }), 401, "NOT_AUTHORIZED");
  });
});

describe("an application", () => {
  test("says what is missing until nothing is, and cannot be changed once it was sent", async () => {
    const applicant = await newApplicant();
    assert.deepEqual((await applicant.call("GET", "/application")).body, {});
    assertRefused(await applicant.photo("id_card"), 404, "APPLICATION_NOT_FOUND");
    const written = await applicant.call("PUT", "/application", { body: A_FORM });
    assertOk(written);
    assert.equal(written.body.bank_account, "0071001234567");
    assert.deepEqual(written.body.missing, Object.keys(DOCUMENTS));
    assertRefused(await applicant.call("POST", "/application/submit"), 409, "DOCUMENTS_MISSING");
    for (const [kind, expiresOn] of Object.entries(DOCUMENTS)) assertOk(await applicant.photo(kind, expiresOn));
    const { pin: _pin, ...again } = A_FORM;
    assertOk(await applicant.call("PUT", "/application", { body: { ...again, name: "Nguyễn Nam" } }));
    const submitted = await applicant.call("POST", "/application/submit");
    assertOk(submitted);
    assert.deepEqual(
      [submitted.body.status, submitted.body.name, submitted.body.missing],
      ["SUBMITTED", "Nguyễn Nam", []],
    );
    assertRefused(await applicant.call("PUT", "/application", { body: A_FORM }), 409, "APPLICATION_CLOSED");
    assertRefused(await applicant.photo("licence", "2031-03-31"), 409, "APPLICATION_CLOSED");
    assertRefused(await applicant.call("POST", "/application/submit"), 409, "APPLICATION_CLOSED");
  });

  test("what does not fit is refused by its name, and a driver's phone applies no second time", async () => {
    const applicant = await newApplicant();
    const cases: readonly (readonly [object, string])[] = [
      [{ name: " " }, "name"],
      [{ plate_number: "" }, "plate_number"],
      [{ pin: "12" }, "pin"],
      [{ pin: undefined }, "pin"],
      [{ bank: " " }, "bank"],
      [{ bank_account: "=1+1" }, "bank_account"],
      [{ bank_holder: "" }, "bank_holder"],
      [{ consent: false }, "consent"],
    ];
    for (const [change, field] of cases) {
      const answer = await applicant.call("PUT", "/application", { body: { ...A_FORM, ...change } });
      assertRefused(answer, 400, "INVALID_DATA");
      assert.equal(answer.body.field, field);
    }
    assertRefused(
      await applicant.call("PUT", "/application", { body: { ...A_FORM, city_id: "MOON" } }),
      404,
      "CITY_NOT_FOUND",
    );
    const driver = await proveApplicant(giao, "84911000001");
    assertRefused(await driver.call("PUT", "/application", { body: A_FORM }), 409, "DRIVER_EXISTED");
  });

  test("a document that ends needs its day, and only a whole picture is one", async () => {
    const applicant = await newApplicant();
    assertOk(await applicant.call("PUT", "/application", { body: A_FORM }));
    for (const day of [undefined, "2031-02-30", "soon", inDays(-2), "2999-01-01"])
      assertRefused(await applicant.photo("licence", day), 400, "INVALID_DATA");
    assertRefused(await applicant.photo("id_card", "2031-03-31"), 400, "INVALID_DATA");
    assertRefused(await applicant.photo("id_card", undefined, Buffer.from("GIF89a")), 400, "INVALID_DATA");
    assertRefused(await applicant.photo("passport"), 404, "NOT_FOUND");
    assert.deepEqual((await applicant.call("GET", "/application")).body.application.documents, []);
  });

  test("photos that were replaced go, and no application takes photos without end", async () => {
    const applicant = await newApplicant();
    assertOk(await applicant.call("PUT", "/application", { body: A_FORM }));
    await sweepApplications(giao.house);
    const before = files();
    for (let photos = 0; photos < 3; photos++) assertOk(await applicant.photo("id_card"));
    assert.equal(files(), before + 3);
    await sweepApplications(giao.house);
    assert.equal(files(), before + 1);
    await giao.house.db`update applications set uploads = 40 where phone = ${applicant.mobile}`;
    assertRefused(await applicant.photo("id_card"), 400, "INVALID_DATA");
  });
});

describe("the operator decides", () => {
  test("approved from outside to the first sign-in, with the photos seen by name in the log", async () => {
    const applicant = await newApplicant();
    assertOk(await applicant.call("PUT", "/application", { body: A_FORM }));
    const photo = aJpeg();
    const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 8]), Buffer.from("Exif\0\0")]);
    const noted = Buffer.concat([photo.subarray(0, 2), exif, photo.subarray(2)]);
    assertOk(await applicant.photo("id_card", undefined, noted));
    for (const [kind, day] of Object.entries(DOCUMENTS))
      if (kind !== "id_card") assertOk(await applicant.photo(kind, day));
    const { id } = (await applicant.call("POST", "/application/submit")).body;
    assertRefused(await signIn(applicant.mobile), 401, "NOT_AUTHORIZED");

    const listed = (await operator("GET", "/applications?city_id=SGN&status=SUBMITTED")).body.applications;
    assert.ok(listed.some((one: Json) => one.id === id && one.mobile === applicant.mobile));
    const shown = await fetch(`${giao.url}/operator/v1/applications/${id}/documents/id_card/photo`, {
      method: "POST",
      headers: { "x-operator-key": "sandbox-operator-key" },
    });
    assert.deepEqual([shown.status, shown.headers.get("cache-control")], [200, "no-store"]);
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), photo);
    const [row] = await giao.house.db<{ token: string }>`
      select token from application_documents where application_id = ${id} and kind = 'id_card'`;
    assert.equal((await giao.call("GET", `/photos/${row?.token}`)).status, 404);
    await until("who looked is noted", async () => {
      const { entries } = (await operator("GET", `/audit?call=seeDocumentPhoto`)).body;
      return entries.some((one: Json) => one.target === `${id} id_card` && one.outcome === 200);
    });

    const approved = await operator("POST", `/applications/${id}/approve`);
    assertOk(approved);
    assert.equal(approved.body.status, "APPROVED");
    assert.ok(approved.body.documents.every((one: Json) => one.accepted));
    assert.equal((await applicant.call("GET", "/application")).body.application.status, "APPROVED");
    const signedIn = await signIn(applicant.mobile);
    assertOk(signedIn);
    const me = await giao.call("GET", "/driver/v1/me", { token: signedIn.body.token });
    assert.deepEqual([me.body.name, me.body.plate_number, me.body.city_id], ["Nguyễn Văn Nam", "59A1-123.45", "SGN"]);
    const banks = await giao.house.db`select account from driver_banks where driver_phone = ${applicant.mobile}`;
    assert.deepEqual(banks, [{ account: "0071001234567" }]);
  });

  test("refused with a reason that the applicant reads, and no sign-in", async () => {
    const { applicant, id } = await sent();
    assertRefused(await operator("POST", `/applications/${id}/refuse`, { reason: " " }), 400, "INVALID_DATA");
    assertOk(await operator("POST", `/applications/${id}/refuse`, { reason: "Bằng lái không hợp lệ." }));
    const { application } = (await applicant.call("GET", "/application")).body;
    assert.deepEqual([application.status, application.reason], ["REFUSED", "Bằng lái không hợp lệ."]);
    assertRefused(await signIn(applicant.mobile), 401, "NOT_AUTHORIZED");
    assertRefused(await applicant.call("PUT", "/application", { body: A_FORM }), 409, "APPLICATION_CLOSED");
    assertRefused(await applicant.photo("id_card"), 409, "APPLICATION_CLOSED");
    assertRefused(await operator("POST", `/applications/${id}/approve`), 409, "APPLICATION_CLOSED");
    assertRefused(await operator("POST", "/applications/nothing/approve"), 404, "APPLICATION_NOT_FOUND");
  });

  test("a driver who is suspended after the approval cannot sign in", async () => {
    const { applicant, id } = await sent();
    assertOk(await operator("POST", `/applications/${id}/approve`));
    assertOk(await operator("PATCH", `/drivers/${applicant.mobile}`, { status: "DEACTIVATED", reason: "Papers" }));
    assertRefused(await signIn(applicant.mobile), 406, "DEACTIVATED_ACCOUNT");
  });

  test("of approvals and refusals that race, at two replicas, one decides and one driver is made", async () => {
    const other = await giao.replica();
    for (let round = 0; round < 5; round++) {
      const { applicant, id } = await sent();
      const at = (server: typeof other, how: string) =>
        server.call("POST", `/operator/v1/applications/${id}/${how}`, {
          operator: true,
          ...(how === "refuse" ? { body: { reason: "No." } } : {}),
        });
      const answers = await Promise.all([
        at(giao, "approve"),
        at(other, "approve"),
        at(giao, "refuse"),
        at(other, "approve"),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
      const { status } = (await operator("GET", `/applications/${id}`)).body;
      const drivers = await giao.house.db`select phone from drivers where phone = ${applicant.mobile}`;
      assert.equal(drivers.length, status === "APPROVED" ? 1 : 0);
    }
  });

  test("an approval of a phone that became a driver meanwhile leaves the application as it was", async () => {
    const { applicant, id } = await sent();
    const { pin, name, plate_number, vehicle, city_id } = A_FORM;
    assertOk(
      await operator("POST", "/drivers", { mobile: applicant.mobile, pin, name, plate_number, vehicle, city_id }),
    );
    assertRefused(await operator("POST", `/applications/${id}/approve`), 409, "DRIVER_EXISTED");
    assert.equal((await operator("GET", `/applications/${id}`)).body.status, "SUBMITTED");
  });

  test("a document that is asked for again opens the application, and is missing until it is sent", async () => {
    const { applicant, id } = await sent();
    assertOk(await operator("POST", `/applications/${id}/documents/licence/again`, { reason: "Ảnh mờ." }));
    const { application } = (await applicant.call("GET", "/application")).body;
    assert.deepEqual([application.status, application.missing], ["DRAFT", ["licence"]]);
    assert.equal(application.documents.find((one: Json) => one.kind === "licence").asked_again, "Ảnh mờ.");
    assertRefused(await operator("POST", `/applications/${id}/approve`), 409, "APPLICATION_CLOSED");
    assertRefused(await applicant.call("POST", "/application/submit"), 409, "DOCUMENTS_MISSING");
    assertOk(await applicant.photo("licence", "2031-03-31"));
    assertOk(await applicant.call("POST", "/application/submit"));
    assertOk(await operator("POST", `/applications/${id}/approve`));
  });

  test("somebody of another city finds no application, and who lacks the right sees none", async () => {
    const { id } = await sent();
    const key = async (body: object) => (await operator("POST", "/keys", body)).body.key;
    const ask = (asked: string, method: string, path: string) =>
      giao.call(method, `/operator/v1${path}`, { headers: { "x-operator-key": asked } });
    const hanoi = await key({ name: "Hanoi", role: "dispatcher", cities: ["HAN"] });
    assert.deepEqual((await ask(hanoi, "GET", "/applications")).body.applications, []);
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/approve"],
      ["POST", "/documents/id_card/photo"],
    ] as const)
      assertRefused(await ask(hanoi, method, `/applications/${id}${path}`), 404, "APPLICATION_NOT_FOUND");
    const support = await key({ name: "Help", role: "support" });
    assertRefused(await ask(support, "POST", `/applications/${id}/documents/id_card/photo`), 403, "ROLE_NOT_ALLOWED");
  });
});

describe("documents that end", () => {
  test("are told to the driver and listed for the operator, and replaced by one that is accepted", async () => {
    const { applicant, id } = await sent();
    assertOk(await operator("POST", `/applications/${id}/approve`));
    const { token } = (await signIn(applicant.mobile)).body;
    const own = async () => {
      const { documents } = (await giao.call("GET", "/driver/v1/documents", { token })).body;
      return documents.find((one: Json) => one.kind === "insurance");
    };
    const listed = async () =>
      (await operator("GET", "/exceptions?city_id=SGN")).body.exceptions.find(
        (one: Json) => one.document?.mobile === applicant.mobile,
      );
    assert.deepEqual([(await own()).ending, await listed()], ["good", undefined]);
    const set = (day: string) => giao.house.db`
      update application_documents
      set expires_on = ${day}
      where application_id = ${id} and kind = 'insurance'`;
    await set(inDays(10));
    assert.equal((await own()).ending, "ends");
    const { kind, actions, document } = await listed();
    assert.deepEqual(
      [kind, actions, document.kind, document.expires_on],
      ["DOCUMENT_ENDS", ["see_application"], "insurance", inDays(10)],
    );
    assert.ok((await operator("GET", "/exceptions")).body.counts.DOCUMENT_ENDS >= 1);
    await set(inDays(-3));
    assert.equal((await own()).ending, "ended");

    assertRefused(await operator("POST", `/applications/${id}/documents/insurance/accept`), 404, "NOT_FOUND");
    assertOk(await applicant.photo("insurance", inDays(400)));
    assert.deepEqual([(await own()).ending, (await own()).waiting], ["ended", true]);
    assertOk(await operator("POST", `/applications/${id}/documents/insurance/again`, { reason: "Unreadable" }));
    assert.equal((await own()).asked_again, "Unreadable");
    assertRefused(await operator("POST", `/applications/${id}/documents/insurance/accept`), 404, "NOT_FOUND");
    assertOk(await applicant.photo("insurance", inDays(400)));
    assertOk(await operator("POST", `/applications/${id}/documents/insurance/accept`));
    assert.deepEqual([(await own()).ending, (await own()).waiting, await listed()], ["good", false, undefined]);
  });

  test("one that has ended takes a driver off offers where the setting says so, and only there", async () => {
    const { applicant, id } = await sent();
    assertOk(await operator("POST", `/applications/${id}/approve`));
    const { db } = giao.house;
    const { token } = (await signIn(applicant.mobile)).body;
    const here = { online: true, lat: 10.7725, lng: 106.698 };
    assertOk(await giao.call("PUT", "/driver/v1/availability", { token, body: here }));
    const isAsked = async () => (await listAskable(db, [applicant.mobile])).has(applicant.mobile);
    await db`update application_documents set expires_on = '2020-01-01' where application_id = ${id} and kind = 'licence'`;
    await keepOffOffers(giao.house);
    assert.equal(await isAsked(), true);
    const { settings } = giao.house;
    const strict = {
      ...giao.house,
      settings: { ...settings, documents: { ...settings.documents, endedTakesOffOffers: true } },
    };
    await keepOffOffers(strict);
    assert.equal(await isAsked(), false);
    await db`update application_documents set expires_on = '2031-01-01' where application_id = ${id} and kind = 'licence'`;
    await keepOffOffers(strict);
    assert.equal(await isAsked(), true);
  });
});

test("refused and forgotten applications go with their photos after their days; others stay", async () => {
  const refused = await sent();
  assertOk(await operator("POST", `/applications/${refused.id}/refuse`, { reason: "No." }));
  const waiting = await sent();
  await sweepApplications(giao.house);
  const before = files();
  await giao.house.db`
    update applications
    set changed_at = changed_at - interval '91 days'
    where id in (${refused.id}, ${waiting.id})`;
  await sweepApplications(giao.house);
  assert.equal(files(), before - 4);
  assert.deepEqual((await refused.applicant.call("GET", "/application")).body, {});
  assertOk(await operator("GET", `/applications/${waiting.id}`));
  assertOk(await refused.applicant.call("PUT", "/application", { body: A_FORM }));
});
