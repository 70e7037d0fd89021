// Every view of the portal as people meet it: on both widths, in both languages, light and dark.
import { describe, test } from "node:test";
import type { Browser } from "playwright-core";
import {
  assertAccessible,
  assertFits,
  followLink,
  openBrowser,
  PHONE,
  skipWithoutChromium,
} from "../harness/browser.ts";
import { orderBody, startOrderTests } from "../harness/orders.ts";
import { assertQuiet, signedIn } from "../harness/portal.ts";

const giao = await startOrderTests();
const browser: Browser | undefined = skipWithoutChromium ? undefined : await openBrowser();
const own = await giao.created();
const eco = await giao.created(orderBody({ service_id: "SGN-ECO" }));

// Each view, and what it shows once it is there.
const views = [
  ["", eco._id],
  ["/new-order", /Add a point by address|Thêm điểm theo địa chỉ/],
  ["/callbacks", /^(Save|Lưu)$/],
  ["/accounts", /No child accounts yet|Chưa có tài khoản con/],
  [`/orders/${own._id}`, /^(Created|Đã tạo)$/],
] as const;

describe("the portal's views", { skip: skipWithoutChromium }, () => {
  for (const [what, reader] of [
    ["on a desktop in the light", {}],
    ["on a phone in the dark, in Vietnamese", { viewport: PHONE, colors: "dark", language: "vi" }],
  ] as const) {
    test(`every view ${what} is accessible and fits`, async () => {
      const clerk = await signedIn(giao, browser!, "/portal", reader);
      for (const [path, sign] of views) {
        await followLink(clerk.page, `/portal${path}`);
        await clerk.page.getByText(sign).filter({ visible: true }).first().waitFor();
        await assertAccessible(clerk.page);
        await assertFits(clerk.page);
      }
      assertQuiet(clerk);
    });
  }
});
