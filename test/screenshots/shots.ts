// Every picture: who looks, and how the scene is set.
import type { Page } from "playwright-core";
import { DESKTOP, PHONE, type Reader } from "../harness/browser.ts";
import type { Sandbox } from "./sandbox.ts";
import { deliveryOnTheWay, handOver } from "./scenes.ts";

export type Shot = {
  readonly name: string;
  readonly reader: Reader;
  readonly fullPage?: boolean;
  // Leaves the page as it is to be seen.
  readonly stage: (page: Page, sandbox: Sandbox) => Promise<void>;
};

const CARD = { width: 390, height: 700 };

export const SHOTS: readonly Shot[] = [
  {
    name: "welcome",
    reader: { viewport: { width: 1280, height: 680 } },
    stage: async (page, { url }) => {
      await page.goto(url);
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
  },
  {
    name: "tracking",
    reader: { viewport: PHONE },
    stage: async (page, sandbox) => {
      const { link } = await deliveryOnTheWay(sandbox);
      await page.goto(link);
      await settleMap(page);
    },
  },
  {
    name: "tracking-dark",
    reader: { viewport: DESKTOP, language: "vi", colors: "dark" },
    stage: async (page, sandbox) => {
      const { link } = await deliveryOnTheWay(sandbox);
      await page.goto(link);
      await settleMap(page);
    },
  },
  {
    name: "tracking-delivered",
    reader: { viewport: CARD, language: "vi" },
    stage: async (page, sandbox) => {
      const { orderId, link } = await deliveryOnTheWay(sandbox);
      await handOver(sandbox, orderId);
      await page.goto(link);
      const photo = page.locator('img[src^="/photos/"]');
      await photo.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());
    },
  },
  {
    name: "api-reference",
    reader: { viewport: DESKTOP },
    stage: async (page, { url }) => {
      await page.goto(`${url}/docs`);
      await page.getByRole("heading", { name: "Giao partner API" }).first().waitFor();
      await page.getByText("Child accounts", { exact: true }).first().waitFor();
    },
  },
];

// The driver is on the map and its streets are drawn.
async function settleMap(page: Page): Promise<void> {
  await page.locator('[data-kind="driver"]').waitFor();
  await page.locator('[data-map="drawn"]').waitFor({ timeout: 60_000 });
}
