// What a driver's answers and comings and goings leave behind: whose an order is after them, what is still asked, and where they are.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DriverCaller } from "../../src/domain/drivers/driver.ts";
import { type AnswerDeps, declineOffer } from "../../src/operations/drivers/answer-offer.ts";
import { type Availability, changeAvailability } from "../../src/operations/drivers/set-availability.ts";
import { LiveAway, type LivePlaces } from "../../src/ports/live/live-plane.ts";
import { inTransaction } from "../../src/store/db.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver, addOrder, MARKET, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { until } from "../harness/until.ts";

const giao = await startGiao({}, { roads: crowRoads });
const token = await giao.signIn();
const an = await addDriver(giao, { phone: "84911510001", wallet: 1_000_000 });
const binh = await addDriver(giao, { phone: "84911510002", wallet: 1_000_000 });
const { db, clock } = giao.house;
const driverOf = async (orderId: string) => ok(await giao.call("GET", `/v3/orders/${orderId}`, { token })).supplier_id;
const end = (orderId: string) =>
  giao.call("POST", `/operator/v1/orders/${orderId}/cancel`, { operator: true, body: { comment: "over" } });
const answersOf = async (orderId: string) =>
  (await db<{ answer: string | null }>`select answer from offers where order_id = ${orderId}`).map((row) => row.answer);
const sandbox = (orderId: string, body: object) =>
  giao.call("POST", `/sandbox/v1/orders/${orderId}/events`, { operator: true, body });

describe("accepting again", () => {
  test("what was given up and is another's now stays theirs", async () => {
    const orderId = await addOrder(giao, token);
    const [first] = await offerTo(giao, orderId, [an.phone]);
    ok(await an.call("POST", `/offers/${first}/accept`));
    ok(await an.call("POST", `/orders/${orderId}/cancel`, { comment: "flat tyre" }));
    const [second] = await offerTo(giao, orderId, [binh.phone]);
    ok(await binh.call("POST", `/offers/${second}/accept`));
    assertRefused(await an.call("POST", `/offers/${first}/accept`), 409, "OFFER_TAKEN");
    assert.equal(await driverOf(orderId), binh.phone);
    await end(orderId);
  });

  test("an offer that was over before the operator gave them the order is no acceptance", async () => {
    const orderId = await addOrder(giao, token);
    const [offerId] = await offerTo(giao, orderId, [an.phone]);
    ok(await an.call("POST", `/offers/${offerId}/decline`));
    const body = { mobile: an.phone };
    ok(await giao.call("POST", `/operator/v1/orders/${orderId}/assign`, { operator: true, body }));
    assert.equal(await driverOf(orderId), an.phone);
    assertRefused(await an.call("POST", `/offers/${offerId}/accept`), 409, "OFFER_TAKEN");
    await end(orderId);
  });
});

test("what the sandbox put into a driver's name is no work that keeps them from a broadcast", async () => {
  const played = await addOrder(giao, token);
  assertOk(await sandbox(played, { type: "accept", mobile: an.phone }));
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [an.phone], "broadcast");
  ok(await an.call("POST", `/offers/${offerId}/accept`));
  assert.equal(await driverOf(orderId), an.phone);
  await end(played);
  await end(orderId);
});

test("who declines and accepts in the same moment has declined where that was first", async () => {
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [an.phone]);
  const accepting = await inTransaction(db, async (tx) => {
    await tx`update drivers set offer_seq = offer_seq + 1 where phone = ${an.phone}`;
    await tx`update offers set answer = 'declined', answered_at = now(), seq = seq + 1 where id = ${offerId!}`;
    const accepted = { answer: an.call("POST", `/offers/${offerId}/accept`) };
    await until("the acceptance waits for the driver", async () => {
      const waiting =
        await db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    return accepted;
  });
  assertRefused(await accepting.answer, 406, "OFFER_EXPIRED");
  assert.deepEqual([await answersOf(orderId), await driverOf(orderId)], [["declined"], ""]);
  await end(orderId);
});

describe("declining", () => {
  test("a driver who declines was heard of", async () => {
    ok(await an.online());
    const orderId = await addOrder(giao, token);
    const [offerId] = await offerTo(giao, orderId, [an.phone], "assign", 600);
    await clock.advance(120_000);
    ok(await an.call("POST", `/offers/${offerId}/decline`));
    const [row] = await db<{ heardAt: Date }>`select heard_at from driver_places where driver_phone = ${an.phone}`;
    assert.ok(row!.heardAt.getTime() > clock.now().getTime() - 60_000);
    await end(orderId);
  });

  test("whoever follows the order hears that it was declined", async () => {
    const orderId = await addOrder(giao, token);
    const [offerId] = await offerTo(giao, orderId, [an.phone]);
    const heard: string[] = [];
    const deps = { ...giao.house, announcer: { orderChanged: (id: string) => void heard.push(id) } };
    const caller = { phone: an.phone, name: "An", plateNumber: "59A1-1", cityId: "SGN" } as DriverCaller;
    assert.deepEqual(await declineOffer(deps as unknown as AnswerDeps, caller, offerId!), { declined: true });
    assert.deepEqual(heard, [orderId]);
    await end(orderId);
  });

  test("what is no offer's id is no offer", async () => {
    for (const answer of ["accept", "decline"])
      assertRefused(await an.call("POST", `/offers/nonsense/${answer}`), 404, "OFFER_NOT_FOUND");
  });
});

describe("coming and going", () => {
  test("whoever goes offline is asked no longer, which is no refusal; coming online again leaves what is asked", async () => {
    ok(await an.online());
    const orderId = await addOrder(giao, token);
    await offerTo(giao, orderId, [an.phone]);
    ok(await an.online());
    assert.deepEqual(await answersOf(orderId), [null]);
    assert.equal(ok(await an.call("GET", "/offers")).offers.length, 1);
    ok(await an.call("PUT", "/availability", { online: false }));
    assert.deepEqual(await answersOf(orderId), ["withdrawn"]);
    assert.deepEqual(ok(await an.call("GET", "/offers")).offers, []);
    await end(orderId);
  });

  describe("with places kept apart", () => {
    const driver = { phone: an.phone, cityId: "SGN" };
    const online = { online: true, place: MARKET };
    const goes = async (availability: Availability, fault?: Error) => {
      const seen: object[] = [];
      const see = async (what: object) => {
        if (fault) throw fault;
        seen.push(what);
      };
      const apart = { write: see, remove: see } as unknown as LivePlaces;
      await changeAvailability({ ...giao.house, live: { ...giao.house.live, apart } }, driver, availability);
      return seen;
    };

    test("the place is written there with the house's time and the true one, and taken away again", async () => {
      await clock.advance(3_600_000);
      const [written] = (await goes(online)) as [{ lat: number; heardAt: Date; seenAt: Date }[]];
      assert.equal(written.length, 1);
      const { lat, heardAt, seenAt } = written[0]!;
      assert.equal(lat, MARKET.lat);
      const behind = heardAt.getTime() - seenAt.getTime();
      assert.ok(behind >= 3_600_000 && Math.abs(Date.now() - seenAt.getTime()) < 600_000, String(behind));
      assert.deepEqual(await goes({ online: false, place: undefined }), [driver]);
      assert.deepEqual(await goes({ online: false, place: MARKET }), [driver], "wherever they went off");
    });

    test("where they cannot be kept now, the driver comes online all the same; another fault is told", async () => {
      assert.deepEqual(await goes(online, new LiveAway("gone")), []);
      const seen = ok(await giao.call("GET", `/operator/v1/drivers/${an.phone}`, { operator: true }));
      assert.equal(seen.online, true);
      await assert.rejects(goes(online, new Error("a bug")), /a bug/);
    });
  });
});
