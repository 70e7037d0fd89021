// The tables of docs/partner-guide.md, made from the values the program runs on.

import { RETRY_DELAYS_SECONDS } from "../../src/domain/callbacks/retry-schedule.ts";
import { SERVICE_SEEDS } from "../../src/domain/catalogue/seed/services.ts";
import { USER_CANCEL_REASONS } from "../../src/domain/orders/cancel-reasons.ts";
import { refusalWord, statusOf } from "../../src/http/base/statuses.ts";
import type { ListedRefusal } from "../../src/http/calls/call.ts";
import { accountCalls } from "../../src/http/v3/accounts.ts";
import { afterFailureCalls } from "../../src/http/v3/after-failure.ts";
import { childAccountCalls } from "../../src/http/v3/child-accounts.ts";
import { orderChangeCalls } from "../../src/http/v3/order-changes.ts";
import { contentRefusals, orderPointCalls } from "../../src/http/v3/order-points.ts";
import { partnerTokenCalls } from "../../src/http/v3/partner-tokens.ts";
import { code, table } from "./order-tables.ts";

// In the order in which the guide tells of them; those whose refusals need a word each.
const TOLD = [
  "issueToken",
  "registerAccount",
  "issuePartnerToken",
  "updateProfile",
  "inviteChild",
  "activateChild",
  "removeChild",
  "cancelOrder",
  "updateOrder",
  "addPoint",
  "askAgain",
  "askBack",
  "rateDriver",
];
const CALLS = [
  ...accountCalls,
  ...partnerTokenCalls,
  ...childAccountCalls,
  ...orderChangeCalls,
  ...orderPointCalls,
  ...afterFailureCalls,
];
const OF_CONTENT = "PATCH /v3/orders/<id>` without `path_index`, `POST …/points`, `DELETE …/points/<path_index>";

// First hit answers (D10, D11, D13, D21).
export function precedenceTable(): string {
  const rows = TOLD.map((id) => {
    const call = CALLS.find((one) => one.id === id);
    if (!call) throw new Error(`there is no call ${id}`);
    const at = call.at.replace(/:path_index/g, "<path_index>").replace(/:\w+/g, "<id>");
    if (id === "addPoint") return [code(OF_CONTENT), steps(contentRefusals)];
    // What it refuses beside a point's is told with the points.
    return [code(at), steps(call.refusals.filter((one) => !contentRefusals.some((other) => other === one)))];
  });
  return table(["call", "refusals, first hit answers"], rows);
}

function steps(listed: readonly ListedRefusal[]): string {
  return listed
    .flatMap((one) => (typeof one === "string" ? [] : [one]))
    .map(([refused, about]) => `${statusOf(refused)} ${code(refusalWord(refused))} ${about}`)
    .join("<br>");
}

export function serviceTable(): string {
  const rows = SERVICE_SEEDS.filter(({ cityId }) => cityId === "SGN").map((service) => [
    code(service.id),
    service.nameEn,
    code(service.distanceFee),
    amount(service.stopFee),
    amount(service.codMax),
    String(service.stopPointsMax),
    `${service.distanceMetersMax / 1000} km`,
  ]);
  return table(["service", "", "`distance_fee`", "a further stop", "COD at most", "stops", "distance"], rows);
}

export function retryTable(): string {
  const rows = RETRY_DELAYS_SECONDS.map((seconds, at) => [String(at + 2), inWords(seconds)]);
  return table(["try", "after the one before"], rows);
}

export function reasonTable(): string {
  return table(
    ["code", "English", "Tiếng Việt"],
    USER_CANCEL_REASONS.map(({ code: id, en, vi }) => [code(id), en, vi]),
  );
}

function amount(vnd: number): string {
  return vnd.toLocaleString("en");
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}
