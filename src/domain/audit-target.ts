// How the audit log names what a call was about. Accounts and drivers are known by their phones, which are personal: the last
// four digits tell them apart for whoever may look them up, and tell a stranger nothing.
const PHONE = /^\+?\d{9,15}$/;
const TARGET_LENGTH_MAX = 120;

export function auditTarget(params: Readonly<Record<string, string>>): string {
  return Object.values(params).map(shortened).join(" ").slice(0, TARGET_LENGTH_MAX);
}

export function shortened(param: string): string {
  const digits = param.replace(/[\s.-]/g, "");
  return PHONE.test(digits) ? `…${digits.slice(-4)}` : param.replace(/[^\x20-\x7e]/g, "");
}
