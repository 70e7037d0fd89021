// Our callback client (guard, signature, deadline, bounded answer) beside a bare undici loop that posts the same bytes to the
// same receiver in another process. Rounds alternate, so that a busy machine slows both.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Pool } from "undici";
import { openCallbackClient } from "../src/outbound/callback-client.ts";
import { newCallbackSecret } from "../src/outbound/webhook-signature.ts";
import { realClock } from "../src/ports/clock.ts";
import { secureRandom } from "../src/ports/random.ts";

const IN_FLIGHT = 8;
const ROUNDS = 9;
const POSTS_A_ROUND = 3_000;
const RATIO_WANTED = 0.6;

const receiver = fork(join(import.meta.dirname, "callback-receiver.ts"));
const [port] = (await once(receiver, "message")) as [number];
const origin = `http://127.0.0.1:${port}`;
// About what an order with three stops weighs.
const body = Buffer.from(JSON.stringify({ _id: "26K7Q2ZD", status: "ACCEPTED", path: "x".repeat(2_400) }));

const pool = new Pool(origin, { connections: IN_FLIGHT });
async function postBare(): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await pool.request({ path: "/hooks", method: "POST", headers, body });
  await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
}

const client = openCallbackClient({ allowPrivate: true, clock: realClock, connectionsPerEndpoint: IN_FLIGHT });
const endpoint = {
  id: "bench",
  url: `${origin}/hooks`,
  auth: { type: "bearer", secret: "bench" },
  secrets: [newCallbackSecret(secureRandom)],
} as const;
async function postOurs(): Promise<void> {
  const exchange = await client.send(endpoint, { eventId: "evt_01J0000000", body });
  if (exchange.code !== 200) throw new Error(`answered ${exchange.code} ${exchange.error}`);
}

async function postsPerSecond(post: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  let left = POSTS_A_ROUND;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await post();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return POSTS_A_ROUND / ((performance.now() - startedMs) / 1000);
}

await postsPerSecond(postBare);
await postsPerSecond(postOurs);
const [bare, ours]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(await postsPerSecond(postBare));
  ours.push(await postsPerSecond(postOurs));
}
const middle = (figures: readonly number[]) => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
// Each pair ran within seconds; the middle of their ratios does not mind a neighbour that comes and goes.
const ratio = middle(ours.map((figure, round) => figure / (bare[round] ?? figure)));
process.stdout.write(
  `bare undici loop     ${Math.round(middle(bare))} posts/s\n` +
    `callback client      ${Math.round(middle(ours))} posts/s, ${ratio.toFixed(2)} of the floor (at least ${RATIO_WANTED})\n`,
);

await client.close();
await pool.destroy();
receiver.disconnect();
