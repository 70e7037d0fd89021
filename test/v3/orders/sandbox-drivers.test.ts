// The sandbox's hand on orders: a driver it made up is lent what each order asks of their wallet, however many come at once.
import { test } from "node:test";
import { assertOk } from "../../harness/expect.ts";
import { orderBody, startOrderTests } from "../../harness/orders.ts";

const giao = await startOrderTests();
const ROUNDS = 8;
const AT_ONCE = 12;

test("orders that one made-up driver accepts at the same moment are all accepted", async () => {
  const tokens = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) =>
      giao.fundedAccount(`849000030${String(at).padStart(2, "0")}`, 50_000_000),
    ),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const made = await Promise.all(
      tokens.map((token, at) => giao.create({ ...orderBody(), payment_method: at % 2 ? "CASH" : "BALANCE" }, token)),
    );
    const mobile = `8491100${String(7_000 + round)}`;
    for (const accepted of await Promise.all(made.map(({ body }) => giao.play(body.order_id, "accept", { mobile }))))
      assertOk(accepted);
  }
});
