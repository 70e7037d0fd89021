// Accounts on the wire (2.13).
import type { Static } from "typebox";
import type { AccountRecord } from "../../contract/account.ts";
import type { Account } from "../../domain/accounts/account.ts";
import { unixSeconds } from "./time.ts";

export function encodeAccount(account: Account): Static<typeof AccountRecord> {
  return {
    _id: account.phone,
    name: account.name,
    partner: account.partnerId,
    email: account.email,
    referral_code: account.referralCode,
    country_code: account.countryCode,
    currency: account.currency,
    account_status: account.status,
    create_time: unixSeconds(account.createdAt),
    parent_id: account.parentPhone ?? "",
    home: { address: account.address },
    city_id: account.cityId === null ? [] : [account.cityId],
  };
}
