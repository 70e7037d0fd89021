// Makes two spellings of one Vietnamese name equal: with or without diacritics, composed or decomposed Unicode, "Hoà" or "Hòa",
// "Quý" or "Quí", "01" or "1", "Ha Noi" or "Hanoi". Every function here walks its text once.

// Vietnamese letters end at U+1EF9. A table beats String.normalize four times over, and 14,000 names are folded at start.
const TABLE_END = 0x1f00;
const SKIPPED = 0;
const SPACE = 32;
const BASE_LETTERS = baseLetters();

function baseLetters(): Uint16Array {
  const table = new Uint16Array(TABLE_END);
  for (let code = 0; code < TABLE_END; code += 1) {
    const [base = ""] = String.fromCharCode(code).toLowerCase().normalize("NFD");
    table[code] = base.charCodeAt(0);
  }
  for (let mark = 0x300; mark < 0x370; mark += 1) table[mark] = SKIPPED;
  // Old maps write Đ with the Icelandic letter Ð, which looks the same and is not.
  for (const letter of "ĐđÐð") table[letter.charCodeAt(0)] = 100;
  return table;
}

// Lower case without diacritics; what is no letter stays as it is.
export function fold(text: string): string {
  let folded = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const base = code < TABLE_END ? BASE_LETTERS[code]! : code;
    if (base !== SKIPPED) folded += String.fromCharCode(base);
  }
  return folded;
}

// Folded words of letters a to z and digits; apostrophes join ("M'Drắk"), everything else parts.
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = "";
  for (let at = 0; at < text.length; at += 1) {
    const base = wordCode(text.charCodeAt(at));
    if (base === SKIPPED) continue;
    if (base !== SPACE) {
      word += String.fromCharCode(base);
    } else if (word) {
      words.push(word);
      word = "";
    }
  }
  if (word) words.push(word);
  return words;
}

function wordCode(code: number): number {
  const base = code < TABLE_END ? BASE_LETTERS[code]! : code;
  if ((base >= 97 && base <= 122) || isDigit(base) || base === SKIPPED) return base;
  return isApostrophe(code) ? SKIPPED : SPACE;
}

// The y that is written i as well: Lý, Kỳ, Quý; not that of Tây or Thủy, which would become another word.
const SHORT_Y = /(?<=[bcdghklmnpqrstvx]|qu)y/g;

// The form in which names are compared: no spaces, because Hanoi, Haiphong and Danang are written both ways.
export function keyOf(text: string): string {
  return keyOfWords(wordsOf(text));
}

export function keyOfWords(words: readonly string[]): string {
  let key = "";
  for (const word of words) {
    const part = withoutLeadingZeros(word).replace(SHORT_Y, "i");
    // "Đường 1 2" must not become "Đường 12".
    key += isDigit(key.charCodeAt(key.length - 1)) && isDigit(part.charCodeAt(0)) ? ` ${part}` : part;
  }
  return key;
}

// Equal for "Hoà" and "Hòa", different for "Hoa": the letters, then the marks in the order in which they come.
export function accentsOf(text: string): string {
  let letters = "";
  let marks = "";
  for (const sign of text.normalize("NFD").toLowerCase()) {
    const code = sign.charCodeAt(0);
    if (code >= 0x300 && code < 0x370) marks += sign;
    else if (sign !== " ") letters += sign;
  }
  return `${letters}|${marks}`;
}

// True where the writer left the diacritics out, so that a word may be one of several.
export function isPlain(text: string): boolean {
  return fold(text) === text.toLowerCase();
}

// Composed, with every kind of blank a single space and the invisible joiners of copied text gone.
export function tidy(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function withoutLeadingZeros(word: string): string {
  let at = 0;
  while (word.charCodeAt(at) === 48 && isDigit(word.charCodeAt(at + 1))) at += 1;
  return at === 0 ? word : word.slice(at);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x60 || code === 0xb4 || code === 0x2bc || code === 0x2018 || code === 0x2019;
}
