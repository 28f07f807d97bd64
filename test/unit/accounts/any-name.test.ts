import fc from "fast-check";
import { expect, test } from "vitest";
import { PROFILE_TEXT_MAX } from "#app/domain/accounts/profile.ts";
import { escapeHtml } from "#app/domain/escape-html.ts";
import { nameField } from "#app/forms/accounts/account-fields.server.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

/** Any code points, and those that names are spoofed, split or turned around with, among Japanese. */
const unit = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 3 }) },
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
  fc.constantFrom(
    "馬",
    "ウマ",
    "が",
    "か\u3099",
    "ｶﾞ",
    "\u{20BB7}",
    "葛\u{E0100}",
    "👨‍👩‍👧",
    "\uD83D",
    "\u202E",
    "\u200D",
    "\u3164",
    "\u2800",
    "\u0323",
    "\u{E0041}",
    "\u0000",
    "\r\n",
    "<b>",
    "&",
    '"',
  ),
);

test(
  "any text is a name or refused; a name is as it is stored, of visible characters, and safe in a mail",
  () => {
    let names = 0;
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
        const parsed = nameField.safeParse(units.join(""));
        if (!parsed.success) return;
        names += 1;
        const name = parsed.data;
        expect(nameField.parse(name)).toBe(name);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(PROFILE_TEXT_MAX.name);
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/u);
        // Something is seen, and no letter has more than two marks.
        expect(name).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u);
        expect(name).not.toMatch(/\p{M}{3}|[\u3164\u2800\u00AD\u200C]/u);
        // As UTF-8 in the database and back.
        expect(new TextDecoder().decode(new TextEncoder().encode(name))).toBe(name);
        expect(escapeHtml(name)).not.toMatch(/[<>"]/);
      }),
      fuzz({ quick: 500, whole: 5000 }),
    );
    expect(names).toBeGreaterThan(100);
  },
  LONG_MS,
);
