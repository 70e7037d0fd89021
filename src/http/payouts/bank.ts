// Where a driver's money goes, and cash that drivers hand in.
import { Type } from "typebox";
import { field, maybe, moment, text, vnd } from "../../contract/fields.ts";
import { saveDriverBank, seeDriverBank } from "../../operations/ledger/driver-bank.ts";
import { type PayoutDeps, recordHandIn } from "../../operations/ledger/payouts.ts";
import { type CodReceipt, listReceipts } from "../../store/ledger/payouts.ts";
import { operatorOf } from "../base/callers.ts";
import { callsOf, DONE } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const PAGE = 100;
const bank = { bank: text, bank_account: text, bank_holder: text };
const receipt = { receipt: text, mobile: text, amount: vnd, time: moment, received_by: text };

const call = callsOf<PayoutDeps>("Operator");

export const bankCalls = [
  call.plain({
    id: "getDriverBank",
    at: "GET /operator/v1/drivers/:mobile/bank",
    summary: "A driver's bank account",
    answer: Type.Object({ bank: maybe(Type.Object(bank)) }),
    refusals: ["INVALID_PHONE_NUMBER", "DRIVER_NOT_FOUND"],
    run: async ({ params }, deps) => {
      const found = await seeDriverBank(deps, params.mobile);
      if ("refused" in found) return found;
      const { bank: kept } = found;
      return kept ? { bank: { bank: kept.bank, bank_account: kept.account, bank_holder: kept.holder } } : {};
    },
  }),
  call({
    id: "saveDriverBank",
    at: "PUT /operator/v1/drivers/:mobile/bank",
    summary: "Save a driver's bank account",
    body: Type.Object(bank),
    ...DONE,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "DRIVER_NOT_FOUND"],
    run: ({ params, body }, deps) =>
      saveDriverBank(deps, params.mobile, { bank: body.bank, account: body.bank_account, holder: body.bank_holder }),
  }),
  call({
    id: "recordHandIn",
    at: "POST /operator/v1/drivers/:mobile/cod-hand-ins",
    summary: "Record cash that a driver handed in",
    description:
      "By the number on its receipt, which is used once among all drivers: the same number with the same driver and amount is the same as " +
      "once, with anything else it is refused.",
    body: Type.Object({ amount: vnd, receipt: field.text("Letters, digits and . / - _; 60 at most.") }),
    answer: Type.Object(receipt),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "DRIVER_NOT_FOUND", "RECEIPT_USED"],
    run: (request, deps) => recordHandIn(deps, operatorOf(request), request.params.mobile, request.body),
    encode: encodeReceipt,
  }),
  call.plain({
    id: "listHandIns",
    at: "GET /operator/v1/cod-hand-ins",
    summary: "Cash that drivers handed in, newest first",
    answer: Type.Object({ hand_ins: Type.Array(Type.Object({ ...receipt, name: text })) }),
    run: async (_request, deps) => ({
      hand_ins: (await listReceipts(deps.db, PAGE)).map((one) => ({ ...encodeReceipt(one), name: one.name })),
    }),
  }),
];

function encodeReceipt({ receipt: number, phone, amount, receivedAt, receivedBy }: CodReceipt) {
  return { receipt: number, mobile: phone, amount, time: unixSeconds(receivedAt), received_by: receivedBy };
}
