// A driver's statement, week by week.
import { Type } from "typebox";
import { field, moment, text, time, vnd } from "../../contract/fields.ts";
import { HOME_ZONE } from "../../domain/local-time.ts";
import { seeWeek } from "../../operations/drivers/driver-week.ts";
import type { Services } from "../../operations/services.ts";
import { driverOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const WeekRecord = Type.Object(
  {
    monday: field.text("The first day, as 2026-11-16."),
    from_time: moment,
    to_time: moment,
    mobile: text,
    name: text,
    order_count: Type.Integer(),
    earnings: field.integer("VND, after commission and VAT."),
    commission: vnd,
    cash: field.integer(
      "Taken at doors for orders paid in cash; the driver keeps it, and the wallet pays what is the platform's.",
    ),
    cod: field.integer("COD collected."),
    wallet_before: Type.Integer(),
    wallet_after: Type.Integer(),
    moves: Type.Array(Type.Object({ kind: text, count: Type.Integer(), amount: Type.Integer() }), {
      description: "What moved the wallet, by kind; together the difference of before and after.",
    }),
    orders: Type.Array(
      Type.Object({ order_id: text, time, earnings: Type.Integer(), commission: Type.Integer(), cash: Type.Integer() }),
      { description: "At most 500." },
    ),
  },
  { title: "DriverWeek" },
);

export const driverWeekCalls = [
  callsOf<Pick<Services, "reads" | "catalogue">>("Driver")({
    id: "getWeek",
    at: "GET /driver/v1/wallet/weeks/:day",
    summary: "A week: orders, earnings, COD and payouts",
    answer: WeekRecord,
    refusals: ["INVALID_DATA"],
    run: (request, deps) => {
      const { phone, cityId } = driverOf(request);
      const zone = deps.catalogue.current().cities.get(cityId)?.timeZone ?? HOME_ZONE;
      return seeWeek(deps, phone, request.params.day, zone);
    },
    encode: (week, request) => {
      const sum = (of: "earnings" | "commission" | "cash") => week.orders.reduce((total, one) => total + one[of], 0);
      const { phone, name } = driverOf(request);
      return {
        monday: week.monday,
        from_time: unixSeconds(week.from),
        to_time: unixSeconds(week.to),
        mobile: phone,
        name,
        order_count: week.orders.length,
        earnings: sum("earnings"),
        commission: sum("commission"),
        cash: sum("cash"),
        cod: week.codCollected,
        wallet_before: week.walletBefore,
        wallet_after: week.walletAfter,
        moves: week.moves.map(({ kind, count, amount }) => ({ kind, count, amount })),
        orders: week.orders.map(({ id, completedAt, ...order }) => ({
          order_id: id,
          time: unixSeconds(completedAt),
          ...order,
        })),
      };
    },
  }),
];
