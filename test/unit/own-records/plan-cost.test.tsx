import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlanCost } from "#app/components/own-records/record-sums.tsx";
import { measureRecord, type RecordFigures } from "#app/domain/own-records/measure-record.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";

/** Figures of a record whose three tickets together gained `netYen` in so many months. */
function figuresOf(netYen: number, months: number): RecordFigures {
  const none = measureRecord([]);
  const tickets = { ...none.tickets };
  for (const [at, betType] of BET_TYPES.entries()) {
    tickets[betType] = { ...tickets[betType], stakeYen: 100_000, payoutYen: 100_000 + (at === 0 ? netYen : 0) };
  }
  return { ...none, tickets, months: Array.from({ length: months }, (_, before) => ({ month: "2026-04", before })) };
}

const words = (netYen: number, months: number, plan: number) =>
  textOf(renderToStaticMarkup(<PlanCost figures={figuresOf(netYen, months)} plan={plan} />));

test("the plan's cost stands beside the balance of a month, and what is left of that after it", () => {
  const premium = words(-117_465, 8, Plan.premium);
  expect(premium).toContain("PREMIUMの料金 （1か月） −29,800 円");
  expect(premium).toContain("1か月あたりの収支 −14,683 円");
  expect(premium).toContain("結果の出た8か月の平均。料金を引くと−44,483円");
  // A gain is shown in the same way, and the cost is taken from it.
  expect(words(20_000, 2, Plan.starter)).toContain("+10,000 円 結果の出た2か月の平均。料金を引くと+9,020円");
  // A first month that is not over counts as one.
  expect(words(-500, 0, Plan.free)).toMatch(/±0 円 .*−500 円 結果の出た1か月の平均。料金を引くと−500円/);
});
