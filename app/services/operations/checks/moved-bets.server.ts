import { createMovedBets, MovedBetsDamagedError } from "#app/adapters/rankings/moved-bets.server.ts";
import { findMovedDay, judgeMovedBets } from "#app/db/operations/checks/ledger-walks.server.ts";
import { type PackedBets, unpackBets } from "#app/domain/rankings/ledger/moved-bets.ts";
import type { Look } from "./look.server.ts";

/** As many as D1 settles again in a moment. */
const ROWS_PER_PAGE = 500;

/**
 * The old ledger in R2: every part that a day names is there, whole by its hash, and its bets are what the payouts make of them.
 * Some rows of a part a page (cursor `day part row`).
 */
export const checkMovedBets: Look = async ({ db, store }, { after, limit: _, storedBefore: __, ...time }) => {
  const [from = "", partOf = "0", rowOf = "0"] = after.split(" ");
  const day = await findMovedDay(db, { from });
  if (day === null) return { seen: 0, broken: [], next: null };
  const { date, parts, races } = day;
  const [place, row] = date === from ? [Number(partOf), Number(rowOf)] : [0, 0];
  const part = parts[place];
  // "~" follows the digits.
  if (part === undefined) return { seen: 0, broken: [], next: `${date}~` };
  const report = (fault: string) => `race day ${date}: ${fault}`;
  const nextPart = `${date} ${place + 1} 0`;
  const read = await createMovedBets(store)
    .read(part.key)
    .catch((error: unknown) => {
      if (error instanceof MovedBetsDamagedError) return error;
      throw error;
    });
  if (read instanceof MovedBetsDamagedError) return { seen: 1, broken: [report(read.message)], next: nextPart };
  const to = row + ROWS_PER_PAGE;
  const rows = unpackBets(read, { from: row, to });
  const judged = await judgeMovedBets(db, { date, rows, ...time });
  const broken = judged.flatMap(({ key, fault }) =>
    fault === null ? [] : [`bets of model and race ${key}: ${fault}`],
  );
  if (judged.length < rows.length) broken.push(report(`${rows.length - judged.length} bets on unknown races`));
  if (row === 0) broken.push(...findMissing(read, { rows: part.rows, races }).map(report));
  return { seen: rows.length, broken, next: to < read.modelIds.length ? `${date} ${place} ${to}` : nextPart };
};

/** A model that has bets on a day has them on all of its races. */
function findMissing({ modelIds }: PackedBets, whole: { rows: number; races: number }): string[] {
  const counts = new Map<number, number>();
  for (const modelId of modelIds) counts.set(modelId, (counts.get(modelId) ?? 0) + 1);
  const bad = [...counts].find(([, races]) => races !== whole.races);
  return [
    ...(modelIds.length === whole.rows ? [] : [`a part has ${modelIds.length} bets, not ${whole.rows}`]),
    ...(bad === undefined ? [] : [`model ${bad[0]} has bets on ${bad[1]} races, not ${whole.races}`]),
  ];
}
