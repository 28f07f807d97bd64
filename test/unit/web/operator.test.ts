import { expect, test } from "vitest";
import { findPlaceholders, OPERATOR_VARIABLES, readOperator } from "#app/domain/operator.ts";
import { operatorSettings, placeholderWarning } from "#scripts/prepare.mjs";

const FILLED = {
  OPERATOR_NAME: "はちわく株式会社",
  OPERATOR_REPRESENTATIVE: "八枠 花子",
  OPERATOR_ADDRESS: "東京都府中市1-1: 8階",
  OPERATOR_PHONE: "042-000-0000",
  OPERATOR_EMAIL: "help@hachiwaku.example",
};

test("the operator's particulars come from variables; unset and blank ones are placeholders", () => {
  expect(readOperator({})).toMatchObject({
    name: "（運営者名）",
    email: "support@example.com",
    court: "東京地方裁判所",
  });
  expect(readOperator({ ...FILLED, OPERATOR_COURT: " 大阪地方裁判所 ", OPERATOR_PHONE: " " })).toMatchObject({
    name: "はちわく株式会社",
    court: "大阪地方裁判所",
    phone: "（電話番号）",
  });
});

test("a start names the variables of remaining placeholders, and none once they are set", () => {
  expect(findPlaceholders({ OPERATOR_NAME: "はちわく株式会社", OPERATOR_EMAIL: "" })).toEqual([
    "OPERATOR_REPRESENTATIVE",
    "OPERATOR_ADDRESS",
    "OPERATOR_PHONE",
    "OPERATOR_EMAIL",
  ]);
  expect(placeholderWarning(operatorSettings({ ...FILLED, OPERATOR_PHONE: "" }))).toBe(
    "The legal pages /tokusyo, /terms and /privacy show placeholders. Set OPERATOR_PHONE for （電話番号）.",
  );
  expect(placeholderWarning(operatorSettings(FILLED))).toBeNull();
  // The environment takes precedence over .dev.vars.
  expect(
    operatorSettings({ OPERATOR_NAME: "A", CONTACT_URL: "" }, { OPERATOR_NAME: "B", OPERATOR_EMAIL: "c@d.example" }),
  ).toEqual({
    OPERATOR_NAME: "A",
    OPERATOR_EMAIL: "c@d.example",
  });
  expect(OPERATOR_VARIABLES).toHaveLength(9);
});
