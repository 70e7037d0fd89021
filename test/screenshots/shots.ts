// Every picture: who looks, and how the scene is set.
import type { BrowserContextOptions, Page } from "playwright-core";
import { DEMO } from "../../src/operations/seed.ts";
import { DESKTOP, PHONE, type Reader } from "../harness/browser.ts";
import type { Sandbox } from "./sandbox.ts";
import { aBusyMorning, deliveryOnTheWay, handOver, SHOP } from "./scenes.ts";

export type Shot = {
  readonly name: string;
  // Left out by a build that has not this page.
  readonly page?: "portal" | "console" | "drive";
  readonly reader: Reader;
  readonly device?: BrowserContextOptions;
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
    // Before there are more orders, which the driver would be offered.
    name: "drive",
    page: "drive",
    reader: { viewport: PHONE },
    device: { geolocation: { latitude: SHOP.lat, longitude: SHOP.lng }, permissions: ["geolocation"] },
    stage: async (page, sandbox) => {
      await deliveryOnTheWay(sandbox);
      await page.goto(`${sandbox.url}/drive`);
      await page.getByLabel("Phone number").fill(DEMO.driver.phone);
      await page.getByRole("textbox", { name: "Pin" }).fill(DEMO.driver.pin);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await mapDrawn(page);
    },
  },
  {
    name: "console-live",
    page: "console",
    reader: { viewport: DESKTOP },
    stage: async (page, sandbox) => {
      await deliveryOnTheWay(sandbox);
      await aBusyMorning(sandbox);
      await openConsole(page, sandbox);
      await mapDrawn(page);
    },
  },
  {
    name: "console-order",
    page: "console",
    reader: { viewport: DESKTOP, colors: "dark" },
    stage: async (page, sandbox) => {
      const { orderId } = await deliveryOnTheWay(sandbox);
      await openConsole(page, sandbox);
      await page.goto(`${sandbox.url}/console/orders/${orderId}`);
      await mapDrawn(page);
    },
  },
  {
    name: "portal-orders",
    page: "portal",
    reader: { viewport: DESKTOP },
    stage: async (page, sandbox) => {
      await deliveryOnTheWay(sandbox);
      await aBusyMorning(sandbox);
      await openPortal(page, sandbox);
      await page.getByRole("table").getByText("Driver assigned").first().waitFor();
    },
  },
  {
    name: "portal-order",
    page: "portal",
    reader: { viewport: DESKTOP },
    stage: async (page, sandbox) => {
      const { orderId } = await deliveryOnTheWay(sandbox);
      await openPortal(page, sandbox);
      await page.goto(`${sandbox.url}/portal/orders/${orderId}`);
      await mapDrawn(page);
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
      await page.locator("#app").getByRole("heading", { name: "Giao partner API" }).first().waitFor();
      await page.locator("#app").getByText("Child accounts", { exact: true }).first().waitFor();
    },
  },
];

async function openConsole(page: Page, { url }: Sandbox): Promise<void> {
  await page.goto(`${url}/console`);
  await page.getByLabel("Your name").fill("Mai");
  await page.getByLabel("Operator key").fill("sandbox-operator-key");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Live map" }).waitFor();
}

async function openPortal(page: Page, { url }: Sandbox): Promise<void> {
  await page.goto(`${url}/portal`);
  await page.getByRole("button", { name: "Use the demo account" }).click();
  await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
}

// A page may have two; the first is the one to be seen.
async function mapDrawn(page: Page): Promise<void> {
  await page.locator('[data-map="drawn"]').first().waitFor({ timeout: 60_000 });
}

// The driver is on the map and its streets are drawn.
async function settleMap(page: Page): Promise<void> {
  await page.locator('[data-kind="driver"]').waitFor();
  await mapDrawn(page);
}
