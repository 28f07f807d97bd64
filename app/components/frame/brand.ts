import { PRODUCT_NAME } from "#app/domain/product-name.ts";

/** The operator's particulars are in operator.ts. */
export const BRAND = {
  name: PRODUCT_NAME,
  tagline: "自分でつくる競馬AI",
  description:
    "気になる項目を選ぶと、過去のレースで学んだ自分だけの競馬AIモデルができます。成績は、学んでいないレースで正直に。",
  /** First year of the copyright line. */
  year: 2026,
} as const;

/** The racing bodies' joint counselling, checked 2026. */
export const HELP_LINE = {
  label: "のめり込みが心配なときの相談窓口",
  url: "https://www.koeikyogi.jp/addiction/index.html",
} as const;
