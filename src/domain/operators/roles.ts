// What each role of the operator's people and machines may do. A call needs one right (http/access/scopes.ts); the pages hide by the
// same list what would be refused.

export const OPERATOR_ROLES = ["owner", "dispatcher", "support", "finance", "viewer"] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

const ROLES_WITH = {
  // Orders, drivers, cities, services, figures: what the work is about.
  look: OPERATOR_ROLES,
  // One's own password, second factor and browsers.
  self: OPERATOR_ROLES,
  // The hand on an order.
  orders: ["owner", "dispatcher", "support"],
  drivers: ["owner", "dispatcher"],
  // Recipients' names and phones, where they are masked, by a call that leaves a row.
  contacts: ["owner", "dispatcher", "support", "finance"],
  // Partners' settings, what their endpoints were told, and sending it again.
  partners: ["owner", "support"],
  // Text messages, which hold codes where the sandbox sends them.
  messages: ["owner", "support"],
  // Wallets and statements, to read.
  books: ["owner", "support", "finance"],
  // Whatever moves money, or lets somebody owe it.
  money: ["owner", "finance"],
  // Cities, services with their prices, promo codes.
  catalogue: ["owner"],
  // Partners' keys, made and rotated.
  keys: ["owner"],
  // The operator's own people and keys.
  people: ["owner"],
  // Who is told what of the platform, and where it goes.
  alerts: ["owner"],
  audit: ["owner"],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type OperatorRight = keyof typeof ROLES_WITH;
export const OPERATOR_RIGHTS = Object.keys(ROLES_WITH) as OperatorRight[];

export function hasRight(role: OperatorRole, right: OperatorRight): boolean {
  const roles: readonly OperatorRole[] = ROLES_WITH[right];
  return roles.includes(role);
}

export function rightsOf(role: OperatorRole): readonly OperatorRight[] {
  return OPERATOR_RIGHTS.filter((right) => hasRight(role, right));
}

// Who calls recipients sees whom to call.
const SEES_CONTACTS: readonly OperatorRole[] = ["owner", "dispatcher", "support"];

export function seesContacts(role: OperatorRole): boolean {
  return SEES_CONTACTS.includes(role);
}
