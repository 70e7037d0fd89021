import assert from "node:assert/strict";
import { test } from "node:test";
import { mapLink } from "./map-link.ts";

test("a door opens in the phone's own maps: Android's, Apple's, and a page elsewhere", () => {
  const door = { lat: 10.77, lng: 106.7 };
  const to = (agent: string) => mapLink(door, agent);
  assert.equal(to("Mozilla/5.0 (Linux; Android 15; Pixel 9)"), "geo:10.77,106.7?q=10.77,106.7");
  assert.equal(to("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)"), "https://maps.apple.com/?daddr=10.77,106.7&dirflg=d");
  assert.match(
    to("Mozilla/5.0 (X11; Linux x86_64)"),
    /^https:\/\/www\.google\.com\/maps\/dir\/.*destination=10\.77,106\.7$/,
  );
});
