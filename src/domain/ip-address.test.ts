import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { networkOf } from "./ip-address.ts";

const rows: readonly (readonly [string, string])[] = [
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
  ["::g", "::g"],
];
for (const [address, network] of rows) {
  test(`${address} counts as ${network}`, () => assert.equal(networkOf(address), network));
}

test("the last half of an IPv6 address makes no difference, the first always does", () => {
  const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
  const spell = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(":");
  fc.assert(
    fc.property(half, half, half, half, (network, host, otherNetwork, otherHost) => {
      fc.pre(network.some((group) => group !== 0) && otherNetwork.some((group) => group !== 0));
      const counted = networkOf(`${spell(network)}:${spell(host)}`);
      assert.equal(counted, networkOf(`${spell(network)}:${spell(otherHost)}`));
      const same = spell(network) === spell(otherNetwork);
      assert.equal(networkOf(`${spell(otherNetwork)}:${spell(host)}`) === counted, same);
    }),
  );
});
