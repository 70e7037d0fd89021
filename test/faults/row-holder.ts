// A process that freezes in the middle of a transaction: it locks accounts, their orders, or drivers' places, says so,
// and is stopped by the test.
import { inTransaction, openDatabase } from "../../src/store/db.ts";
import { noteHeard } from "../../src/store/drivers/places.ts";

const [url = "", idleMs = "", kind = "", ...phones] = process.argv.slice(2);
const db = openDatabase(url, { limits: { idleTransactionMs: Number(idleMs) } });
await inTransaction(db, async (tx) => {
  if (kind === "accounts") await tx`select phone from accounts where phone = any(${phones}) for no key update`;
  else if (kind === "orders") await tx`select id from orders where creator_phone = any(${phones}) for no key update`;
  else for (const phone of phones) await noteHeard(tx, phone, new Date());
  process.stdout.write("locked\n");
  await new Promise((resolve) => process.stdin.once("data", resolve));
});
