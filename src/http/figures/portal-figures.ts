// A partner's own figures: an account's, and for a parent its children's with them.
import { Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import { FiguresBody, figureCompare, figureQuestion } from "../../contract/figures.ts";
import type { Caller } from "../../domain/accounts/account.ts";
import { PARTNER_MEASURES } from "../../domain/figures/measures.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { visiblePhones } from "../../operations/accounts/child-accounts.ts";
import {
  type FiguresDeps,
  type FiguresQuestion,
  type SeenFigures,
  seeFigures,
} from "../../operations/figures/see-figures.ts";
import type { Services } from "../../operations/services.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { askedDates, encodeFigures, sendFiguresCsv } from "../wire/figures.ts";

type Deps = FiguresDeps & Pick<Services, "db">;

const query = { ...figureQuestion, account: maybe(field.text("One account: the caller's own, or a child's.")) };

const call = callsOf<Deps>("Portal");

async function seeOwn(
  deps: Deps,
  caller: Caller,
  account: string | undefined,
  question: Omit<FiguresQuestion, "accounts">,
): Promised<SeenFigures, "INVALID_DATA" | "NOT_FOUND"> {
  const own = await visiblePhones(deps, caller);
  const isAll = account === undefined && question.by !== "hour";
  if (isAll && own.length > 1) return seeFigures(deps, { ...question, parent: caller.phone });
  const asked = account === undefined ? own : own.filter((phone) => phone === parsePhone(account));
  if (asked.length === 0) return refuse("NOT_FOUND", "account: there is no such account among yours.", "account");
  return seeFigures(deps, { ...question, accounts: asked });
}

export const portalFigureCalls = [
  call({
    id: "seeOwnFigures",
    at: "GET /portal/v1/figures",
    summary: "The account's orders, times and costs by hour, day or week",
    description: "Everything about an order counts in the hour it was made.",
    query: Type.Object({ ...query, ...figureCompare }),
    answer: FiguresBody,
    invalid: "INVALID_DATA",
    refusals: ["NOT_FOUND", "INVALID_DATA"],
    run: (request, deps) => {
      const { by = "day", compare, service_id: serviceId, account, ...dates } = request.query;
      return seeOwn(deps, callerOf(request), account, { ...askedDates(dates), by, compare, serviceId });
    },
    encode: (seen) => encodeFigures(seen, PARTNER_MEASURES),
  }),
  call.plain({
    id: "exportOwnFigures",
    at: "GET /portal/v1/figures.csv",
    summary: "The same as a spreadsheet",
    description: "UTF-8 with a byte order mark; a line for each hour, day or week.",
    produces: ["text/csv"],
    query: Type.Object(query),
    invalid: "INVALID_DATA",
    refusals: ["NOT_FOUND", "INVALID_DATA"],
    run: async (request, deps, { reply }) => {
      const { by = "day", service_id: serviceId, account, ...dates } = request.query;
      const seen = await seeOwn(deps, callerOf(request), account, { ...askedDates(dates), by, serviceId });
      return isRefusal(seen) ? seen : sendFiguresCsv(reply, seen, PARTNER_MEASURES);
    },
  }),
];
