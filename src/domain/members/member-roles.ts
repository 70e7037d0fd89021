// What each role of a partner's members may do in the portal. A call needs one right (http/access/scopes.ts), and the pages hide by the same list what would
// be refused. Programs with the API key or an account's token have no role: they may what the contract says.
import { type Refusal, refuse } from "../refusal.ts";

export const MEMBER_ROLES = ["owner", "staff", "finance", "developer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

const ROLES_WITH = {
  // Orders, services, prices, places.
  look: MEMBER_ROLES,
  // Make, change and cancel orders.
  orders: ["owner", "staff"],
  // What was paid and is owed.
  money: ["owner", "finance"],
  // The account's profile and its children.
  account: ["owner"],
  // Callbacks, their log and secret, and the feed of events.
  callbacks: ["owner", "developer"],
  // API keys.
  keys: ["owner", "developer"],
  // The members themselves.
  people: ["owner"],
} as const satisfies Record<string, readonly MemberRole[]>;

export type MemberRight = keyof typeof ROLES_WITH;
export const MEMBER_RIGHTS = Object.keys(ROLES_WITH) as MemberRight[];

// Whoever signed in with the API key has no role and may all.
export function memberRightsOf(role: MemberRole | null): readonly MemberRight[] {
  return MEMBER_RIGHTS.filter((right) => role === null || (ROLES_WITH[right] as readonly MemberRole[]).includes(role));
}

export function refuseMember(role: MemberRole | null, right: MemberRight): Refusal<"ROLE_NOT_ALLOWED"> | undefined {
  if (memberRightsOf(role).includes(right)) return undefined;
  return refuse("ROLE_NOT_ALLOWED", `This needs the right "${right}", which the role ${role} does not have.`);
}

export const MEMBERS_MAX = 200;
export const PARTNER_KEYS_MAX = 20;
// Of a key, as lists show it: how its hash begins.
export const PARTNER_KEY_NAME = /^[0-9a-f]{16}$/;
