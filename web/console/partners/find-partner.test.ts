import assert from "node:assert/strict";
import { test } from "node:test";
import { findPartner } from "./find-partner.ts";

const PAGE = 100;
const ids = [..."demo", ...Array.from({ length: 250 }, (_, at) => `shop-${at}`)].sort();
const list = async (after: string) => {
  const partners = ids
    .filter((id) => id > after)
    .slice(0, PAGE)
    .map((id) => ({ id }));
  return { partners, ...(partners.length === PAGE ? { next: partners.at(-1)!.id } : {}) };
};

test("a partner is found however many come before it, and one that is not there is not", async () => {
  for (const id of ["shop-0", "shop-9", "shop-249"]) assert.deepEqual(await findPartner(id, list), { id });
  assert.equal(await findPartner("shop-x", list), null);
});
