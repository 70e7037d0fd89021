// Orders found by what people remember of them: words of addresses and names within a partner, the phone of somebody at a stop. What is kept of each
// order are keys (store/orders/order-words.ts); which ones, and whether an order that was found is meant, is decided here.
import { crc32 } from "node:zlib";
import type { Order } from "../../domain/orders/order.ts";
import { parsePhone } from "../../domain/phone.ts";
import { wordsOf } from "../../places/text/fold.ts";
import type { Database, Sql } from "../../store/db.ts";
import { findNumbers, keepChangedKeys, keepNextKeys } from "../../store/orders/order-words.ts";
import type { NumberedOrder } from "../../store/orders/orders.ts";

type Deps = { readonly db: Database };

// Orders that follow each other and share their keys' beginning: no search reads more of a common word than these at once.
const STRETCH = 32_768;
// More would hold the event loop for longer than a few milliseconds.
const BATCH = 100;
// A house number or a letter says too little to be looked for, and is compared afterwards.
const WORD_LENGTH_MIN = 2;
const WORDS_MAX = 8;
// More than a page, so that a few that are not meant leave it full.
const FOUND_MAX = 120;

const stretchOf = (number: number): number => Math.floor(number / STRETCH);
const wordKey = (stretch: number, partnerId: string, word: string): number =>
  crc32(`${stretch} ${partnerId} ${word}`) | 0;
// Of all partners, and with two spaces as no word has.
const phoneKey = (stretch: number, phone: string): number => crc32(`${stretch}  ${phone}`) | 0;

function keysOf({ number, order }: NumberedOrder): readonly number[] {
  const stretch = stretchOf(number);
  const words = [...stopWords(order)].filter((word) => word.length >= WORD_LENGTH_MIN);
  return [
    ...words.map((word) => wordKey(stretch, order.partnerId, word)),
    ...[...phonesOf(order)].map((phone) => phoneKey(stretch, phone)),
  ];
}

function stopWords({ points }: Order): ReadonlySet<string> {
  return new Set(points.flatMap(({ address, name }) => [...wordsOf(address), ...wordsOf(name)]));
}

function phonesOf({ points }: Order): ReadonlySet<string> {
  return new Set(points.flatMap(({ mobile }) => parsePhone(mobile) ?? []));
}

// Of all orders that have come since the last time, a few at a time.

export async function keepWords(deps: Deps, goesOn: () => boolean, settledSeconds?: number): Promise<void> {
  for (let kept = 1; kept > 0 && goesOn(); ) kept = await keepNextKeys(deps.db, keysOf, BATCH, settledSeconds);
}

export async function keepWordsOfChanged(tx: Sql, before: Order, after: Order): Promise<void> {
  if (before.points === after.points) return;
  await keepChangedKeys(tx, after, keysOf);
}

export type WordsSearch = {
  // Words are looked for within a partner only.
  readonly partnerId?: string | undefined;
  readonly text: string;
  readonly beforeNumber?: number | undefined;
};

export type Found = {
  readonly numbers: readonly number[];
  // There may be more behind the last of them.
  readonly isCut: boolean;
  // Keys may belong to another word, and an order may have been changed since.
  readonly isMeant: (order: Order) => boolean;
};

export const NOTHING_FOUND: Found = { numbers: [], isCut: false, isMeant: () => false };

// Newest first.
export async function findByWords(
  { db }: { readonly db: Sql },
  { text, partnerId, beforeNumber }: WordsSearch,
): Promise<Found> {
  const phone = parsePhone(text);
  const words = [...new Set(wordsOf(text))].slice(0, WORDS_MAX);
  const rare = words.filter((word) => word.length >= WORD_LENGTH_MIN);
  if (phone === undefined && (partnerId === undefined || rare.length === 0)) return NOTHING_FOUND;
  const keysIn = (stretch: number): readonly number[] =>
    phone === undefined ? rare.map((word) => wordKey(stretch, partnerId!, word)) : [phoneKey(stretch, phone)];
  const numbers = await findNumbers(db, { keysIn, stretchSize: STRETCH, beforeNumber }, FOUND_MAX);
  return {
    numbers,
    isCut: numbers.length === FOUND_MAX,
    isMeant: (order) => {
      if (partnerId !== undefined && order.partnerId !== partnerId) return false;
      if (phone !== undefined) return phonesOf(order).has(phone);
      const has = stopWords(order);
      return words.every((word) => has.has(word));
    },
  };
}
