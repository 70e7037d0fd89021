import { after, test } from "node:test";

after(() => {
  process.env.GIAO_TEST_ENDED = "yes";
});
test("has something to close", () => undefined);
