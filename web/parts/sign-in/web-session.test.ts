import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { forgetSession, noteSession } from "./web-session.ts";

const KEY = ["session"];
const LAN = { session: { name: "Lan" } };
const NOBODY = { session: null };

// A page that has asked who is signed in and is not answered yet.
function asking(): { readonly client: QueryClient; readonly answer: (session: object) => Promise<void> } {
  const client = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<object>();
  const stop = new QueryObserver(client, { queryKey: KEY, queryFn: () => promise }).subscribe(() => undefined);
  return {
    client,
    answer: async (session) => {
      resolve(session);
      await new Promise(setImmediate);
      stop();
      client.unmount();
    },
  };
}

test("whoever has signed in stays so, though an older answer comes after", async () => {
  const { client, answer } = asking();
  await noteSession(client, LAN);
  await answer(NOBODY);
  assert.deepEqual(client.getQueryData(KEY), LAN);
});

test("whoever has signed out stays so, and nothing that was read or made is left", async () => {
  const { client, answer } = asking();
  client.setQueryData(["asked", "/partners"], ["demo"]);
  client.getMutationCache().build(client, {}, { data: { api_key: "secret" } } as never);
  await forgetSession(client);
  await answer(LAN);
  assert.deepEqual(client.getQueryData(KEY), { ...NOBODY, hasLeft: true });
  assert.equal(client.getQueryData(["asked", "/partners"]), undefined);
  assert.deepEqual(client.getMutationCache().getAll(), []);
});
