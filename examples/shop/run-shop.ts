// `npm run example:shop` beside `npm start`: one sale, from the price to the door. Without robots (ROBOTS=off) say --by-hand, and
// the shop plays the driver through the sandbox's tools.
import { Giao, Unreachable } from "../../clients/typescript/src/entry.ts";
import { openShop, type Sale } from "./shop.ts";

const DEMO_KEY = "0123456789abcdef0123456789abcdef01234567";
const DEMO_ACCOUNT = "84900000001";

const say = (line: string) => process.stdout.write(`${line}\n`);
const tell = (sale: Sale) => say(`${sale.orderId}  ${sale.state.padEnd(13)}  event ${sale.seq}`);

const { GIAO_URL = "http://127.0.0.1:3000", GIAO_KEY = DEMO_KEY, GIAO_ACCOUNT = DEMO_ACCOUNT } = process.env;
const giao = new Giao({ url: GIAO_URL, apiKey: GIAO_KEY, mobile: GIAO_ACCOUNT });
const shop = await openShop(giao).catch((error: unknown) => {
  if (!(error instanceof Unreachable)) throw error;
  process.stderr.write(
    `There is no Giao at ${GIAO_URL}: start one with npm start, or set GIAO_URL. (${error.message})\n`,
  );
  process.exit(1);
});
say(`The shop listens for callbacks at ${shop.url}`);
try {
  const sale = await shop.checkOut({
    number: `BASKET-${Date.now()}`,
    to: {
      address: "101 Nguyễn Thị Minh Khai, Phường Bến Thành, Quận 1, Hồ Chí Minh",
      lat: 10.7755,
      lng: 106.6899,
      name: "Lan",
      mobile: "0900000009",
    },
    codVnd: 150_000,
  });
  say(`Ordered ${sale.orderId} for ${sale.feeVnd.toLocaleString("en")} VND; follow it at ${sale.trackingLink}`);
  const driven = process.argv.includes("--by-hand") ? driveByHand(sale.orderId) : undefined;
  for await (const change of shop.follow(sale.orderId)) tell(change);
  await driven;
} finally {
  await shop.close();
}

async function driveByHand(orderId: string): Promise<void> {
  let status = "";
  while (status !== "COMPLETED") {
    status = (await giao.call("continueOrder", { params: { order_id: orderId } })).status;
  }
}
