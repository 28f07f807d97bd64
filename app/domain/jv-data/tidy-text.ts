/** ０-９Ａ-Ｚａ-ｚ． */
const FULL_WIDTH = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff0e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** ASCII for full-width digits, letters and stops, no padding, single spaces. Other full-width signs stay. */
export function tidyText(text: string): string {
  return text
    .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/[ \u3000]+/g, " ")
    .trim();
}

/** Removes the space between family and given name that only some records have. */
export function tidyPersonName(text: string): string {
  const name = tidyText(text);
  return /[A-Za-z]/.test(name) ? name : name.replaceAll(" ", "");
}
