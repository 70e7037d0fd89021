// A driver's money: what they have, what orders in hand may take of it, what today has brought, and every line that moved it.
import { Type } from "typebox";
import { OwnWalletRecord, StatementRecord } from "../../contract/driver-wallet.ts";
import { maybe } from "../../contract/fields.ts";
import { readToday, seeDriverWallet } from "../../operations/drivers/driver-wallet.ts";
import type { Services } from "../../operations/services.ts";
import { driverOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { encodeWallet, statementOf } from "../wire/driver-wallet.ts";

const call = callsOf<Pick<Services, "reads" | "db" | "clock" | "catalogue">>("Driver");

export const driverWalletCalls = [
  call.plain({
    id: "getWallet",
    at: "GET /driver/v1/wallet",
    summary: "The wallet",
    answer: OwnWalletRecord,
    run: async (request, deps) => {
      const driver = driverOf(request);
      const timeZone = deps.catalogue.current().cities.get(driver.cityId)?.timeZone;
      const today = await readToday(deps, driver.phone, timeZone);
      return { ...encodeWallet(await seeDriverWallet(deps, driver.phone)), today };
    },
  }),
  call.plain({
    id: "getStatement",
    at: "GET /driver/v1/wallet/statement",
    summary: "What moved the wallet, newest first",
    query: Type.Object({ after: maybe(Type.String({ pattern: "^\\d{1,15}$" })) }),
    answer: StatementRecord,
    invalid: "INVALID_DATA",
    run: (request, deps) => statementOf(deps, driverOf(request).phone, request.query.after),
  }),
];
