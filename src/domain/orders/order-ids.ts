// The shapes of an order's two names (D6). Chance is passed in: `draw` gives that many characters of an alphabet.
import { ID_ALPHABET, monthCharacters, monthOf, yearDigits } from "../months.ts";

export type Draw = (length: number, alphabet: string) => string;

// Behind the year and the month's character.
const ID_LENGTH = 7;
// Orders of the first release have six.
const ID = /^\d{2}(?:[0-9A-Z]{6}|[0-9A-Z]{8})$/;

// 62^22 is more than 2^130: nobody guesses a tracking link, and it is never made from the order id.
const TOKEN_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const TOKEN_LENGTH = 22;
const TOKEN = /^[0-9A-Za-z]{22}$/;

// Two digits of the year, then eight at random, of which the first is drawn from the month's three: 26K7Q2ZD4M. 36^8 a year are 2.8 million million;
// the store draws again on a clash.
export function newOrderId(draw: Draw, at: Date): string {
  const month = monthOf(at);
  return yearDigits(month) + draw(1, monthCharacters(month)) + draw(ID_LENGTH, ID_ALPHABET);
}

export function isOrderId(text: string): boolean {
  return ID.test(text);
}

export function newTrackingToken(draw: Draw): string {
  return draw(TOKEN_LENGTH, TOKEN_ALPHABET);
}

export function isTrackingToken(text: string): boolean {
  return TOKEN.test(text);
}
