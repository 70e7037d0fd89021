// Paying drivers out: who gets what and why, the file for the bank, and the yes of people.
import { type Static, Type } from "typebox";
import { field, maybe, moment, oneOf, text, time, vnd } from "../../contract/fields.ts";
import { CSV_BYTE_ORDER_MARK, csvLine } from "../../domain/csv.ts";
import { PAYOUT_REASONS, PAYOUT_STATUSES } from "../../domain/ledger/payout.ts";
import {
  approvePayout,
  cancelPayout,
  getPayout,
  makePayout,
  markPayoutPaid,
  type PayoutDeps,
  previewPayout,
  type WholePayout,
} from "../../operations/ledger/payouts.ts";
import { listPayouts, type Payout, type PayoutLine } from "../../store/ledger/payouts.ts";
import { citiesOf, operatorOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const PAGE = 100;

const LineRecord = Type.Object(
  {
    mobile: text,
    name: text,
    wallet: field.integer("What the wallet held when the run was made; below zero the driver owes it."),
    later: field.integer("Of it, what came after `up_to`."),
    held: field.integer("Of it, what orders in hand may take, COD among it."),
    cod: field.integer("Cash of COD in the driver's hand."),
    amount: field.integer("What is paid out."),
    why: oneOf(PAYOUT_REASONS),
    bank: text,
    bank_account: text,
    bank_holder: text,
  },
  { title: "PayoutLine" },
);

const run = {
  id: text,
  city_id: field.text("Empty: all cities."),
  up_to: moment,
  status: oneOf(PAYOUT_STATUSES),
  total: vnd,
  drivers: field.integer("How many are paid."),
  needs_two: field.flag("The sum is above PAYOUT_TWO_PEOPLE_OVER: two people have to approve."),
  made_time: moment,
  made_by: text,
  end_time: time,
  ended_by: text,
  reference: text,
};
const RunRecord = Type.Object(run, { title: "PayoutRun" });
const PayoutRecord = Type.Object(
  {
    ...run,
    approvals: Type.Array(Type.Object({ id: text, name: text, time: moment })),
    lines: Type.Array(LineRecord),
  },
  { title: "Payout" },
);
const scope = {
  city_id: maybe(field.text("All cities when absent.")),
  up_to: maybe(field.number("Unix timestamp; what was earned later is left. Now when absent.", { minimum: 0 })),
};

const call = callsOf<PayoutDeps>("Operator");
const whole = { answer: PayoutRecord, encode: encodePayout } as const;

export const payoutCalls = [
  call({
    id: "previewPayout",
    at: "GET /operator/v1/payouts/preview",
    summary: "Who would get what now, and why",
    query: Type.Object({ ...scope, up_to: maybe(Type.String({ pattern: "^\\d{1,12}$" })) }),
    answer: Type.Object({ total: vnd, lines: Type.Array(LineRecord) }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "CITY_NOT_FOUND", "CITIES_NOT_ALLOWED"],
    run: (request, deps) => {
      const { city_id, up_to } = request.query;
      return previewPayout(
        deps,
        operatorOf(request),
        scopeOf(city_id, up_to === undefined ? undefined : Number(up_to)),
      );
    },
    encode: (lines) => ({ total: lines.reduce((sum, { amount }) => sum + amount, 0), lines: lines.map(encodeLine) }),
  }),
  call({
    ...whole,
    id: "makePayout",
    at: "POST /operator/v1/payouts",
    summary: "Make a run of payouts",
    description:
      "The money is set aside in the same transaction: it is in no other run and cannot be spent, until the run is marked paid or cancelled. " +
      "At most 5,000 drivers, the fullest wallets first.",
    body: Type.Object(scope),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "CITY_NOT_FOUND", "CITIES_NOT_ALLOWED", "NOTHING_TO_PAY", "PAYOUT_NOT_FOUND"],
    run: (request, deps) => makePayout(deps, operatorOf(request), scopeOf(request.body.city_id, request.body.up_to)),
  }),
  call.plain({
    id: "listPayouts",
    at: "GET /operator/v1/payouts",
    summary: "Runs of payouts",
    query: Type.Object({
      city_id: maybe(Type.String()),
      after: maybe(field.text("The next of the page before.", { pattern: "^\\d{1,15}$" })),
    }),
    answer: Type.Object({ payouts: Type.Array(RunRecord), next: maybe(text) }),
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST"],
    run: async (request, deps) => {
      const { city_id, after } = request.query;
      const cityIds = city_id === undefined ? citiesOf(request) : [city_id];
      const before = after === undefined ? undefined : new Date(Number(after));
      const found = await listPayouts(deps.db, cityIds, before, PAGE);
      const last = found.length === PAGE ? found.at(-1) : undefined;
      return { payouts: found.map(encodeRun), ...(last ? { next: String(last.madeAt.getTime()) } : {}) };
    },
  }),
  call({
    ...whole,
    id: "getPayout",
    at: "GET /operator/v1/payouts/:id",
    summary: "A run of payouts: who gets what, and why",
    refusals: ["PAYOUT_NOT_FOUND"],
    run: ({ params }, deps) => getPayout(deps, params.id),
  }),
  call.plain({
    id: "exportPayout",
    at: "GET /operator/v1/payouts/:id/bank.csv",
    summary: "A run of payouts as a file for the bank",
    description:
      "Those who are paid: holder, account, bank, amount, and words for the transfer. UTF-8 with a mark for Excel.",
    produces: ["text/csv"],
    refusals: ["PAYOUT_NOT_FOUND"],
    run: async ({ params }, deps, { reply }) => {
      const found = await getPayout(deps, params.id);
      if ("refused" in found) return found;
      return reply
        .type("text/csv; charset=utf-8")
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="giao-payout-${found.payout.id}.csv"`)
        .send(bankFile(found));
    },
  }),
  call({
    ...whole,
    id: "approvePayout",
    at: "POST /operator/v1/payouts/:id/approve",
    summary: "Say yes to a run of payouts",
    description: "A person who signed in, once. Who made the run has said yes already, if they are a person.",
    bodyMayBeMissing: true,
    refusals: ["PAYOUT_NOT_FOUND", "PERSON_NEEDED", "PAYOUT_CLOSED", "SECOND_PERSON_NEEDED"],
    run: (request, deps) => approvePayout(deps, operatorOf(request), request.params.id),
  }),
  call({
    ...whole,
    id: "markPayoutPaid",
    at: "POST /operator/v1/payouts/:id/paid",
    summary: "Mark a run of payouts as paid",
    description: "Once: again with the same reference it answers the same and moves nothing, with another one 409.",
    body: Type.Object({ reference: field.text("Of the transfer.", { maxLength: 100 }) }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "PAYOUT_NOT_FOUND", "IDEMPOTENCY_KEY_REUSED", "PAYOUT_CLOSED", "SECOND_PERSON_NEEDED"],
    run: (request, deps) => markPayoutPaid(deps, operatorOf(request), request.params.id, request.body.reference),
  }),
  call({
    ...whole,
    id: "cancelPayout",
    at: "POST /operator/v1/payouts/:id/cancel",
    summary: "Cancel a run of payouts that is not paid",
    description: "What was set aside is in the wallets again.",
    bodyMayBeMissing: true,
    refusals: ["PAYOUT_NOT_FOUND", "PAYOUT_CLOSED"],
    run: (request, deps) => cancelPayout(deps, operatorOf(request), request.params.id),
  }),
];

function scopeOf(cityId: string | undefined, upTo: number | undefined) {
  return { cityId: cityId || null, upTo: upTo === undefined ? undefined : new Date(upTo * 1_000) };
}

function bankFile({ payout, lines }: WholePayout): string {
  const rows = lines
    .filter(({ amount }) => amount > 0)
    .map(({ holder, account, bank, amount, phone }) => [holder, account, bank, amount, `Giao ${payout.id} ${phone}`]);
  const head = ["holder", "account", "bank", "amount", "description"];
  return CSV_BYTE_ORDER_MARK + [head, ...rows].map(csvLine).join("");
}

function encodeRun(payout: Payout): Static<typeof RunRecord> {
  return {
    id: payout.id,
    city_id: payout.cityId ?? "",
    up_to: unixSeconds(payout.upTo),
    status: payout.status,
    total: payout.total,
    drivers: payout.paidDrivers,
    needs_two: payout.needsTwo,
    made_time: unixSeconds(payout.madeAt),
    made_by: payout.madeBy,
    end_time: unixSeconds(payout.endedAt),
    ended_by: payout.endedBy ?? "",
    reference: payout.reference ?? "",
  };
}

function encodePayout({ payout, lines, approvals }: WholePayout): Static<typeof PayoutRecord> {
  return {
    ...encodeRun(payout),
    approvals: approvals.map(({ operatorId, name, approvedAt }) => ({
      id: operatorId,
      name,
      time: unixSeconds(approvedAt),
    })),
    lines: lines.map(encodeLine),
  };
}

function encodeLine({ phone, bank, account, holder, ...line }: PayoutLine): Static<typeof LineRecord> {
  const { name, wallet, later, held, cod, amount, why } = line;
  return {
    mobile: phone,
    name,
    wallet,
    later,
    held,
    cod,
    amount,
    why,
    bank: bank ?? "",
    bank_account: account ?? "",
    bank_holder: holder ?? "",
  };
}
