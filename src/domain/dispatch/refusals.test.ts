import assert from "node:assert/strict";
import { test } from "node:test";
import { type Silence, whatToDo } from "../drivers/silence.ts";
import { notToAsk, type PastOffer } from "./refusals.ts";

const now = new Date("2026-11-15T05:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const offer = (driverPhone: string, answer: PastOffer["answer"], secondsAgo = 600): PastOffer => ({
  driverPhone,
  kind: "assign",
  answer,
  answeredAt: answer === null ? null : ago(secondsAgo),
});

test("who refused or gave up is never asked again, who is being asked is not asked twice", () => {
  const out = notToAsk([offer("refused", "declined"), offer("asked", null)], ["dropped"], now);
  assert.deepEqual([...out].sort(), ["asked", "dropped", "refused"]);
});

test("who lost to a quicker driver, or whose question was withdrawn, may be asked again", () => {
  const lost = [offer("lost", "lost"), offer("lost", "lost"), offer("lost", "lost", 1)];
  assert.equal(notToAsk([...lost, offer("withdrawn", "withdrawn", 1)], [], now).size, 0);
});

test("who did not answer is asked once more after a minute, and then no more", () => {
  assert.ok(notToAsk([offer("asleep", "expired", 59)], [], now).has("asleep"));
  assert.ok(!notToAsk([offer("asleep", "expired", 60)], [], now).has("asleep"));
  assert.ok(notToAsk([offer("asleep", "expired", 900), offer("asleep", "expired", 300)], [], now).has("asleep"));
});

test("a driver is asked after three minutes of silence and loses the order two minutes later", () => {
  const silence = (heard: number, asked: number | null): Silence => ({
    heardAt: ago(heard),
    askedAt: asked === null ? null : ago(asked),
  });
  assert.equal(whatToDo(silence(179, null), now), "wait");
  assert.equal(whatToDo(silence(180, null), now), "ask");
  assert.equal(whatToDo(silence(300, 119), now), "wait");
  assert.equal(whatToDo(silence(300, 120), now), "give_to_others");
  // Heard of since: the old question no longer counts.
  assert.equal(whatToDo(silence(10, 200), now), "wait");
  assert.equal(whatToDo(silence(200, 400), now), "ask");
});
