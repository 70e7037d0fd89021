// What a driver brings, may carry and when they rest, in the console: on their page, and asked for by a service.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertAccessible,
  assertFits,
  DESKTOP,
  openBrowser,
  openReader,
  PHONE,
  skipWithoutChromium,
} from "../harness/browser.ts";
import { addDriver, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { keepSession, signInPage } from "../harness/web-session.ts";

test("equipment, cash and breaks are read and changed on the driver's page", {
  skip: skipWithoutChromium,
}, async () => {
  const giao = await startGiao();
  const browser = await openBrowser();
  const { phone } = await addDriver(giao, { phone: "84911960001" });
  const session = await signInPage(giao, "console", { operator_key: "sandbox-operator-key", name: "Mai" });
  const desk = await openReader(browser, { viewport: DESKTOP, language: "en" });
  await keepSession(desk, giao.url, session);
  await desk.goto(`${giao.url}/console/drivers/${phone}`);
  await desk.getByRole("button", { name: "Equipment, cash and breaks" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("Equipment", { exact: true }).fill("COLD-BOX, rack");
  await dialog.getByLabel("Most cash to carry (VND)").fill("2000000");
  await dialog.getByLabel("Breaks").fill("12:00-12:45 18:00-18:15");
  await assertAccessible(desk);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(/capital letters/).waitFor();
  await dialog.getByLabel("Equipment", { exact: true }).fill("COLD-BOX, RACK");
  await dialog.getByRole("button", { name: "Save" }).click();
  await desk.getByText("COLD-BOX, RACK").waitFor();
  await desk.getByText("12:00-12:45, 18:00-18:15").waitFor();
  const driver = ok(await giao.call("GET", `/operator/v1/drivers/${phone}`, { operator: true }));
  assert.deepEqual(driver.equipment, ["COLD-BOX", "RACK"]);
  assert.deepEqual([driver.cash_max, driver.breaks[1].from], [2_000_000, "18:00"]);

  const pocket = await openReader(browser, { viewport: PHONE, language: "vi" });
  await keepSession(pocket, giao.url, session);
  await pocket.goto(`${giao.url}/console/drivers/${phone}`);
  await pocket.getByRole("button", { name: "Dụng cụ, tiền mặt và giờ nghỉ" }).click();
  await pocket.getByRole("dialog").getByLabel("Giờ nghỉ").waitFor();
  await assertFits(pocket);

  await desk.goto(`${giao.url}/console/catalogue/services/SGN-BIKE`);
  await desk.getByLabel("Drivers must have").fill("COLD-BOX");
  await desk.getByRole("region", { name: "Finding a driver" }).getByRole("button", { name: "Save" }).click();
  const asked = async () =>
    ok(await giao.call("GET", "/operator/v1/services", { operator: true })).services.find(
      ({ _id }: { _id: string }) => _id === "SGN-BIKE",
    ).equipment;
  await desk.getByText("Saved").first().waitFor();
  assert.deepEqual(await asked(), ["COLD-BOX"]);
});
