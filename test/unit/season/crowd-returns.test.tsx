import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CrowdBesideOdds, CrowdReturns } from "#app/components/crowd/crowd-returns.tsx";
import type { CrowdReturns as Returns } from "#app/domain/season/stored-board.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";

const words = (element: React.ReactElement) => textOf(renderToStaticMarkup(element));

const favourite = { races: 120, hits: 40, stakeYen: 24_000, payoutYen: 19_200 };
const interval = { low: 0.701, high: 0.912 };
const ticket = {
  races: 120,
  hits: 43,
  stakeYen: 24_000,
  payoutYen: 18_960,
  hitInterval: interval,
  interval,
  favourite,
};

test("returns of everybody's forecast stand with their intervals beside the favourite's, few races are called few", () => {
  const tickets: Returns["tickets"] = { win: ticket, place: ticket, quinella: { ...ticket, interval: null } };
  const many = words(<CrowdReturns returns={{ races: 120, tickets }} />);
  expect(many).toMatch(/単勝 1位と2位 35\.8% 70\.1.91\.2 79\.0% 70\.1.91\.2 80\.0% 的中 33\.3%/);
  expect(many).not.toContain("ほとんどが運");
  expect(words(<CrowdReturns returns={{ races: 99, tickets }} />)).toContain("ほとんどが運");
  expect(words(<CrowdReturns returns={null} />)).toBe("");
});

test("what the forecast adds to the odds is stated by its interval only", () => {
  const of = (deltaR2: number, low: number, high: number) =>
    words(<CrowdBesideOdds besideOdds={{ deltaR2, low, high, races: 1_704 }} />);
  expect(of(0.0006, -0.0002, 0.0015)).toContain("まだ分かりません （+0.06、−0.02〜+0.15） 。");
  expect(of(0.002, 0.001, 0.003)).toContain("良くなります");
  expect(of(-0.002, -0.003, -0.001)).toContain("良くなりません");
});
