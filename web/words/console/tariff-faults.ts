// What is wrong with a tariff, in the reader's language. The grammar itself speaks English, as the API does (D1).
import type { FeeFault } from "../../../src/domain/fee-expression/syntax.ts";

const PHRASES: readonly (readonly [english: RegExp, vietnamese: string])[] = [
  [/^a sign, if, or the end$/, "một dấu, if, hoặc hết biểu thức"],
  [/^a sign or \)$/, "một dấu hoặc )"],
  [/^a number, x, h or \($/, "một số, x, h hoặc ("],
  [/^a number, x, h or a sign$/, "một số, x, h hoặc một dấu"],
  [/^x \(kilometres\), h \(hour\), a number, if or else$/, "x (km), h (giờ), một số, if hoặc else"],
  [/^a fee before if$/, "một mức phí trước if"],
  [/^a condition before (.+)$/, "một điều kiện trước $1"],
  [/^a number before (.+)$/, "một số trước $1"],
  [/^a number to compare$/, "một số để so sánh"],
  [/^a condition such as (.+)$/, "một điều kiện như $1"],
  [/^a number that is not infinite$/, "một số hữu hạn"],
  [/^a space or a sign after the number$/, "khoảng trắng hoặc một dấu sau số"],
  [/^at most (\d+) levels of nesting$/, "nhiều nhất $1 tầng lồng nhau"],
  [/^at most (\d+) characters$/, "nhiều nhất $1 ký tự"],
  [/^at most (\d+) different numbers in a tariff$/, "nhiều nhất $1 số khác nhau"],
  [/^a number$/, "một số"],
  [/^a condition$/, "một điều kiện"],
  [/^the end$/, "hết biểu thức"],
  [/^no number \(a division by zero\)$/, "không ra số (chia cho 0)"],
];

const READ = /^At character (\d+): expected (.+), found (.+)\.$/;
const TRIED = /^The tariff gives (.+) at (.+); expected a fee from 0 to (\d+) at every distance and hour\.$/;

// A word of the tariff itself stays what it is.
function vietnamese(phrase = ""): string {
  const [english, said] = PHRASES.find(([pattern]) => pattern.test(phrase)) ?? [];
  return english && said ? phrase.replace(english, said) : phrase;
}

export const tariffFaultWords = {
  en: ({ why }: Pick<FeeFault, "why">): string => why,
  vi: ({ why }: Pick<FeeFault, "why">): string => {
    const [, at, expected, found] = READ.exec(why) ?? [];
    if (at) return `Ký tự ${at}: cần ${vietnamese(expected)}, nhưng gặp ${vietnamese(found)}.`;
    const [, amount, where, max] = TRIED.exec(why) ?? [];
    return amount
      ? `Biểu phí cho ${vietnamese(amount)} khi ${where}; ở mọi quãng đường và giờ, phí phải từ 0 đến ${max}.`
      : why;
  },
};
