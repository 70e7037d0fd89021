// Drivers' money as the operator sees it: paid in, paid out, looked through.
import { Type } from "typebox";
import { StatementRecord, WalletRecord } from "../../contract/driver-wallet.ts";
import { field, maybe } from "../../contract/fields.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { type DriverWallet, moveDriverMoney, seeDriverWallet } from "../../operations/drivers/driver-wallet.ts";
import { unknownDriver } from "../../operations/drivers/save-driver.ts";
import type { Services } from "../../operations/services.ts";
import { findDriver } from "../../store/drivers/drivers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeWallet, statementOf } from "../wire/driver-wallet.ts";

export type DriverMoneyDoor = Pick<Services, "db" | "reads" | "clock">;

const MoveBody = Type.Object({
  amount: field.number("Whole VND, at least 1."),
  reference: field.text("The operator's own; the same one twice moves the money once."),
});

const call = callsOf<DriverMoneyDoor>("Operator");

const move = {
  body: MoveBody,
  answer: WalletRecord,
  invalid: "INVALID_DATA",
  refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "DRIVER_NOT_FOUND", "NOT_ENOUGH_CREDIT", "IDEMPOTENCY_KEY_REUSED"],
  seen: async ({ params }: { readonly params: { readonly mobile: string } }, deps: DriverMoneyDoor) => {
    const found = await walletAt(deps, params.mobile);
    return isRefusal(found) ? undefined : encodeWallet(found);
  },
  encode: encodeWallet,
} as const;

export const driverMoneyCalls = [
  call({
    ...move,
    id: "topUpDriver",
    at: "POST /operator/v1/drivers/:mobile/top-ups",
    summary: "Pay money into a driver's wallet",
    run: ({ params, body }, deps) => moveDriverMoney(deps, params.mobile, "in", body),
  }),
  call({
    ...move,
    id: "payDriverOut",
    at: "POST /operator/v1/drivers/:mobile/withdrawals",
    summary: "Pay money out of a driver's wallet",
    run: ({ params, body }, deps) => moveDriverMoney(deps, params.mobile, "out", body),
  }),
  call({
    id: "getDriverWallet",
    at: "GET /operator/v1/drivers/:mobile/wallet",
    summary: "A driver's wallet",
    answer: WalletRecord,
    refusals: ["INVALID_PHONE_NUMBER", "DRIVER_NOT_FOUND"],
    run: (request, deps) => walletAt(deps, request.params.mobile),
    encode: encodeWallet,
  }),
  call.plain({
    id: "getDriverStatement",
    at: "GET /operator/v1/drivers/:mobile/statement",
    summary: "What moved a driver's wallet, newest first",
    query: Type.Object({ after: maybe(Type.String({ pattern: "^\\d{1,15}$" })) }),
    answer: StatementRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "DRIVER_NOT_FOUND"],
    run: async (request, deps) => {
      const found = await walletAt(deps, request.params.mobile);
      if ("refused" in found) return found;
      const phone = parsePhone(request.params.mobile) ?? "";
      return await statementOf(deps, phone, request.query.after);
    },
  }),
];

async function walletAt(
  deps: DriverMoneyDoor,
  mobile: string,
): Promised<DriverWallet, "INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND"> {
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  return (await findDriver(deps.db, phone)) ? seeDriverWallet(deps, phone) : unknownDriver(phone);
}
