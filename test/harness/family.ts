// Two partners and who belongs to them: a parent with two children, an account beside them, and a stranger at the other partner.
// The first child has ordered, and so have all others.
import { assertOk } from "./expect.ts";
import type { Giao, Json } from "./giao.ts";
import { DELIVERY, type OrderTests, orderBody, point } from "./orders.ts";

export type Member = { readonly phone: string; readonly token: string; readonly order: string };
export type Family = {
  readonly partner: string;
  readonly apiKey: string;
  readonly routeKey: string;
  readonly otherKey: string;
  readonly parent: Member;
  readonly child: Member;
  readonly otherChild: Member;
  readonly sibling: Member;
  readonly stranger: Member;
};

// `at` keeps families of one server apart.
export async function startFamily(giao: OrderTests, at = 0): Promise<Family> {
  const own = await newPartner(giao, `family-${at}`);
  const other = await newPartner(giao, `strangers-${at}`);
  const member = (nth: number, key: string) => newMember(giao, `849${40 + at}0000${String(nth).padStart(2, "0")}`, key);
  const parent = await member(1, own.api_key);
  const child = await member(2, own.api_key);
  const otherChild = await member(3, own.api_key);
  for (const { phone } of [child, otherChild]) await adopt(giao, parent.token, phone);
  return {
    partner: own.id,
    apiKey: own.api_key,
    routeKey: own.route_key,
    otherKey: other.api_key,
    parent,
    child,
    otherChild,
    sibling: await member(4, own.api_key),
    stranger: await member(5, other.api_key),
  };
}

// Every member's order carries the same number, so that a look-up by it could find too much.
export const TRACKED = "FAMILY-1";

async function newMember(giao: OrderTests, phone: string, apiKey: string): Promise<Member> {
  const token = await giao.register(phone, apiKey);
  const body = orderBody({
    payment_method: "CASH",
    remarks: "sim:none",
    path: [point(), point({ ...DELIVERY, tracking_number: TRACKED })],
  });
  return { phone, token, order: (await giao.created(body, token))._id };
}

async function newPartner(giao: Giao, id: string): Promise<Json> {
  const made = await giao.call("POST", "/operator/v1/partners", { operator: true, body: { id, name: id } });
  assertOk(made);
  return made.body;
}

export async function adopt(giao: Giao, token: string, phone: string): Promise<void> {
  assertOk(await giao.call("POST", "/v3/accounts/childs", { token, body: { child_id: phone } }));
  const [message] = (await giao.call("GET", `/operator/v1/sms?to=${phone}`, { operator: true })).body;
  const body = { activation_code: message.code };
  assertOk(await giao.call("POST", `/v3/accounts/childs/${phone}/activate`, { token, body }));
}
