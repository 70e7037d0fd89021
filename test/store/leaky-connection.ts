// A test file as it should not be; the harness's own test runs it. Its name keeps it out of the runner's list.
import { test } from "node:test";
import { openDatabase } from "../../src/store/db.ts";
import { useDatabase } from "../harness/database.ts";

const { url } = await useDatabase();

test("opens a connection and forgets it", async () => {
  await openDatabase(url)`select 1`;
});
