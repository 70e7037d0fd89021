// The guard against a corpus of hostile URLs. A canary listens on this machine and must hear nothing, not even a connection.
import assert from "node:assert/strict";
import type { LookupAddress } from "node:dns";
import { networkInterfaces } from "node:os";
import { after, before, test } from "node:test";
import { type CallbackClient, openCallbackClient } from "../../src/outbound/callback-client.ts";
import { realClock } from "../../src/ports/clock.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";

let canary: Receiver;
// Absent on a machine without IPv6.
let canaryV6: Receiver | undefined;
const hasIpv6 = Object.values(networkInterfaces()).some((faces) => faces?.some(({ address }) => address === "::1"));
before(async () => {
  canary = await startReceiver();
  if (hasIpv6) canaryV6 = await startReceiver({ host: "::1", port: canary.port });
});
after(async () => {
  await canary.close();
  await canaryV6?.close();
});
const heard = () => canary.connections() + (canaryV6?.connections() ?? 0);

const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const v6 = (address: string): LookupAddress => ({ address, family: 6 });

// What a stranger's name server might say. Names that are not here do not exist.
const NAMES: Readonly<Record<string, readonly LookupAddress[]>> = {
  "loopback.example": [v4("127.0.0.1")],
  "other-loopback.example": [v4("127.8.8.8")],
  "loopback6.example": [v6("::1")],
  "zero.example": [v4("0.0.0.0")],
  "zero6.example": [v6("::")],
  "mapped.example": [v6("::ffff:127.0.0.1")],
  "mapped-hex.example": [v6("::ffff:7f00:1")],
  "compatible.example": [v6("::127.0.0.1")],
  "nat64.example": [v6("64:ff9b::7f00:1")],
  "6to4.example": [v6("2002:7f00:1::")],
  "private.example": [v4("10.0.0.7")],
  "private16.example": [v4("192.168.1.1")],
  "cgnat.example": [v4("100.64.0.1")],
  "metadata.example": [v4("169.254.169.254")],
  "metadata6.example": [v6("fd00:ec2::254")],
  "azure.example": [v4("168.63.129.16")],
  "link-local.example": [v6("fe80::1%lo")],
  "multicast.example": [v4("224.0.0.1")],
  "broadcast.example": [v4("255.255.255.255")],
  "ula.example": [v6("fc00::1")],
  "good-then-bad.example": [v4("93.184.216.34"), v4("127.0.0.1")],
  "bad-then-good.example": [v4("127.0.0.1"), v4("93.184.216.34")],
  "good-and-bad6.example": [v4("93.184.216.34"), v6("::1")],
  "nonsense.example": [{ address: "not an address", family: 4 }],
};
const LITERALS = [
  "127.0.0.1",
  "127.1",
  "127.000.000.001",
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "017700000001",
  "0",
  "0.0.0.0",
  "127.0.0.1.",
  "①②⑦.⓪.⓪.①",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b:1::127.0.0.1]",
  "[2002:7f00:1::]",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.0.1",
  "100.64.0.1",
  "100.100.100.200",
  "169.254.169.254",
  "169.254.170.2",
  "168.63.129.16",
  "0xa9fea9fe",
  "224.0.0.1",
  "255.255.255.255",
  "[fe80::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
];

const resolveNames = async (name: string): Promise<readonly LookupAddress[]> => {
  const addresses = NAMES[name];
  if (!addresses) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
  return addresses;
};
// Closed with the test that opened it.
const open = (more: Partial<Parameters<typeof openCallbackClient>[0]> = {}) => {
  const client = openCallbackClient({
    allowPrivate: false,
    clock: realClock,
    timeoutMs: 2_000,
    resolve: resolveNames,
    ...more,
  });
  after(() => client.close());
  return client;
};
const call = (client: CallbackClient, url: string) =>
  client.send({ id: url, url, auth: { type: "none" }, secrets: [] }, { eventId: "evt_1", body: Buffer.from("{}") });

test("no spelling of a forbidden address is connected to", async () => {
  const client = open();
  for (const host of LITERALS) {
    for (const scheme of ["http", "https"]) {
      const exchange = await call(client, `${scheme}://${host}:${canary.port}/`);
      assert.equal(exchange.outcome, "address_refused", host);
      assert.match(exchange.error, /^address not allowed \([a-z-]+\)$/);
    }
  }
  assert.equal(heard(), 0);
});

test("no name that leads to a forbidden address is connected to, not even when a good address stands beside it", async () => {
  const client = open();
  for (const name of Object.keys(NAMES)) {
    const exchange = await call(client, `http://${name}:${canary.port}/`);
    assert.equal(exchange.outcome, "address_refused", name);
  }
  assert.equal(heard(), 0);
});

test("this machine's own name for itself does not get past the resolver we ship", async () => {
  const client = openCallbackClient({ allowPrivate: false, clock: realClock, timeoutMs: 2_000 });
  after(() => client.close());
  const exchange = await call(client, `http://localhost:${canary.port}/`);
  // Which of these depends on what the machine's name server makes of the question.
  assert.ok(["address_refused", "unreachable", "timed_out"].includes(exchange.outcome), exchange.outcome);
  assert.equal(heard(), 0);
});

test("a name that does not exist is unreachable, and one without addresses too", async () => {
  const client = open({ resolve: async (name) => (name === "empty.example" ? [] : resolveNames(name)) });
  const missing = await call(client, "http://missing.example/");
  assert.deepEqual([missing.outcome, missing.error], ["unreachable", "name not found"]);
  const empty = await call(client, "http://empty.example/");
  assert.deepEqual([empty.outcome, empty.error], ["unreachable", "name has no address"]);
});

test("a name server that stalls costs the try its time and nothing more", async () => {
  const client = open({ timeoutMs: 50, resolve: () => new Promise(() => undefined) });
  assert.equal((await call(client, "http://stalling.example/")).outcome, "timed_out");
});

test("the sandbox reaches its own machine, by address and by name, and still no metadata service", async () => {
  const receiver = await startReceiver();
  after(() => receiver.close());
  const client = open({ allowPrivate: true });
  for (const host of ["127.0.0.1", "loopback.example", "mapped.example", "[::ffff:127.0.0.1]"]) {
    assert.equal((await call(client, `http://${host}:${receiver.port}/`)).code, 200, host);
  }
  for (const host of ["169.254.169.254", "metadata.example", "metadata6.example", "0.0.0.0", "multicast.example"]) {
    assert.equal((await call(client, `http://${host}:${receiver.port}/`)).outcome, "address_refused", host);
  }
  const system = openCallbackClient({ allowPrivate: true, clock: realClock });
  after(() => system.close());
  assert.equal((await call(system, `http://localhost:${receiver.port}/`)).code, 200);
});

test("a name that flips after it was judged is not asked again, and is judged anew for the next connection", async () => {
  const receiver = await startReceiver();
  after(() => receiver.close());
  let asked = 0;
  const flipping = async () => {
    asked += 1;
    return [asked === 1 ? v4("127.0.0.1") : v4("169.254.169.254")];
  };
  const url = `http://flip.example:${receiver.port}/`;
  const client = open({ allowPrivate: true, resolve: flipping });
  assert.equal((await call(client, url)).code, 200);
  assert.equal(asked, 1);
  assert.equal(receiver.seen("/")[0]?.headers.host, `flip.example:${receiver.port}`);
  // A second client has no connection to reuse, so the name is looked up again and now leads elsewhere.
  const later = open({ allowPrivate: true, resolve: flipping });
  assert.equal((await call(later, url)).outcome, "address_refused");
  assert.equal(asked, 2);
});

test("of several good addresses one that does not answer is passed over for the next", async () => {
  const receiver = await startReceiver();
  after(() => receiver.close());
  const client = open({ allowPrivate: true, resolve: async () => [v4("127.0.0.2"), v6("::1"), v4("127.0.0.1")] });
  assert.equal((await call(client, `http://several.example:${receiver.port}/`)).code, 200);
});
