import assert from "node:assert/strict";
import { BlockList, isIP } from "node:net";
import { test } from "node:test";
import fc from "fast-check";
import { type AddressClass, classifyAddress, mayConnect } from "./address-class.ts";

const cases: readonly (readonly [string, AddressClass])[] = [
  ["8.8.8.8", "public"],
  ["113.161.1.1", "public"],
  ["126.255.255.255", "public"],
  ["128.0.0.0", "public"],
  ["100.63.255.255", "public"],
  ["100.128.0.0", "public"],
  ["172.15.255.255", "public"],
  ["172.32.0.0", "public"],
  ["223.255.255.255", "public"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "unspecified"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["100.64.0.1", "private"],
  ["100.127.255.255", "private"],
  ["169.254.0.1", "link-local"],
  ["169.254.169.254", "metadata"],
  ["100.100.100.200", "metadata"],
  ["168.63.129.16", "metadata"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "reserved"],
  ["198.18.0.1", "reserved"],
  ["203.0.113.9", "reserved"],
  ["0.255.255.255", "unspecified"],
  ["1.0.0.0", "public"],
  ["9.255.255.255", "public"],
  ["10.255.255.255", "private"],
  ["11.0.0.0", "public"],
  ["100.100.100.199", "private"],
  ["100.100.100.201", "private"],
  ["168.63.129.15", "public"],
  ["168.63.129.17", "public"],
  ["169.253.255.255", "public"],
  ["169.254.169.253", "link-local"],
  ["169.254.169.255", "link-local"],
  ["169.254.170.2", "metadata"],
  ["169.254.170.3", "link-local"],
  ["169.254.170.23", "metadata"],
  ["169.254.170.22", "link-local"],
  ["169.254.255.255", "link-local"],
  ["169.255.0.0", "public"],
  ["192.0.0.0", "reserved"],
  ["192.0.0.192", "metadata"],
  ["192.0.0.193", "reserved"],
  ["192.0.0.255", "reserved"],
  ["192.0.1.0", "public"],
  ["192.0.2.0", "reserved"],
  ["192.0.2.255", "reserved"],
  ["192.0.3.0", "public"],
  ["192.88.98.255", "public"],
  ["192.88.99.0", "reserved"],
  ["192.88.99.255", "reserved"],
  ["192.88.100.0", "public"],
  ["192.167.255.255", "public"],
  ["192.168.0.0", "private"],
  ["192.168.255.255", "private"],
  ["192.169.0.0", "public"],
  ["198.17.255.255", "public"],
  ["198.19.255.255", "reserved"],
  ["198.20.0.0", "public"],
  ["198.51.99.255", "public"],
  ["198.51.100.0", "reserved"],
  ["198.51.100.255", "reserved"],
  ["198.51.101.0", "public"],
  ["203.0.112.255", "public"],
  ["203.0.113.255", "reserved"],
  ["203.0.114.0", "public"],
  ["2606:4700::1111", "public"],
  ["2405:4800::1", "public"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["::2", "reserved"],
  ["0:0:0:0:0:0:0:1", "loopback"],
  ["::ffff:127.0.0.1", "loopback"],
  ["::ffff:7f00:1", "loopback"],
  ["::FFFF:169.254.169.254", "metadata"],
  ["::ffff:8.8.8.8", "public"],
  ["64:ff9b::7f00:1", "loopback"],
  ["64:ff9b::10.0.0.1", "private"],
  ["64:ff9b::8.8.8.8", "public"],
  ["64:ff9b:1::8.8.8.8", "reserved"],
  ["::127.0.0.1", "reserved"],
  ["::8.8.8.8", "reserved"],
  ["2002:7f00:1::", "reserved"],
  ["2001:0:1234::1", "reserved"],
  ["2001:db8::1", "reserved"],
  ["2001:1ff:ffff::1", "reserved"],
  ["2001:200::1", "public"],
  ["2001:db7::1", "public"],
  ["2001:db9::1", "public"],
  ["2003:db8::1", "public"],
  ["2003:1ff::1", "public"],
  ["3fff:0:1::", "reserved"],
  ["3fff:fff:ffff::1", "reserved"],
  ["3fff:1000::1", "public"],
  ["3ffe:fff::1", "public"],
  ["fc00::1", "private"],
  ["fdff::1", "private"],
  ["fd00:ec2::254", "metadata"],
  ["fd20:ce::254", "metadata"],
  ["fd00:ec2::23", "metadata"],
  ["fd00:ec2::24", "private"],
  ["fd00:ec2::22", "private"],
  ["fd00:ec3::23", "private"],
  ["fd00:ec2:1::23", "private"],
  ["fd01:ec2::23", "private"],
  ["fbff::1", "reserved"],
  ["fe7f::1", "reserved"],
  ["::ffff:169.254.169.253", "link-local"],
  ["::ffff:0.0.0.1", "unspecified"],
  ["::ffff:9.255.255.255", "public"],
  ["64:ff9b::169.254.170.3", "link-local"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local"],
  ["febf::1", "link-local"],
  ["fec0::1", "reserved"],
  ["ff02::1", "multicast"],
  ["4000::1", "reserved"],
  ["", "unreadable"],
  ["example.com", "unreadable"],
  ["127.1", "unreadable"],
  ["0177.0.0.1", "unreadable"],
  ["256.1.1.1", "unreadable"],
  ["1::2::3", "unreadable"],
  [":::1", "unreadable"],
  ["1:2:3:4:5:6:7", "unreadable"],
  ["1:2:3:4:5:6:7:8:9", "unreadable"],
  ["1:2:3:4:5:6:7::8:9", "unreadable"],
  ["12345::", "unreadable"],
  ["1:2:3:4::5:6:7:8", "unreadable"],
  ["1::g", "unreadable"],
  ["1:2:3:4:5:6:7:8::g", "unreadable"],
  ["g::1", "unreadable"],
  ["1:2:3:4:5:6:7::", "reserved"],
  ["127.0.0.1 ", "unreadable"],
];
for (const [address, kind] of cases) {
  test(`"${address}" is ${kind}`, () => assert.equal(classifyAddress(address), kind));
}

test("only public addresses may be called; the sandbox adds its own machine and network, never metadata", () => {
  const open = (allowPrivate: boolean) =>
    new Set(cases.filter(([address]) => mayConnect(address, allowPrivate)).map(([, kind]) => kind));
  assert.deepEqual([...open(false)], ["public"]);
  assert.deepEqual([...open(true)].sort(), ["loopback", "private", "public"]);
});

test("every address Node can read has a class, and what is inside a forbidden network is never public", () => {
  const [v4, v6] = [new BlockList(), new BlockList()];
  const closed =
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 224.0.0.0/3";
  for (const network of closed.split(" ")) {
    const [address = "", bits] = network.split("/");
    v4.addSubnet(address, Number(bits));
  }
  for (const network of ["::/3", "4000::/2", "8000::/1", "2002::/16"]) {
    const [address = "", bits] = network.split("/");
    v6.addSubnet(address, Number(bits), "ipv6");
  }
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const isV4 = isIP(address) === 4;
      const kind = classifyAddress(address);
      assert.notEqual(kind, "unreadable");
      // Mapped and NAT64 addresses are judged by what they carry; the rest of ::/3 is closed.
      const carriesIpv4 = !isV4 && /^(0*:)*:?(ffff|64:ff9b)/i.test(address);
      const forbidden = isV4 ? v4.check(address) : v6.check(address, "ipv6");
      if (forbidden && !carriesIpv4) assert.notEqual(kind, "public");
    }),
    { numRuns: 5000 },
  );
});
