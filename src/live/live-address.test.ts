import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOfAddress, readLiveAddress } from "./live-address.ts";

const ONE = { host: "a", port: 6379 };
const PLAIN = { isTls: false, username: undefined, password: undefined, master: "", database: 0 };

test("an address says how Redis is run, where, and who asks", () => {
  const table: readonly (readonly [string, object])[] = [
    ["redis://a", { ...PLAIN, kind: "single", hosts: [ONE] }],
    ["redis://a:7000/2", { ...PLAIN, kind: "single", hosts: [{ host: "a", port: 7000 }], database: 2 }],
    ["redis://[::1]:7000/", { ...PLAIN, kind: "single", hosts: [{ host: "::1", port: 7000 }] }],
    ["rediss://:p%40ss@a", { ...PLAIN, kind: "single", hosts: [ONE], isTls: true, password: "p@ss" }],
    ["redis://user:a:b@a", { ...PLAIN, kind: "single", hosts: [ONE], username: "user", password: "a:b" }],
    [
      "redis+sentinel://a,b:7001/first/3",
      {
        ...PLAIN,
        kind: "sentinel",
        hosts: [
          { host: "a", port: 26379 },
          { host: "b", port: 7001 },
        ],
        master: "first",
        database: 3,
      },
    ],
    ["redis+cluster://a,b:7001", { ...PLAIN, kind: "cluster", hosts: [ONE, { host: "b", port: 7001 }] }],
    ["rediss+cluster://a", { ...PLAIN, kind: "cluster", hosts: [ONE], isTls: true }],
  ];
  for (const [text, expected] of table) assert.deepEqual(readLiveAddress(text), expected, text);
});

test("what is no such address is none", () => {
  for (const text of [
    "http://a",
    "redis:a",
    "redis://",
    "redis://a,b",
    "redis://a/x",
    "redis://a/-1",
    "redis://a/1/2",
    "redis://a:99999",
    "redis://a b",
    "redis://user:100%@a",
    "redis://us%er:pass@a",
    "redis://user:%ff@a",
    "redis+sentinel://a",
    "redis+cluster://a/1",
    "redis+other://a",
  ])
    assert.equal(readLiveAddress(text), undefined, text);
});

test("its name for people holds no password", () => {
  assert.equal(nameOfAddress(readLiveAddress("redis+cluster://user:secret@a,b:7001")!), "a:6379,b:7001");
});
