// Drivers' money at the operator's desk: paid in, paid out, looked through.
import { Type } from "typebox";
import { parsePhone } from "../../domain/phone.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { type DriverWallet, moveDriverMoney, readDriverWallet } from "../../operations/drivers/driver-wallet.ts";
import { unknownDriver } from "../../operations/drivers/save-driver.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Database, Sql } from "../../store/db.ts";
import { findDriver } from "../../store/drivers/drivers.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { encodeWallet, StatementRecord, statementOf, WalletRecord } from "../wire/driver-wallet.ts";

export type DriverMoneyDoor = { readonly db: Database; readonly reads: Sql; readonly clock: Clock };

const MobileParams = Type.Object({ mobile: Type.String({ examples: ["84911000001"] }) });
const MoveBody = Type.Object({
  amount: Type.Number({ description: "Whole VND, at least 1." }),
  reference: Type.String({ description: "The operator's own; the same one twice moves the money once." }),
});

export function registerDriverMoneyCalls(app: App, deps: DriverMoneyDoor): void {
  const documented = { tags: ["Operator"], params: MobileParams };

  for (const [path, direction, operationId, summary] of [
    ["top-ups", "in", "topUpDriver", "Pay money into a driver's wallet"],
    ["withdrawals", "out", "payDriverOut", "Pay money out of a driver's wallet"],
  ] as const) {
    app.post(
      `/operator/v1/drivers/:mobile/${path}`,
      {
        attachValidation: true,
        schema: { ...documented, operationId, summary, body: MoveBody, response: responses(WalletRecord) },
      },
      async (request, reply) => {
        const invalid = refuseInvalid(request, "INVALID_DATA");
        if (invalid) return sendRefusal(reply, invalid);
        const { mobile } = request.params as { mobile: string };
        const moved = await moveDriverMoney(
          deps,
          mobile,
          direction,
          request.body as { amount: number; reference: string },
        );
        return answer(reply, moved, encodeWallet);
      },
    );
  }

  app.get(
    "/operator/v1/drivers/:mobile/wallet",
    {
      schema: {
        ...documented,
        operationId: "getDriverWallet",
        summary: "A driver's wallet",
        response: responses(WalletRecord),
      },
    },
    async (request, reply) => answer(reply, await walletAt(deps, request.params.mobile), encodeWallet),
  );

  app.get(
    "/operator/v1/drivers/:mobile/statement",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "getDriverStatement",
        summary: "What moved a driver's wallet, newest first",
        querystring: Type.Object({ after: Type.Optional(Type.String({ pattern: "^\\d{1,15}$" })) }),
        response: responses(StatementRecord),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const found = await walletAt(deps, request.params.mobile);
      if ("refused" in found) return sendRefusal(reply, found);
      const phone = parsePhone(request.params.mobile) ?? "";
      return reply.send(await statementOf(deps, phone, request.query.after));
    },
  );
}

async function walletAt(
  deps: DriverMoneyDoor,
  mobile: string,
): Promise<DriverWallet | Refusal<"INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND">> {
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  return (await findDriver(deps.db, phone)) ? readDriverWallet(deps, phone) : unknownDriver(phone);
}
