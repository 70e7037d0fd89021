// What kind of place an internet address is. Callbacks go to public ones only (D16); the guard in outbound/ asks here at
// connect time, and the settings ask when a URL names an address outright.
// Ranges follow the IANA special-purpose registries. IPv6 is judged the other way round: what is not known to be public is refused.

import { type Groups, hasPrefix, isMappedIpv4, lastIpv4, parseIpv4, parseIpv6 } from "../ip-address.ts";

export type AddressClass =
  | "public"
  | "loopback"
  | "private"
  | "metadata"
  | "link-local"
  | "multicast"
  | "unspecified"
  | "reserved"
  | "unreadable";

// The sandbox may call receivers on the same machine or network (CALLBACK_ALLOW_PRIVATE). Metadata services, multicast and
// the rest stay closed: no receiver under test lives there.
const OPENED_BY_ALLOW_PRIVATE: ReadonlySet<AddressClass> = new Set(["loopback", "private"]);

export function mayConnect(address: string, allowPrivate: boolean): boolean {
  const kind = classifyAddress(address);
  return kind === "public" || (allowPrivate && OPENED_BY_ALLOW_PRIVATE.has(kind));
}

export function classifyAddress(address: string): AddressClass {
  const v4 = parseIpv4(address);
  if (v4 !== undefined) return classifyIpv4(v4);
  const v6 = parseIpv6(address);
  return v6 === undefined ? "unreadable" : classifyIpv6(v6);
}

type Range = readonly [first: number, bits: number, kind: AddressClass];

const ipv4 = (text: string, bits: number, kind: AddressClass): Range => [parseIpv4(text) ?? 0, bits, kind];

// The first match counts, so single addresses come before the ranges that hold them.
const IPV4_RANGES: readonly Range[] = [
  // Services that hand out a machine's credentials: EC2 and most clouds, ECS, EKS, Alibaba, Azure, Oracle.
  ipv4("169.254.169.254", 32, "metadata"),
  ipv4("169.254.170.2", 32, "metadata"),
  ipv4("169.254.170.23", 32, "metadata"),
  ipv4("100.100.100.200", 32, "metadata"),
  ipv4("168.63.129.16", 32, "metadata"),
  ipv4("192.0.0.192", 32, "metadata"),
  ipv4("0.0.0.0", 8, "unspecified"), // Linux connects 0.0.0.0 to the machine itself
  ipv4("10.0.0.0", 8, "private"),
  ipv4("100.64.0.0", 10, "private"), // carrier-grade NAT, and many an overlay network
  ipv4("127.0.0.0", 8, "loopback"),
  ipv4("169.254.0.0", 16, "link-local"),
  ipv4("172.16.0.0", 12, "private"),
  ipv4("192.0.0.0", 24, "reserved"),
  ipv4("192.0.2.0", 24, "reserved"),
  ipv4("192.88.99.0", 24, "reserved"), // 6to4 relays
  ipv4("192.168.0.0", 16, "private"),
  ipv4("198.18.0.0", 15, "reserved"), // benchmarks
  ipv4("198.51.100.0", 24, "reserved"),
  ipv4("203.0.113.0", 24, "reserved"),
  ipv4("224.0.0.0", 4, "multicast"),
  ipv4("240.0.0.0", 4, "reserved"), // with the broadcast address
];

function classifyIpv4(address: number): AddressClass {
  const range = IPV4_RANGES.find(([first, bits]) => address >>> (32 - bits) === first >>> (32 - bits));
  return range?.[2] ?? "public";
}

// EC2, EKS and Google Cloud over IPv6.
const IPV6_METADATA: readonly Groups[] = [
  [0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0254],
  [0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0023],
  [0xfd20, 0x00ce, 0, 0, 0, 0, 0, 0x0254],
];

function classifyIpv6(groups: Groups): AddressClass {
  const [first = 0, second = 0] = groups;
  // An IPv4 address in IPv6 clothes is the IPv4 address: mapped (::ffff:a.b.c.d), and NAT64 as IPv6-only hosts need it.
  if (isMappedIpv4(groups)) return classifyIpv4(lastIpv4(groups));
  if (hasPrefix(groups, 0x64, 0xff9b, 0, 0, 0, 0)) return classifyIpv4(lastIpv4(groups));
  if (hasPrefix(groups, 0, 0, 0, 0, 0, 0, 0)) {
    if (groups[7] === 0) return "unspecified";
    if (groups[7] === 1) return "loopback";
  }
  if (IPV6_METADATA.some((address) => hasPrefix(groups, ...address))) return "metadata";
  if (first >>> 9 === 0xfc >>> 1) return "private"; // fc00::/7
  if (first >>> 6 === 0xfe80 >>> 6) return "link-local";
  if (first >>> 8 === 0xff) return "multicast";
  // Outside 2000::/3 nothing is public; that takes in ::a.b.c.d, 64:ff9b:1::/48, fec0::/10 and all that is unassigned.
  if (first >>> 13 !== 1) return "reserved";
  if (first === 0x2001 && second < 0x0200) return "reserved"; // protocol assignments, Teredo
  if (first === 0x2001 && second === 0x0db8) return "reserved"; // documentation
  if (first === 0x2002) return "reserved"; // 6to4 smuggles any IPv4 address
  if (first === 0x3fff && second < 0x1000) return "reserved"; // documentation
  return "public";
}
