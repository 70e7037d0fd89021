// What 2.8 forbids inside an address wherever it stands: phone numbers, remarks and other free text, segments joined by dashes,
// abbreviations. Each check names the piece it stumbled over. Names of units that look like one of these are let through.
import { fold, isPlain } from "../text/fold.ts";
import { readUnit } from "./unit-words.ts";

export type Fault = string | undefined;
// True of the key of any unit's bare name.
export type IsName = (key: string) => boolean;

const PHONE_DIGITS_MIN = 8;

// Digits with blanks, dots, dashes or brackets between them. House numbers join by slashes and never reach eight digits;
// a range such as 100-102-104 does not begin like a phone number.
export function phoneFault(address: string): Fault {
  for (const run of address.matchAll(/\+?\d[\d .()-]*/g)) {
    const [text] = run;
    const digits = text.replace(/\D/g, "");
    const solid = /\d{8,}/.test(text);
    if (digits.length < PHONE_DIGITS_MIN || !(solid || /^(\+|0|84|1[89]00)/.test(text))) continue;
    return `"${text.trim().replace(/[ .()-]+$/, "")}" looks like a phone number; an address must not hold one.`;
  }
  return undefined;
}

// Written with diacritics each of these is a remark and nothing else.
const REMARKS = phrases(`
  gần | đối diện | cạnh | kế bên | sát bên | bên hông | phía sau | phía trước | đằng sau | sau lưng | trước mặt | cách chợ | rẽ trái | rẽ phải
  giao hàng | giao trước | giao sau | giao giờ | giao cho | giao tại | gọi | gọi trước | liên hệ | điện thoại | sđt | ghi chú | lưu ý
  chú ý | vui lòng | xin | nhờ | người nhận | nhận hàng | giờ hành chính | buổi sáng | buổi chiều | nhà màu | cổng màu | hỏi thăm`);
// Without diacritics a word may be part of a name (Nguyễn Hữu Cảnh, Giao Thủy): only phrases that leave no doubt.
const PLAIN_REMARKS = phrases(`
  doi dien | ke ben | ben canh | sat ben | phia sau | phia truoc | dang sau | re trai | re phai | gan cho | gan truong | gan cau | gan nga
  giao hang | giao truoc | giao sau | giao gio | goi truoc | goi dien | lien he | dien thoai | sdt | ghi chu | luu y | vui long
  nguoi nhan | nhan hang | gio hanh chinh | lh | alo | hotline | ship | shipper | tel | phone | call | please | near | opposite | behind
  next to | in front of | note | deliver | contact`);

export function remarkFault(segments: readonly string[]): Fault {
  for (const segment of segments) {
    const spoken = segment.toLowerCase().split(/[ .:]+/);
    const found = findRemark(spoken, PLAIN_REMARKS) ?? (isPlain(segment) ? undefined : findRemark(spoken, REMARKS));
    if (found) return `"${found}" in "${segment}" is a remark; write it into remarks, not into the address.`;
  }
  return undefined;
}

// Phrases by their first word.
type Phrases = ReadonlyMap<string, readonly string[]>;

function findRemark(spoken: readonly string[], phrases: Phrases): string | undefined {
  for (const [at, word] of spoken.entries()) {
    const found = phrases.get(word)?.find((phrase) => {
      const length = phrase.split(" ").length;
      return spoken.slice(at, at + length).join(" ") === phrase;
    });
    if (found) return found;
  }
  return undefined;
}

// Letters of any script, marks, digits and the signs of names and numbers. "(", ":" and the like begin free text.
const FOREIGN = /[^\p{L}\p{M}\p{N} .,/'’ʼ`&–—-]/u;

export function symbolFault(address: string): Fault {
  const found = FOREIGN.exec(address);
  if (!found) return undefined;
  if (found[0] === ";" || found[0] === "|") return `Segments are separated by "${found[0]}"; separate them by commas.`;
  return `"${found[0]}" has no place in an address: it holds names and numbers only, free text goes into remarks.`;
}

// Between numbers ("12-14", "A12-05", "B-7") a dash is part of the door, and some units hold one: Bà Rịa - Vũng Tàu.
export function dashFault(segments: readonly string[], isName: IsName): Fault {
  for (const segment of segments) {
    if (!/[–—-]/.test(segment)) continue;
    if (isUnit(segment, isName)) continue;
    for (const dash of segment.matchAll(/[–—-]/g)) {
      const [before = ""] = segment.slice(0, dash.index).trimEnd().split(" ").slice(-1);
      const [after = ""] = segment
        .slice(dash.index + 1)
        .trimStart()
        .split(" ", 1);
      if (/\d|^\p{L}{1,2}$/u.test(before) && /\d|^[A-Z]$/.test(after)) continue;
      return `"${segment}" is joined by a dash; separate street, ward, district and province by commas.`;
    }
  }
  return undefined;
}

const ROMAN = /^[ivx]+$/;
// Road codes and type words that maps print themselves.
const WRITTEN_SO = new Set("ql tl hl dt dh st str rd blvd tp".split(" "));
const KNOWN_SHORT = /^(cmt8|cmt|cm8|kp\d*|kdc|kcn|kdt|cc|tdp\d*|hcmc?|tphcm|ubnd)$/;
const DOTTED_WELL = new Set("đ tp st str rd ave no".split(" "));
// What half of all shops have stored: named in full in the refusal, so that it can be mended by hand or by a script.
const FULL_FORMS: Readonly<Record<string, string>> = {
  hcm: "Hồ Chí Minh",
  hcmc: "Hồ Chí Minh",
  tphcm: "Thành phố Hồ Chí Minh",
  sg: "Hồ Chí Minh",
  hn: "Hà Nội",
  tphn: "Thành phố Hà Nội",
  dn: "Đà Nẵng",
  tpdn: "Thành phố Đà Nẵng",
  brvt: "Bà Rịa - Vũng Tàu",
  cmt8: "Cách Mạng Tháng Tám",
  cm8: "Cách Mạng Tháng Tám",
  cmt: "Cách Mạng Tháng Tám",
  kp: "Khu phố",
  tdp: "Tổ dân phố",
  kdc: "Khu dân cư",
  kcn: "Khu công nghiệp",
  kdt: "Khu đô thị",
  cc: "Chung cư",
  ubnd: "Ủy ban nhân dân",
};

// `segments` begin with the house and street. Every Vietnamese syllable has a vowel: letters without one are initials.
export function abbreviationFault(segments: readonly string[], isName: IsName): Fault {
  for (const [at, segment] of segments.entries()) {
    // A few names look like abbreviations: the commune H Bông, the town P Rao.
    if (at > 0 && isUnit(segment, isName) && !/^\d+$/.test(segment)) continue;
    const unit = at > 0 ? abbreviatedUnit(segment) : undefined;
    if (unit) return unit;
    for (const word of segment.split(/[\s,/-]+/)) {
      if (!isShort(word)) continue;
      const [short = "", number = ""] = /^([a-z]+8?)(\d*)$/.exec(fold(word).replaceAll(".", ""))?.slice(1) ?? [];
      const full = FULL_FORMS[short];
      return `"${word}" in "${segment}" is abbreviated; write ${full ? `"${`${full} ${number}`.trim()}"` : "every name in full"}.`;
    }
  }
  return undefined;
}

function isUnit(segment: string, isName: IsName): boolean {
  return readUnit(segment).some((reading) => !reading.fullWord && isName(reading.key));
}

function abbreviatedUnit(segment: string): Fault {
  const [reading] = readUnit(segment);
  if (/^\d+$/.test(segment)) return `"${segment}" is abbreviated; write the unit's type, such as "Quận ${segment}".`;
  if (!reading?.fullWord) return undefined;
  // "H5/12 Lê Duẩn" is a door; "H. Củ Chi" and "P5" are units.
  if (/\d/.test(reading.bare) && !/^\d{1,2}$/.test(reading.bare)) return undefined;
  return `"${segment}" is abbreviated; write "${reading.fullWord} ${reading.bare}".`;
}

function isShort(word: string): boolean {
  const dotted = /^(\p{L}{1,3})\.(.*)$/u.exec(word.toLowerCase());
  if (dotted) return !DOTTED_WELL.has(dotted[1] ?? "") || (dotted[2] ? isShort(dotted[2]) : false);
  const plain = fold(word);
  if (KNOWN_SHORT.test(plain)) return true;
  if (!/^[a-z]{2,}$/.test(plain) || ROMAN.test(plain) || WRITTEN_SO.has(plain)) return false;
  return !/[aeiouy]/.test(plain);
}

function phrases(list: string): Phrases {
  const all = list
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
  return Map.groupBy(all, (phrase) => phrase.split(" ")[0]!);
}
