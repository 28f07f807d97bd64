/**
 * Values sent in place of a JSON field's valid ones: one of each class. Everything that is text to a parser, a database
 * and a page is combined in one string: a field in which any of it takes effect reveals it.
 */
export const BAD_VALUES: readonly unknown[] = [
  // Missing: undefined omits the field.
  undefined,
  null,
  "",
  " ",
  // Control characters, a mail header, markup, SQL, an internal address.
  `\u0000\u202e\u0007\r\nBcc: x@example.com"><script>alert(1)</script>'; drop table users; -- http://169.254.169.254/`,
  // Too long, in characters of two UTF-16 units; half of such a character.
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

/** Values that clients send by mistake or on purpose, for the tests of bad input. */
export const BAD_TEXTS = [
  "",
  " ",
  "\u0000",
  "\u202e\u0007\r\nBcc: x@example.com",
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "'; drop table users; --",
  "🐎".repeat(300),
  "\ud800",
  "x".repeat(5000),
  "http://169.254.169.254/",
] as const;
