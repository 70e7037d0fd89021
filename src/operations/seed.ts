// What a new installation starts with: the catalogue everywhere, and in the sandbox the demo partner with its public keys.
// Run again it adds what is missing and changes nothing that is there.
import { CITY_SEEDS } from "../domain/catalogue/seed/city-outlines.ts";
import { SANDBOX_PROMO_SEEDS, SANDBOX_SERVICE_SEEDS, SERVICE_SEEDS } from "../domain/catalogue/seed/services.ts";
import { topUp } from "../domain/ledger/account-journals.ts";
import { isRefusal } from "../domain/refusal.ts";
import { hashPin } from "../ports/secrets.ts";
import type { Vault } from "../ports/vault.ts";
import { insertAccount } from "../store/accounts/accounts.ts";
import { findPartner } from "../store/accounts/partners.ts";
import { insertCity, insertService, lockCatalogue, readCatalogue } from "../store/catalogue/catalogue.ts";
import { inTransaction } from "../store/db.ts";
import { insertDriver } from "../store/drivers/drivers.ts";
import { postJournal } from "../store/ledger/journals.ts";
import { findPromo, upsertPromo } from "../store/orders/promos.ts";
import { createPartner } from "./partners/save-partner.ts";
import type { Services } from "./services.ts";

export type SeedDeps = Pick<Services, "db" | "clock" | "random">;

// Public on purpose: they open nothing but a sandbox.
export const DEMO = {
  partnerId: "demo",
  apiKey: "0123456789abcdef0123456789abcdef01234567",
  routeKey: "demo-route-key",
  callbackSecret: "whsec_Z2lhby1zYW5kYm94LWRlbW8tc2VjcmV0",
  phone: "84900000001",
  emptyPhone: "84900000002",
  mainWallet: 10_000_000,
  driver: { phone: "84911000001", name: "Nguyễn Minh Tuấn", pin: "1234", wallet: 2_000_000 },
} as const;

// Hundreds of rows, and the replicas that start beside it wait for them.
const TAKES_ITS_TIME = { seconds: 120 };

export async function seedCatalogue(deps: SeedDeps, isSandbox: boolean): Promise<void> {
  await inTransaction(deps.db.with(TAKES_ITS_TIME), async (tx) => {
    await lockCatalogue(tx);
    const there = await readCatalogue(tx);
    for (const city of CITY_SEEDS) if (!there.cities.has(city.id)) await insertCity(tx, city, deps.clock.now());
    const services = isSandbox ? [...SERVICE_SEEDS, ...SANDBOX_SERVICE_SEEDS] : SERVICE_SEEDS;
    for (const service of services) {
      if (!there.services.has(service.id)) await insertService(tx, service, deps.clock.now());
    }
  });
}

export async function seedSandbox(deps: SeedDeps & { readonly vault: Vault }): Promise<void> {
  await seedCatalogue(deps, true);
  // Replicas that start together race here; whoever comes second finds the partner there.
  if (!(await findPartner(deps.db, DEMO.partnerId))) {
    await createPartner(deps, { id: DEMO.partnerId, name: "Demo shop" }, DEMO);
  }
  await seedAccounts(deps);
  await seedDriver(deps);
  for (const promo of SANDBOX_PROMO_SEEDS) {
    if (!(await findPromo(deps.db, promo.code))) await upsertPromo(deps.db, promo, deps.clock.now());
  }
}

async function seedDriver(deps: SeedDeps): Promise<void> {
  const { phone, name, pin, wallet } = DEMO.driver;
  const isNew = await insertDriver(deps.db, {
    phone,
    name,
    plateNumber: "59A1-000.01",
    vehicle: "BIKE",
    cityId: "SGN",
    isRobot: false,
    pinHash: await hashPin(pin, deps.random.hex(16)),
    createdAt: deps.clock.now(),
  });
  // Enough for the commission of many cash orders and the COD of a few.
  const paidIn = topUp({ of: "driver", phone }, { amount: wallet, reference: "seed" });
  if (isNew && !isRefusal(paidIn)) await postJournal(deps.db, paidIn, deps.clock.now());
}

async function seedAccounts(deps: SeedDeps): Promise<void> {
  const at = deps.clock.now();
  const account = {
    partnerId: DEMO.partnerId,
    address: "1 Đường Demo, Phường Bến Nghé, Quận 1, Hồ Chí Minh",
    createdAt: at,
  };
  await inTransaction(deps.db, async (tx) => {
    await insertAccount(tx, { ...account, phone: DEMO.phone, name: "Demo sender", referralCode: "DEMO0001" });
    await insertAccount(tx, { ...account, phone: DEMO.emptyPhone, name: "Demo branch", referralCode: "DEMO0002" });
    const paidIn = topUp(
      { of: "user", phone: DEMO.phone, pocket: "main" },
      { amount: DEMO.mainWallet, reference: "seed" },
    );
    if (!isRefusal(paidIn)) await postJournal(tx, paidIn, at);
  });
}
