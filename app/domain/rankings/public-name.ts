/** Masks names in public places, so that a mail address used as a name is not published. */

const MASK = "******";

/** Domains that occur in no ordinary name; others only count within an address. */
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

/** Six asterisks if the name is or contains a mail address, or contains a mail domain. */
export function maskName(name: string): string {
  // Full-width letters, ＠, ． and invisible characters look like the plain form.
  const plain = name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase();
  const isMail = MAIL_ADDRESS.test(plain) || MAIL_DOMAINS.some((domain) => plain.includes(domain));
  return isMail ? MASK : name;
}
