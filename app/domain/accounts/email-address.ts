/**
 * The unquoted letters and signs of RFC 5322, with dots anywhere: Japanese carriers issued taro..yamada@, .taro@ and
 * taro.@ until 2009. RFC 5321 allows 64 characters before the @; forms limit the whole.
 */
export const EMAIL_ADDRESS =
  /^(?=[^@]{1,64}@)\.*[\w!#$%&'*+/=?^`{|}~-][\w.!#$%&'*+/=?^`{|}~-]*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])$/;

/** The part before an @ that mail headers must quote: its dots are not between other characters. */
const ODD_DOTS = /^(?:\..*|.*\.|.*\.\..*)(?=@)/;
const QUOTED = /^"([^"\\]*)"(?=@)/;

/** Canonical form for storing, comparing and counting addresses: trimmed, NFC, lower case. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase();
}

/** The address as mail headers write it: `"taro..yamada"@docomo.ne.jp`. */
export function mailboxOf(email: string): string {
  return email.replace(ODD_DOTS, '"$&"');
}

export function emailOfMailbox(mailbox: string): string {
  return mailbox.replace(QUOTED, "$1");
}
