import { expect, test } from "vitest";
import { readHorseFacts } from "#app/domain/jv-data/facts/horse-facts.ts";
import { noFindings } from "#app/domain/jv-data/record-view.ts";
import { nu, oldUm, um } from "./records.ts";

test("a horse's record names its sire, dam and dam's sire, central in both layouts and regional", () => {
  expect(readHorseFacts(um(), noFindings())).toEqual({
    horseId: "2023105001",
    horseName: "アカイウマ",
    bornIn: "2023",
    sex: "female",
    sireName: "オオゾラ",
    damName: "ナギサ",
    damSireName: "Far Hill",
  });
  expect(readHorseFacts(nu(), noFindings())).toMatchObject({ sireName: "オオゾラ", damSireName: "ファーヒル" });
  expect(readHorseFacts(oldUm(), noFindings())).toMatchObject({
    horseId: "2017105001",
    horseName: "フルイウマ",
    sex: "male",
    sireName: "オオゾラ",
    damSireName: "Far Hill",
  });
});
