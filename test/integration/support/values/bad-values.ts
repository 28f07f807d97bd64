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
