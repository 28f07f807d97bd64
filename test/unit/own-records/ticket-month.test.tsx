import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TicketGroups, TicketSums } from "#app/components/own-records/ticket-month.tsx";
import {
  breakDownTickets,
  type SettledOwnTicket,
  sumModelBets,
  sumTickets,
  type TicketsView,
} from "#app/domain/own-records/own-tickets.ts";
import { byBetType } from "#app/domain/racing/race.ts";

const betsOf = (payoutYen: number) => byBetType(() => ({ stakeYen: 100, payoutYen, hits: payoutYen > 0 ? 1 : 0 }));

/** A ticket of 1,000 yen on each day with its payout, by a model whose three bets pay 0 and 600 yen in turn. */
function monthOf(payouts: readonly (number | null)[]): TicketsView {
  const tickets = payouts.map((payoutYen, at): SettledOwnTicket & { isOpen: boolean } => ({
    ...{ id: at, raceId: `r${at}`, date: `2026-11-0${at + 1}`, kind: "win", lines: [["1", 1000]], yen: 1000 },
    ...{ modelId: 1, modelName: "model 1", isOpen: false },
    race: { venue: "東京", raceNum: 1, name: "", startTime: null },
    settled: payoutYen === null ? null : { stakeYen: 1000, payoutYen, refundYen: 0, hits: 0 },
  }));
  const entries = payouts.map((_, at) => ({
    ...{ modelId: 1, raceId: `r${at}`, bets: betsOf(at % 2 === 0 ? 0 : 200), favourite: betsOf(80) },
  }));
  return {
    ...{ month: "2026-11", isPresent: true, tickets, limit: null, openRaces: [] },
    ...{ sum: sumTickets(tickets), groups: breakDownTickets(tickets), beside: sumModelBets(tickets, entries) },
  };
}

const textOf = (view: TicketsView) => renderToStaticMarkup(<TicketSums view={view} />).replace(/<[^>]+>/g, "");

test("from eight race days on, the model's return has its band of luck, and differences within it are said to be luck", () => {
  // The draws hit on k of 8 days with k of B(8, ½): 2.5 % of them at 1, 97.5 % at 7, each day a quarter of the stakes.
  const even = monthOf([0, 0, 0, 0, 0, 0, 0, 4000]);
  expect(even.beside?.luck).toEqual({ low: 0.25, high: 1.75 });
  expect(textOf(even)).toContain(
    "100.0%（運の幅 25.0%〜175.0%）、1番人気の順に買うと80.0%でした。差はどれも運の幅の中です。",
  );
  const poor = monthOf([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(textOf(poor)).toContain("1番人気の順に買うと80.0%でした。1か月の回収率は運で大きく動きます。");
  const short = monthOf([0, 0, 0, 0, 0, 0, 4000, null]);
  expect(short.beside?.luck).toBeNull();
  expect(textOf(short)).not.toContain("運の幅");
});

test("each day has its amounts on one scale and the difference; a day without results waits", () => {
  const view = monthOf([2500, 0, null]);
  expect(textOf(view)).toContain("結果待ち 1,000円");
  const markup = renderToStaticMarkup(<TicketGroups view={view} />);
  expect([...markup.matchAll(/width:([\d.]+)%/g)].map(([, width]) => width)).toEqual([
    "40",
    "100",
    "40",
    "0",
    "40",
    "0",
  ]);
  const text = markup.replace(/<[^>]+>/g, "");
  expect(text).toContain("11月1日（日）買った額1,000円、払戻2,500円、差引+1,500");
  expect(text).toContain("11月2日（月）買った額1,000円、払戻0円、差引−1,000");
  expect(text).toMatch(/11月3日（火）買った額1,000円、払戻0円結果待ち 1,000円/);
});
