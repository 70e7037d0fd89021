// Which passwords are good enough: long, and not among those that everybody tries first.
import { type Refusal, refuse } from "../refusal.ts";

const LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 200;

// What leaked lists are full of, and what is built from it: a word of these with digits and signs around it is no better than the word.
const COMMON = new Set(
  `password passwort passw0rd p4ssword pass qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc iloveyou
  loveyou welcome admin administrator root letmein login master hello monkey dragon sunshine princess football baseball superman batman
  pokemon shadow michael jordan trustno freedom whatever starwars computer internet secret changeme default test testing user guest
  abc abcd abcdef abcdefgh abcdefghijkl google facebook samsung iphone matkhau matkhaumoi anhyeuem emyeuanh yeuem vietnam hanoi saigon
  giao giaohang delivery operator owner company office spring summer autumn winter monday january correcthorsebatterystaple`.split(
    /\s+/,
  ),
);
const ROWS = ["abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiopasdfghjklzxcvbnm"];

export function judgePassword(
  password: string,
  email: string,
  field = "password",
): Refusal<"INVALID_DATA"> | undefined {
  if (password.length < LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX)
    return refuse("INVALID_DATA", `${field} must have ${LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`, field);
  if (isCommon(password) || isCommonBeside(password, email))
    return refuse("INVALID_DATA", `${field} is among those that are tried first; choose another.`, field);
  return undefined;
}

function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  const word = plain.replace(/[^a-z]/g, "");
  const half = plain.slice(0, plain.length / 2);
  return (
    COMMON.has(plain) ||
    COMMON.has(word) ||
    new Set(plain).size <= 4 ||
    (plain.length % 2 === 0 && half === plain.slice(half.length) && isWeakHalf(half)) ||
    ROWS.some((row) => row.includes(plain) || [...row].reverse().join("").includes(plain))
  );
}

function isWeakHalf(half: string): boolean {
  return COMMON.has(half.replace(/[^a-z]/g, "")) || /^\d+$/.test(half);
}

// One's own address with something behind it.
function isCommonBeside(password: string, email: string): boolean {
  const [local = ""] = email.toLowerCase().split("@");
  const rest = password.toLowerCase().replace(local, "");
  return local.length >= 4 && password.toLowerCase().includes(local) && rest.replace(/[^a-z]/g, "").length < 4;
}
