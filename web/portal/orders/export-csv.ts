// The orders that are looked at, as a file. Fetched and not linked to: the cookie counts only beside the page's own header.
import { PORTAL_CALLS } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { callForFile } from "../../parts/call.ts";
import { isoDay } from "../../parts/formats.ts";
import type { Language } from "../../parts/language.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { PORTAL_HEADER } from "../ask.ts";
import { type OrderFilter, serverQuery } from "./order-filter.ts";

export async function exportCsv(filter: OrderFilter, language: Language): Promise<void> {
  const path = addressOf(PORTAL_CALLS.exportHistory, { query: { ...serverQuery(filter), lang: language } });
  saveFile(await callForFile(path, { headers: PORTAL_HEADER }), `giao-orders-${isoDay(new Date())}.csv`);
}
