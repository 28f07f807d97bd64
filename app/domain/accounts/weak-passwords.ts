import { COMMON_ENDINGS, COMMON_PASSWORDS, COMMON_WORDS } from "./common-passwords.ts";

const MIN_CHARACTERS = 8;
const MAX_CHARACTERS = 256;

/** Rows of keys: the alphabet, digits, and the keyboard across, down and in zigzag. */
const WALKS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiop@[",
  "asdfghjkl;:]",
  "zxcvbnm,./",
  "qwertyuiopasdfghjklzxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "!@#$%^&*()",
];

/** aaaaaaaa, 12341234, loginlogin1. */
const REPEATED = /^(.{1,8}?)\1+.{0,2}$/su;
/** 19900401 and the like: birthdays. */
const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

const CONTEXT_WORDS = ["hachiwaku", "はちわく", "ハチワク", "keiba", "競馬"];
/** Shorter names are part of many words. */
const SHORTEST_NAME = 4;

/**
 * Whether guessing programs would try a password early: a common one, a pattern of keys, or fewer than eight characters
 * beside the site's words and the account's address. Forms check the length; lengths out of bounds count as weak in
 * case a caller did not.
 */
export function isWeakPassword({ password, email }: { password: string; email: string }): boolean {
  const characters = [...password].length;
  if (characters < MIN_CHARACTERS || characters > MAX_CHARACTERS) return true;
  const lower = password.normalize("NFKC").toLowerCase();
  if (isCommon(lower) || isPattern(lower)) return true;
  const words = contextWords(email.toLowerCase()).filter((word) => lower.includes(word));
  if (words.length === 0) return false;
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), lower).replace(/[^\p{L}\p{N}]/gu, "");
  return [...rest].length < MIN_CHARACTERS || isCommon(rest) || isPattern(rest);
}

/** The longest first, as a shorter one may be part of it. */
function contextWords(email: string): string[] {
  const [local = "", host = ""] = email.split("@");
  const own = [email, local, host].filter(({ length }) => length >= SHORTEST_NAME);
  return [...own, ...CONTEXT_WORDS].sort((one, other) => other.length - one.length);
}

const PASSWORDS = new Set([...COMMON_PASSWORDS, ...COMMON_WORDS]);
const WORDS = new Set(COMMON_WORDS);

function isCommon(lower: string): boolean {
  const hasEnding = (ending: string) => lower.endsWith(ending) && WORDS.has(lower.slice(0, -ending.length));
  return PASSWORDS.has(lower) || COMMON_ENDINGS.some(hasEnding);
}

function isPattern(lower: string): boolean {
  const back = [...lower].reverse().join("");
  return REPEATED.test(lower) || DATE.test(lower) || WALKS.some((walk) => walk.includes(lower) || walk.includes(back));
}
