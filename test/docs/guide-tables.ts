// The tables of docs/partner-guide.md, made from the values the program runs on.

import { RETRY_DELAYS_SECONDS } from "../../src/domain/callbacks/retry-schedule.ts";
import { USER_CANCEL_REASONS } from "../../src/domain/cancel-reasons.ts";
import { SERVICE_SEEDS } from "../../src/domain/catalogue/seed/services.ts";
import type { ContentRefusal } from "../../src/domain/orders/edit/content-plan.ts";
import type { EditRefusal } from "../../src/domain/orders/edit/edit-rules.ts";
import type { CancelRefusal } from "../../src/domain/orders/order-cancel.ts";
import type { RateRefusal } from "../../src/domain/orders/order-rate.ts";
import type { AfterFailureRefusal } from "../../src/domain/orders/steps/after-failure.ts";
import { type RefusalCode, statusOf, wordsOf } from "../../src/http/base/statuses.ts";
import type { ActivateRefusal } from "../../src/operations/accounts/activate-child.ts";
import type { RemoveRefusal } from "../../src/operations/accounts/child-accounts.ts";
import type { InviteRefusal } from "../../src/operations/accounts/invite-child.ts";
import type { TokenRefusal } from "../../src/operations/accounts/issue-token.ts";
import type { RegisterRefusal } from "../../src/operations/accounts/register-account.ts";
import type { ProfileRefusal } from "../../src/operations/accounts/update-profile.ts";
import type { PartnerTokenRefusal } from "../../src/operations/partners/partner-credential.ts";
import { code, table } from "./order-tables.ts";

// Of callers that the call is not for; said by http/access/scopes.ts, and no operation's.
type AtTheDoor = "NOT_AUTHORIZED";
type Steps<Code extends RefusalCode> = readonly (readonly [Code, string])[];

// First hit answers (D10, D11, D13, D21). A code that the call cannot answer does not compile.
const PRECEDENCE = {
  "POST /v3/accounts/token": [
    ["PARTNER_NOT_FOUND", "the API key"],
    ["INVALID_PHONE_NUMBER", "no possible mobile number"],
    ["USER_NOT_FOUND", "no such account"],
    ["NOT_AUTHORIZED", "an account of another partner"],
    ["DEACTIVATED_ACCOUNT", "the account was deactivated"],
  ] satisfies Steps<TokenRefusal>,
  "POST /v3/accounts": [
    ["INVALID_DATA", "a field is missing, blank or of the wrong type"],
    ["PARTNER_NOT_FOUND", "the API key"],
    ["INVALID_PHONE_NUMBER", "no possible mobile number"],
    ["ACCOUNT_EXISTED", "the number has an account, whichever partner's"],
  ] satisfies Steps<RegisterRefusal>,
  "POST /v3/partner/tokens": [
    ["INVALID_DATA", "`api_key`, `scopes` or `seconds` is missing or not allowed"],
    ["PARTNER_NOT_FOUND", "the API key"],
  ] satisfies Steps<PartnerTokenRefusal>,
  "PUT /v3/accounts": [
    ["INVALID_DATA", "the name"],
    ["NOT_ACCEPTABLE", "the e-mail"],
    ["EXISTED_EMAIL", "the e-mail is another account's"],
  ] satisfies Steps<ProfileRefusal>,
  "POST /v3/accounts/childs": [
    ["NOT_AUTHORIZED", "the token, or the caller is itself a child"],
    ["INVALID_PHONE_NUMBER", "no possible mobile number"],
    ["NOT_FOUND", "no such account"],
    ["ACCOUNT_NOT_SAME_PARTNER", "an account of another partner"],
    ["PARENT_ACCOUNT_EXISTED", "it has a parent, has children, or is the caller"],
  ] satisfies Steps<AtTheDoor | InviteRefusal>,
  "POST /v3/accounts/childs/<id>/activate": [
    ["NOT_AUTHORIZED", "the token"],
    ["NOT_FOUND", "no such account"],
    ["PARENT_ACCOUNT_EXISTED", "it has a parent by now"],
    ["INVALID_ACTIVATION_CODE", "wrong, expired, used up or never sent"],
  ] satisfies Steps<ActivateRefusal>,
  "DELETE /v3/accounts/childs/<id>": [
    ["NOT_AUTHORIZED", "the token"],
    ["INVALID_PHONE_NUMBER", "no possible mobile number"],
    ["NOT_FOUND", "not the caller's child"],
    ["NOT_ALLOWED", "ongoing orders, or money that is not settled"],
  ] satisfies Steps<AtTheDoor | RemoveRefusal>,
  "DELETE /v3/orders/<id>": [
    ["NOT_AUTHORIZED", "the token"],
    ["ORDER_NOT_FOUND", "unknown, or another partner's"],
    ["NOT_AUTHORIZED", "not the creator"],
    ["INVALID_ORDER_STATUS", "picked up, completed or cancelled"],
    ["MISSING_REQUIRED_INFO", "a driver has accepted and `comment` is blank"],
  ] satisfies Steps<CancelRefusal>,
  "PATCH /v3/orders/<id>": [
    ["NOT_AUTHORIZED", "the token"],
    ["ORDER_NOT_FOUND", "unknown, or another partner's"],
    ["NOT_AUTHORIZED", "not the creator"],
    ["ORDER_STATUS_NOT_ALLOWED", "the order is over"],
    ["MISSING_REQUIRED_INFO", "no `path_index`, or nothing to change"],
    ["INVALID_DATA", "index out of range, wrong type, COD on the pickup"],
    ["NOT_ALLOW_CHANGE_PICKUP_ADDRESS", "the pickup's address"],
    ["CHANGE_ADDRESS_NOT_ALLOWED", "an address on a public service"],
    ["BAD_REQUEST", "COD on a public service"],
    ["INVALID_PAYMENT_METHOD", "COD or address with CASH_BY_RECIPIENT"],
    ["NOT_ALLOW_ORDER_WITH_PROMO_CODE", "an address on an order with a promo code"],
    ["STOP_POINT_EDITED", "changed once already"],
    ["INVALID_DATA", "the address cannot be located"],
    ["SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS", "the driver's wallet cannot carry it"],
  ] satisfies Steps<EditRefusal>,
  "PATCH /v3/orders/<id>` without `path_index`, `POST …/points`, `DELETE …/points/<path_index>": [
    ["NOT_AUTHORIZED", "the token"],
    ["ORDER_NOT_FOUND", "unknown, or another partner's"],
    ["NOT_AUTHORIZED", "not the creator"],
    ["ORDER_STATUS_NOT_ALLOWED", "picked up or over; `order_time`: accepted"],
    ["INVALID_DATA", "a wrong JSON type"],
    ["MISSING_REQUIRED_INFO", "nothing to change, or a field of the point, an item or a request"],
    ["INVALID_DATA", "a value that is not allowed, an index out of range"],
    ["REQUEST_NOT_FOUND", "a special request"],
    ["NOT_ALLOW_CHANGE_PICKUP_ADDRESS", "the pickup"],
    ["INVALID_PAYMENT_METHOD", "CASH_BY_RECIPIENT, where the price may change"],
    ["NOT_ALLOW_ORDER_WITH_PROMO_CODE", "a promo code, where the price may change"],
    ["INVALID_MIN_STOP_POINT", "fewer deliveries than the service takes"],
    ["INVALID_MAX_STOP_POINT", "more deliveries than the service takes"],
    ["INVALID_FUTURE_ORDER_TIME", "more than 30 days ahead"],
    ["INVALID_SERVICE_HOUR", "out of the service's hours"],
    ["INVALID_DATA", "the address cannot be located"],
    ["INVALID_DELIVERY_AREA", "the new point's place"],
    ["INVALID_MAX_COD", "more COD than the service or the account may collect"],
    ["INVALID_MAX_DISTANCE", "a longer way than the service drives"],
    ["DUPLICATE_TRACKING_NUMBER", "a tracking number in use, if the partner minds"],
    ["NOT_ENOUGH_CREDIT", "the purse"],
    ["SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS", "the driver's wallet cannot carry it"],
  ] satisfies Steps<ContentRefusal>,
  "POST /v3/orders/<id>/points/<path_index>/second-attempt": [
    ["NOT_AUTHORIZED", "the token"],
    ["ORDER_NOT_FOUND", "unknown, or another partner's"],
    ["NOT_AUTHORIZED", "not the creator"],
    ["INVALID_ORDER_STATUS", "not on the way and not completed, the goods go back, or over for 72 hours"],
    ["INVALID_DATA", "`path_index`"],
    ["STOP_POINT_EDITED", "the point has had its second attempt"],
    ["INVALID_ORDER_STATUS", "the point has not failed"],
    ["NOT_ENOUGH_CREDIT", "the purse"],
  ] satisfies Steps<AfterFailureRefusal>,
  "POST /v3/orders/<id>/return": [
    ["NOT_AUTHORIZED", "the token"],
    ["ORDER_NOT_FOUND", "unknown, or another partner's"],
    ["NOT_AUTHORIZED", "not the creator"],
    ["INVALID_ORDER_STATUS", "nothing failed, it goes back or is tried again already, or over for 72 hours"],
    ["NOT_ENOUGH_CREDIT", "the purse"],
  ] satisfies Steps<AfterFailureRefusal>,
  "PUT /v3/orders/<id>/rate": [
    ["NOT_AUTHORIZED", "the token"],
    ["SUPPLIER_NOT_FOUND", "unknown order, or one without a driver"],
    ["NOT_AUTHORIZED", "not the creator"],
    ["MISSING_REQUIRED_INFO", "`rated_by` or `rating` is missing"],
    ["INVALID_PARAM", "not 1 to 5, an unknown rater, or the order is not completed"],
    ["ORDER_HAS_BEEN_RATED_BY_USER", "the sender has rated"],
    ["ORDER_HAS_BEEN_RATED_BY_RECEIVER", "the receiver has rated"],
  ] satisfies Steps<RateRefusal>,
} as const;

export function precedenceTable(): string {
  const rows = Object.entries(PRECEDENCE).map(([call, steps]) => [
    code(call),
    steps.map(([refused, about]) => `${statusOf(refused)} ${code(wordsOf(refused))} ${about}`).join("<br>"),
  ]);
  return table(["call", "refusals, first hit answers"], rows);
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
