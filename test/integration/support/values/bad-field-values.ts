/**
 * What a field of a JSON body is sent besides what it wants: one value of each class. All that is text to a parser, a
 * database and a page goes in one string, since a field that lets any of it act would show it.
 */
export const BAD_VALUES: readonly unknown[] = [
  // Missing; undefined leaves the field out.
  undefined,
  null,
  "",
  " ",
  // Control characters, a mail header, markup, SQL, an address inside the network.
  `\u0000\u202e\u0007\r\nBcc: x@example.com"><script>alert(1)</script>'; drop table users; -- http://169.254.169.254/`,
  // Too long, in characters of two units; half of such a character.
  "🐎".repeat(300),
  "x".repeat(5000),
  "\ud800",
  true,
  -1,
  1.5,
  1e300,
  [],
  { a: { b: 1 } },
];

/** No field takes these. */
export const WRONG_FOR_ALL: ReadonlySet<unknown> = new Set(
  BAD_VALUES.filter((bad) => bad === true || (typeof bad === "object" && bad !== null)),
);
