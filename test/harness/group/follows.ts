import assert from "node:assert/strict";
import { test } from "node:test";

test("finds what was before it closed", () => assert.equal(process.env.GIAO_TEST_ENDED, "yes"));
test("needs what is not here", { skip: "nothing is here" }, () => undefined);
