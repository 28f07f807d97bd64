/**
 * Names that anyone can read (rankings, share pages, images, JSON): a mail address must not get there because somebody
 * chose it as a name.
 */

const MASK = "******";

/** No other word of a name holds these; shorter domains are caught as part of an address. */
const MAIL_DOMAINS = [
  "gmail.com",
  "googlemail.com",
  "yahoo.co.jp",
  "yahoo.com",
  "yahoo.ne.jp",
  "ybb.ne.jp",
  "ymail.com",
  "ymail.ne.jp",
  "outlook.com",
  "outlook.jp",
  "hotmail.com",
  "hotmail.co.jp",
  "icloud.com",
  "live.jp",
  "docomo.ne.jp",
  "ezweb.ne.jp",
  "softbank.ne.jp",
  "softbank.jp",
  "vodafone.ne.jp",
  "disney.ne.jp",
  "willcom.com",
  "uqmobile.jp",
  "ymobile.ne.jp",
  "rakuten.jp",
  "nifty.com",
  "ocn.ne.jp",
  "biglobe.ne.jp",
  "so-net.ne.jp",
  "plala.or.jp",
  "dion.ne.jp",
  "excite.co.jp",
  "infoseek.jp",
  "aol.com",
  "aol.jp",
  "protonmail.com",
  "proton.me",
] as const;

const MAIL_ADDRESS = /[^\s@]+@[^\s@.]+(\.[^\s@.]+)+/u;

/** The name as others see it: six asterisks instead of one that is or holds a mail address, or names a mail domain. */
export function maskName(name: string): string {
  // Full-width letters, ＠ and ． read the same to people, and so do invisible characters between them.
  const plain = name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase();
  const isMail = MAIL_ADDRESS.test(plain) || MAIL_DOMAINS.some((domain) => plain.includes(domain));
  return isMail ? MASK : name;
}
