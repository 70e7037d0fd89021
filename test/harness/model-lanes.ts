// Plays random calls against the server and a small model of it (order-model.ts), and compares every answer, status and balance.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { seededChance } from "../../src/domain/chance.ts";
import { assertOk } from "./expect.ts";
import type { Answer } from "./giao.ts";
import { AccountModel, bodyOf, type ModelOrder, PROMO, type Wish } from "./order-model.ts";
import type { Body, OrderTests } from "./orders.ts";

const START = { main: 400_000, bonus: 60_000 };

export const seed = Math.trunc(Number(process.env.SEED ?? Date.now() % 2 ** 31));

export type Play = { readonly lanes: number; readonly rounds: number; readonly calls: number };

// One account with its own chance, so that lanes can run side by side and a seed still tells the same story.
export class Lane {
  readonly model = new AccountModel(START.main, START.bonus);
  readonly orders: OrderTests;
  readonly phone: string;
  readonly promo: string;
  readonly token: string;
  readonly chance: () => number;
  calls = 0;

  constructor(orders: OrderTests, at: number, token: string) {
    this.orders = orders;
    this.phone = phoneOf(at);
    this.promo = `MODEL${at}`;
    this.token = token;
    this.chance = seededChance(seed + at);
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.chance() * from.length)]!;
  }

  place() {
    return { lat: 10.74 + this.chance() * 0.08, lng: 106.64 + this.chance() * 0.08 };
  }

  now(): number {
    return this.orders.house.clock.now().getTime() / 1_000;
  }

  // What the sender calls has a key: until it is known what became of it, it is sent again.
  async send(method: string, path: string, body: unknown): Promise<Answer> {
    const headers = { "idempotency-key": `${this.phone} ${this.calls}` };
    for (;;) {
      const answer = await this.orders.call(method, path, { token: this.token, body, headers });
      if (answer.status !== 503 && answer.body.code !== "IDEMPOTENCY_IN_PROGRESS") return answer;
      await sleep(20);
    }
  }

  async step(isCut: boolean): Promise<void> {
    this.calls += 1;
    const running = this.model.orders.filter(({ status }) => status !== "COMPLETED" && status !== "CANCELLED");
    const order = this.chance() < 0.9 ? this.pick(running) : this.pick(this.model.orders);
    if (!order || (running.length < 12 && this.chance() < 0.3)) return this.create();
    // The sandbox's tools know no keys.
    if (isCut) return this.pick([() => this.cancel(order), () => this.edit(order, "cod"), () => this.create()])();
    const act = this.pick([
      "cancel",
      "cod",
      "address",
      "accept",
      "pickup",
      "pickup",
      "finish",
      "finish",
      "finish",
      "give up",
      "read",
    ] as const);
    switch (act) {
      case "cancel":
        return this.cancel(order);
      case "cod":
        return this.edit(order, "cod");
      case "address":
        return this.edit(order, "address");
      case "accept":
        return this.play(
          order,
          "accept",
          { mobile: `8491400${String(1_000 + this.calls).slice(-4)}` },
          this.model.accept(order),
        );
      case "pickup":
        return this.play(order, "pickup", {}, this.model.pickUp(order));
      case "give up":
        return this.play(order, "driver_cancel", { comment: "flat tyre" }, this.model.giveUp(order, this.now()));
      case "finish":
        return this.finish(order);
      case "read":
        return this.compare(order);
    }
  }

  async create(): Promise<void> {
    const places = Array.from({ length: 2 + Math.floor(this.chance() * 3) }, () => this.place());
    const wish: Wish = {
      method: this.pick(["BALANCE", "BALANCE", "CASH", "CASH_BY_RECIPIENT"]),
      hosted: this.chance() < 0.5,
      promo: this.chance() < 0.2,
      places,
      cods: places.map((_, at) => (at > 0 && this.chance() < 0.3 ? Math.floor(this.chance() * 900_000) : 0)),
      idleSeconds: this.chance() < 0.2 ? 60 + Math.floor(this.chance() * 900) : 0,
    };
    const expected = this.model.judgeCreate(wish);
    const answer = await this.send("POST", "/v3/orders", bodyOf(wish, this.promo, this.now()));
    if (typeof expected === "string") return this.expect(answer, expected, "create");
    assertOk(answer);
    const { order } = answer.body;
    assert.deepEqual(
      [order.total_fee, order.user_main_account, order.user_bonus_account],
      [expected.total, expected.fromMain, expected.fromBonus],
    );
    this.model.opened(order._id, wish, expected, this.now());
  }

  async cancel(order: ModelOrder): Promise<void> {
    const comment = this.chance() < 0.5 ? "changed my mind" : null;
    const expected = this.model.cancel(order, comment !== null);
    this.expect(await this.send("DELETE", `/v3/orders/${order.id}`, { comment }), expected, "cancel");
  }

  async edit(order: ModelOrder, field: "cod" | "address"): Promise<void> {
    // What an accepted driver's wallet can carry is another story.
    if (order.status === "ACCEPTED") return;
    const index = Math.floor(this.chance() * order.points.length);
    const [place, cod] = [this.place(), Math.floor(this.chance() * 900_000)];
    const expected =
      field === "cod" ? this.model.editCod(order, index, cod) : this.model.editAddress(order, index, place);
    const change = field === "cod" ? { cod } : { address_info: { address: "elsewhere", ...place } };
    const body = { path_index: index, ...change };
    this.expect(await this.send("PATCH", `/v3/orders/${order.id}`, body), expected, field);
  }

  async finish(order: ModelOrder): Promise<void> {
    const index = Math.floor(this.chance() * order.points.length);
    const isFailed = this.chance() < 0.2;
    const expected = this.model.finish(order, index, isFailed ? "FAILED" : "COMPLETED");
    await this.play(order, isFailed ? "fail" : "deliver", { path_index: index, comment: "at the door" }, expected);
  }

  async play(order: ModelOrder, type: string, more: Body, expected: string): Promise<void> {
    this.expect(await this.orders.play(order.id, type, more), expected, type);
  }

  // "?": some refusal; which one is the driver doors' own affair.
  expect(answer: Answer, expected: string, what: string): void {
    const found = answer.status === 200 ? "OK" : answer.body.code;
    const isRight = expected === "?" ? answer.status !== 200 && answer.status < 500 : found === expected;
    assert.ok(isRight, `${what}: expected ${expected}, found ${found} ${JSON.stringify(answer.body)}`);
  }

  async compare(order: ModelOrder): Promise<void> {
    const seen = await this.orders.detail(order.id, this.token);
    assert.deepEqual(
      [seen.status, seen.total_fee, seen.path.map((point: Body) => [point.status, point.cod])],
      [order.status, order.total, order.points.map((point) => [point.status, point.cod])],
      order.id,
    );
  }

  async settle(): Promise<void> {
    const seen = new Map<string, string>();
    const rows = await this.orders.house.db<{ id: string; status: string }>`
      select id, status from orders where creator_phone = ${this.phone}`;
    for (const { id, status } of rows) seen.set(id, status);
    this.model.timePassed(this.now(), seen);
    assert.deepEqual(
      this.model.orders.map(({ id, status }) => [id, status]),
      this.model.orders.map(({ id }) => [id, seen.get(id)]),
    );
    assert.equal(rows.length, this.model.orders.length);
    const { main, bonus, held, cod } = await this.orders.walletOf(this.phone);
    const model = this.model;
    assert.deepEqual(
      { main, bonus, held, cod },
      { main: model.main, bonus: model.bonus, held: model.held, cod: model.cod },
    );
  }
}

function phoneOf(at: number): string {
  return `849720000${String(at).padStart(2, "0")}`;
}

export async function openLanes(orders: OrderTests, count: number): Promise<readonly Lane[]> {
  const lanes: Lane[] = [];
  for (let at = 0; at < count; at++) {
    const lane = new Lane(orders, at, await orders.fundedAccount(phoneOf(at), START.main, START.bonus));
    const promo = { type: "FLAT", value: PROMO.value, uses_max: PROMO.usesMax };
    assertOk(await orders.call("PUT", `/operator/v1/promos/${lane.promo}`, { operator: true, body: promo }));
    lanes.push(lane);
  }
  return lanes;
}

export async function play(
  orders: OrderTests,
  lanes: readonly Lane[],
  { rounds, calls }: Pick<Play, "rounds" | "calls">,
  isCut: boolean,
): Promise<void> {
  const chance = seededChance(seed);
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      lanes.map(async (lane) => {
        for (let call = 0; call < calls; call++) await lane.step(isCut);
      }),
    );
    if (isCut) continue;
    await orders.advance(Math.floor(chance() * 300));
    for (const lane of lanes) await lane.settle();
  }
}

export function assertBothEnds(lanes: readonly Lane[]): void {
  const ended = lanes.flatMap(({ model }) => model.orders.map(({ status }) => status));
  // A story in which nothing was ever delivered or given up would prove little.
  assert.ok(
    ["COMPLETED", "CANCELLED"].every((status) => ended.filter((each) => each === status).length > 4),
    ended.join(),
  );
}
