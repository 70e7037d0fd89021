// A driver's money: what he has, what orders in hand may take of it, what today has brought, and every line that moved it.
import { Type } from "typebox";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import { readDriverWallet, readToday } from "../../operations/drivers/driver-wallet.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database, Sql } from "../../store/db.ts";
import { responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { encodeWallet, OwnWalletRecord, StatementRecord, statementOf } from "../wire/driver-wallet.ts";
import { driverOf } from "./driver-callers.ts";

export type DriverWalletDoor = {
  readonly reads: Sql;
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: CatalogueKeeper;
};

export function registerDriverWalletCalls(app: App, deps: DriverWalletDoor): void {
  const documented = { tags: ["Driver"] };

  app.get(
    "/driver/v1/wallet",
    {
      schema: { ...documented, operationId: "getWallet", summary: "The wallet", response: responses(OwnWalletRecord) },
    },
    async (request, reply) => {
      const driver = driverOf(request);
      const timeZone = deps.catalogue.current().cities.get(driver.cityId)?.timeZone;
      const today = await readToday(deps, driver.phone, timeZone);
      return reply.send({ ...encodeWallet(await readDriverWallet(deps, driver.phone)), today });
    },
  );

  app.get(
    "/driver/v1/wallet/statement",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "getStatement",
        summary: "What moved the wallet, newest first",
        querystring: Type.Object({ after: Type.Optional(Type.String({ pattern: "^\\d{1,15}$" })) }),
        response: responses(StatementRecord),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      return reply.send(await statementOf(deps, driverOf(request).phone, request.query.after));
    },
  );
}
