import { PRODUCT_NAME } from "#app/domain/product-name.ts";

/** The product's name and its operator's particulars, in one place: change them here before going live. */
export const BRAND = {
  name: PRODUCT_NAME,
  tagline: "自分でつくる競馬AI",
  /** First year of the copyright line. */
  year: 2026,
  operator: {
    name: "（運営者名）",
    representative: "（代表者名）",
    address: "（所在地。請求があれば遅滞なく開示します）",
    phone: "（電話番号。請求があれば遅滞なく開示します）",
    email: "support@example.com",
  },
} as const;

/** Where people who fear they bet too much find help (racing bodies' joint counselling, checked 2026). */
export const HELP_LINE = {
  label: "のめり込みが心配なときの相談窓口",
  url: "https://www.koeikyogi.jp/addiction/index.html",
} as const;

/** Title of the browser tab. */
export function documentTitle(page?: string): string {
  return page === undefined ? `${BRAND.name} ${BRAND.tagline}` : `${page}｜${BRAND.name}`;
}
