// Internet addresses as numbers, and the network that limits count by.

// Eight groups of sixteen bits.
export type Groups = readonly number[];

// Whoever has one IPv6 address has the 2⁶⁴ of their network, so the network counts; an IPv4 address counts whole, also in IPv6
// clothes. What is no address stays what it is.
export function networkOf(address: string): string {
  const groups = address.includes(":") ? parseIpv6(address) : undefined;
  if (!groups) return address;
  if (isMappedIpv4(groups)) return ipv4Text(lastIpv4(groups));
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

export function hasPrefix(groups: Groups, ...prefix: readonly number[]): boolean {
  return prefix.every((group, at) => groups[at] === group);
}

// ::ffff:a.b.c.d
export function isMappedIpv4(groups: Groups): boolean {
  return hasPrefix(groups, 0, 0, 0, 0, 0, 0xffff);
}

export function lastIpv4(groups: Groups): number {
  return (groups[6]! * 0x10000 + groups[7]!) >>> 0;
}

function ipv4Text(address: number): string {
  return [24, 16, 8, 0].map((bits) => (address >>> bits) & 0xff).join(".");
}

// Four decimal parts and nothing else: other spellings have been normalised by URL or by the resolver, or are not addresses.
export function parseIpv4(text: string): number | undefined {
  const match = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/.exec(text);
  if (!match) return undefined;
  const parts = match.slice(1).map(Number);
  if (parts.some((part) => part > 255)) return undefined;
  return parts.reduce((address, part) => address * 256 + part, 0);
}

export function parseIpv6(text: string): Groups | undefined {
  // A zone (fe80::1%eth0) says by which door, not where to.
  const [bare = ""] = text.split("%");
  const halves = bare.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === "" ? [] : groupsOf(half)));
  if (!head || (halves.length === 2 && !tail)) return undefined;
  if (!tail) return head.length === 8 ? head : undefined;
  const gap = 8 - head.length - tail.length;
  return gap < 1 ? undefined : [...head, ...Array<number>(gap).fill(0), ...tail];
}

function groupsOf(half: string): Groups | undefined {
  const words = half.split(":");
  const dotted = parseIpv4(words.at(-1) ?? "");
  const hex = dotted === undefined ? words : words.slice(0, -1);
  if (hex.some((word) => !/^[0-9a-f]{1,4}$/i.test(word))) return undefined;
  const groups = hex.map((word) => Number.parseInt(word, 16));
  return dotted === undefined ? groups : [...groups, dotted >>> 16, dotted & 0xffff];
}
