export type Row = Record<string, string>;

export const csv = (rows: readonly Row[]): string => {
  const headers = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => headers.map((header) => row[header] ?? "").join(","));
  return `${[headers.join(","), ...lines].join("\n")}\n`;
};

export const pick = (rows: readonly Row[], ...columns: string[]) =>
  rows.map((row) => columns.map((column) => row[column]));

export const NAMES = ["アカイホシ", "アオイウミ", "シロイクモ", "クロイヤマ"];
