// A process that freezes in the middle of a transaction: it locks accounts as an order's change does, says so, and is stopped by the test.
import { lockAccounts } from "../../src/store/accounts/accounts.ts";
import { inTransaction, openDatabase } from "../../src/store/db.ts";

const [url = "", idleMs = "", ...phones] = process.argv.slice(2);
const db = openDatabase(url, { limits: { idleTransactionMs: Number(idleMs) } });
await inTransaction(db, async (tx) => {
  await lockAccounts(tx, phones);
  process.stdout.write("locked\n");
  await new Promise((resolve) => process.stdin.once("data", resolve));
});
