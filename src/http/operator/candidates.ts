// Who could take an order that waits, for an operator who gives it to somebody.

import { Type } from "typebox";
import { field, nullable, oneOf, text } from "../../contract/fields.ts";
import { INELIGIBLE } from "../../domain/matching/eligibility.ts";
import { type Candidates, rankCandidates } from "../../operations/dispatch/rank-candidates.ts";
import type { DispatchDeps } from "../../operations/dispatch/run-round.ts";
import { callsOf } from "../calls/call.ts";

const CandidateList = Type.Object(
  {
    order_id: text,
    seq: field.integer("Give it to the assignment, so that it holds for what you saw."),
    wallet_needed: field.integer("What a driver's wallet must hold to take the order."),
    reach: nullable(
      field.number("How far from the pickup drivers are looked for now, in metres; null: without a limit."),
    ),
    candidates: Type.Array(
      Type.Object({
        mobile: text,
        name: text,
        plate_number: text,
        vehicle: text,
        lat: Type.Number(),
        lng: Type.Number(),
        pickup_in_seconds: field.integer("Until they are at the pickup, with all they have in hand done first."),
        pickup_distance: field.integer("Metres by road from where they will be free."),
        load: field.integer("Orders in hand."),
        wallet: field.integer("What it holds beyond what those orders may take."),
        rule: oneOf(["", ...INELIGIBLE], {
          description: 'The rule that keeps dispatch from asking them; "" when none does.',
        }),
        assignable: field.flag("An operator may pass over every rule but the wallet's."),
      }),
      { description: "Those whom no rule keeps first, then the soonest at the pickup." },
    ),
  },
  { title: "Candidates" },
);

const call = callsOf<DispatchDeps>("Operator");

export const candidateCalls = [
  call({
    id: "listCandidates",
    at: "GET /operator/v1/orders/:order_id/candidates",
    summary: "Who could take an order that waits",
    answer: CandidateList,
    refusals: ["ORDER_NOT_FOUND", "INVALID_ORDER_STATUS"],
    run: (request, deps) => rankCandidates(deps, request.params.order_id),
    encode: encodeCandidates,
  }),
];

function encodeCandidates({ order, walletNeeded, reachMeters, candidates }: Candidates) {
  return {
    order_id: order.id,
    seq: order.seq,
    wallet_needed: walletNeeded,
    reach: Number.isFinite(reachMeters) ? reachMeters : null,
    candidates: candidates.map(
      ({ phone, name, plateNumber, vehicle, lat, lng, pickupSeconds, pickupMeters, load, ...one }) => ({
        mobile: phone,
        name,
        plate_number: plateNumber,
        vehicle,
        lat,
        lng,
        pickup_in_seconds: pickupSeconds,
        pickup_distance: pickupMeters,
        load,
        wallet: one.walletFree,
        rule: one.rule ?? ("" as const),
        assignable: one.walletFree >= walletNeeded,
      }),
    ),
  };
}
