import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BetCompare } from "#app/components/bets/bet-compare.tsx";
import { BetNotice } from "#app/components/bets/bet-notice.tsx";
import { BetOffer } from "#app/components/bets/bet-offer.tsx";
import { betPlanOf } from "#app/components/bets/bet-plan.ts";
import { BetTickets } from "#app/components/bets/bet-tickets.tsx";
import { formTickets } from "#app/domain/betting/formation.ts";
import type { RaceOdds } from "#app/domain/betting/price-formation.ts";
import { splitEvenly } from "#app/domain/betting/stakes.ts";
import { ticketChances } from "#app/domain/betting/ticket-chances.ts";
import { combinationOf } from "#app/domain/betting/ticket-kinds.ts";
import { packPools, unpackPools } from "#app/domain/jv-data/odds/packed-odds.ts";
import { TICKET_KINDS, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import type { RaceBets } from "#app/domain/views/race-bets.ts";
import { makeRaceBets } from "#test/unit/support/race-bets.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";

/** The same odds for all tickets of each kind. */
function oddsOf(horses: number, each: Partial<Record<TicketKind, [low: number, high: number]>>): RaceOdds {
  const legs = Array.from({ length: horses }, (_, index) => index + 1);
  const known = TICKET_KINDS.flatMap((kind) => {
    const [low, high] = each[kind] ?? [0, 0];
    if (low === 0) return [];
    const tickets = formTickets(kind, { axis: [], legs }).map(
      (ticket) => [combinationOf(kind, ticket), { low, high }] as const,
    );
    return [[kind, { isFinal: false, announcedAt: "2026-11-21T14:33", tickets: new Map(tickets) }] as const];
  });
  return Object.fromEntries(known);
}

function show(bets: RaceBets, query = "", now = 0) {
  const plan = betPlanOf(bets, new URLSearchParams(query), { now });
  if (plan === null) throw new Error("no tickets");
  const compare = renderToStaticMarkup(
    <BetCompare
      bets={plan.bets}
      current={plan.choice.kind}
      hrefOf={plan.hrefOf}
      modelsHref={plan.modelsHref}
      raceDay={bets.race.date}
      oldKinds={plan.oldKinds}
    />,
  );
  const tickets = plan.tickets === null ? "" : renderToStaticMarkup(<BetTickets formId="bets" {...plan.tickets} />);
  return { plan, compare: textOf(compare), tickets: textOf(tickets), ticketsMarkup: tickets };
}

const offer = (bets: RaceBets, now = Date.parse("2026-11-21T10:00:00+09:00") / 1000) =>
  textOf(renderToStaticMarkup(<BetOffer bets={bets} now={now} isAnyLeftOut={false} uses={{ plan: 1, ...NO_USES }} />));

test("where nobody starts no ticket is offered, and the page says so", () => {
  const bets = makeRaceBets(10);
  const runners = bets.runners.map((runner) => ({ ...runner, status: "scratched" as const }));
  expect(offer({ ...bets, runners })).toBe("出走する馬がいないため、勝率はありません。");
});

test("all kinds are compared by their usual tickets; without odds by points and chances alone", () => {
  const { compare, plan } = show(makeRaceBets(10));
  expect(compare).toContain("単勝 ◎ 1 ");
  expect(compare).toContain("馬連 ◎から○▲△△ 4 ");
  expect(compare).toContain("ワイド ◎から相手6頭 6 ");
  expect(compare).toContain("三連複 ◎軸1頭 相手○▲△△ 6 ");
  expect(compare).toContain("馬単 ◎→○▲△△ 4 ");
  expect(compare).toContain("三連単 ◎→○▲△△ 12 ");
  expect(compare).toContain("枠連 1枠から2・3・4枠 3 ");
  expect(compare).toContain("オッズがまだ届いていないため");
  expect(compare).not.toContain("回収率");
  expect(plan.hrefOf("trio")).toBe("/races/r1/bets?ticket=trio#choose");
});

const TEN_ODDS = oddsOf(10, { win: [4, 4], wide: [4.3, 5.1] });

test("returns are expected by the chances that are mixed with the odds, beside what such bets have returned", () => {
  const { compare, tickets, plan } = show(
    makeRaceBets(10, { odds: TEN_ODDS, mix: { market: 1, model: 0.5 } }),
    "ticket=win&budget=1000",
  );
  expect(compare).toContain("勝率は model 1 とオッズから");
  // Equal odds: the model's chances 10/55, 9/55 … decide by their roots. √10 / (√1 + … + √10) = 3.16228 / 22.46828, × 4.0.
  expect(compare).toContain("単勝 ◎ 1 14.1% 4.0倍 56.3%");
  expect(compare).toMatch(/複勝 ◎ 1 [\d.]+% – –/);
  expect(compare).toContain("オッズ（14:33時点）、同じ金額ずつ買った場合。100%未満は、長く続ければ減る計算です。");
  expect(compare).toContain(
    "モデルの見積もりはオッズより粗く（予測力16.2、オッズ25.3）、実際はこれより低くなりがちです。",
  );
  // A row of the table.
  expect(compare).toContain(
    "過去に「オッズ高い」の単勝を買うと 学習に使っていない300レース・412点、95%区間 61.0〜95.0%。同じレースの1番人気は80.0% 78.0%",
  );
  // Expected payout of all tickets by the same chances: 0.140744 × 4.0 × 1,000 yen.
  expect(tickets).toContain("払戻の期待値 563 円");
  // The wide by the same order model from these wins.
  const [, wide] = /ワイド ◎から相手6頭 6 ([\d.]+)% 4\.3倍/.exec(compare) ?? [];
  const sixPairs = formTickets("wide", { axis: [1], legs: [2, 3, 4, 5, 6, 7] });
  const wins = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((strength, at) => ({
    horseNum: at + 1,
    bracketNum: null,
    probability: Math.sqrt(strength) / 22.46828,
  }));
  const { atLeastOne } = ticketChances("wide", sixPairs, { ...plan.bets.priced.chances, horses: wins });
  expect(wide).toBe((atLeastOne * 100).toFixed(1));
});

test("without exponents, or the odds of every horse, no return is printed, but how the model differs from the odds", () => {
  const unmeasured = show(makeRaceBets(10, { odds: TEN_ODDS }), "ticket=win&budget=1000");
  expect(unmeasured.compare).not.toContain("期待回収率＝");
  expect(unmeasured.compare).toContain("単勝 ◎ 1 18.2% 4.0倍 複勝");
  expect(unmeasured.compare).toContain("合わせ方を測れていないため、期待回収率は出しません。");
  // 10/55 against 1/10.
  expect(unmeasured.compare).toContain("◎はオッズより高く見ています（1.8倍）。");
  expect(unmeasured.compare).toContain("過去に「オッズ高い」の単勝を買うと");
  expect(unmeasured.tickets).toContain("最低の払戻 4,000 円");
  expect(unmeasured.tickets).not.toContain("期待");
  const partly = makeRaceBets(10, { odds: oddsOf(9, { win: [4, 4] }), mix: { market: 1, model: 0.5 } });
  const { compare } = show(partly);
  expect(compare).toContain("オッズのない馬がいるため、期待回収率は出しません。");
  expect(compare).not.toMatch(/期待回収率＝|倍）/);
});

test("up to four runners there is no place bet, up to seven it pays two places", () => {
  const four = show(makeRaceBets(4));
  expect(four.compare).not.toMatch(/複勝 ◎/);
  expect(four.compare).toContain("出走馬が4頭以下のレースでは、複勝は発売されません。");
  expect(show(makeRaceBets(4), "ticket=place").plan.choice.kind).toBe("wide");
  const seven = show(makeRaceBets(7));
  expect(seven.compare).toContain("出走馬が5頭から7頭のレースの複勝は、2着までです。");
  expect(seven.plan.bets.priced.chances.paidPlaces).toBe(2);
  expect(show(makeRaceBets(8)).plan.bets.priced.chances.paidPlaces).toBe(3);
});

test("a withdrawn horse is in no ticket and cannot be chosen; sales stay those of the declared field", () => {
  const { plan, compare, tickets } = show(makeRaceBets(5, { withdrawn: [1] }), "ticket=wide&axis=1&axis=2&leg=3");
  expect(plan.choice).toMatchObject({ formation: { axis: [2], legs: [3] }, isAnyLeftOut: true });
  expect(plan.form.numbers.map(({ number }) => number)).toEqual([2, 3, 4, 5]);
  // Its mark is not passed on.
  expect(compare).toContain("単勝 ○ 1 ");
  expect(compare).toContain("複勝 ○ 1 ");
  expect(tickets).toContain("ワイド 1点 2-3");
  expect(show(makeRaceBets(10, { withdrawn: [1] })).tickets).not.toMatch(/\b1-\d/);
});

test("within a budget both splits are in the page, with what is left, the lowest payout and トリガミ", () => {
  const odds = oddsOf(10, { wide: [4, 5] });
  const { tickets, ticketsMarkup, plan } = show(makeRaceBets(10, { odds }), "ticket=wide&budget=3050&split=even");
  expect(ticketsMarkup).toMatch(/id="split-even"[^>]*checked/);
  expect(tickets).toContain("均等に分ける 払戻をそろえる");
  expect(tickets).toContain("合計 6点 1点以上");
  expect(tickets).toContain("残り 50 円 最低の払戻 2,000 円");
  expect(tickets).toContain("6点は、当たっても払戻が合計3,000円に届きません（トリガミ）。");
  expect(tickets).toContain("11/21 東京11R サンプル特別 15:40 ワイド 6点 合計3,000円 1-2 500円");
  expect(tickets).toContain("オッズ14:33時点・model 1（予測力16.2）");
  expect(plan.hrefOf("win")).toBe("/races/r1/bets?ticket=win&budget=3050&split=even#choose");
  const three = show(makeRaceBets(10, { odds }), "ticket=wide&axis=1&leg=2&leg=3&leg=4&budget=1200").tickets;
  expect(three).toContain("1点だけ当たったときも合計1,200円を下回りません（今のオッズのまま締め切られた場合）。");
  expect(three).not.toContain("トリガミ");
});

test("without a budget there are no amounts, without all odds no equal payouts", () => {
  const { tickets } = show(makeRaceBets(10));
  expect(tickets).not.toMatch(/金額|払戻|円/);
  expect(tickets).toContain("ワイド 6点 1-2");
  const some = oddsOf(3, { wide: [4, 5] });
  const partly = show(makeRaceBets(10, { odds: some }), "budget=600").tickets;
  expect(partly).toContain("オッズのわからない組があるため、払戻をそろえる分け方と、最低の払戻は計算できません。");
  expect(partly).not.toContain("均等に分ける");
});

test("what stands instead of tickets: a way to an analysis with its cost, a cancelled race, one that was learnt from", () => {
  const none = makeRaceBets(10, { hasAnalysis: false });
  expect(betPlanOf(none, new URLSearchParams())).toBeNull();
  expect(offer(none)).toContain("分析には1回分を使います。 無料の分析はあと5回（全5回）");
  expect(offer(none)).toContain("このレースを分析する");
  const cancelled = makeRaceBets(10, { status: "cancelled" });
  expect(betPlanOf(cancelled, new URLSearchParams())).toBeNull();
  expect(offer(cancelled)).toBe("このレースは中止になりました。");
  const learnt = makeRaceBets(10, { isLearntFrom: true });
  expect(betPlanOf(learnt, new URLSearchParams())).toBeNull();
  expect(offer(learnt)).toContain("このレースで学習したため、勝率がなく、買い目を計算できません（参考値）。");
  expect(offer(makeRaceBets(10), Date.parse("2026-11-21T15:41:00+09:00") / 1000)).toContain("発走後のレースです。");
  expect(offer(makeRaceBets(10))).not.toContain("発走後");
});

test("the age, the help and that nothing is sold or promised stand beside the tickets", () => {
  const notice = textOf(renderToStaticMarkup(<BetNotice />));
  for (const words of ["20歳未満", "相談窓口", "この画面では馬券を買えません", "当たりも利益も約束しません"])
    expect(notice).toContain(words);
});

test("of more than 100 tickets the likeliest are listed, while sums and text are of all", () => {
  const { tickets, ticketsMarkup } = show(
    makeRaceBets(10),
    "ticket=trifecta&leg=1&leg=2&leg=3&leg=4&leg=5&leg=6&leg=7&budget=21000",
  );
  expect(tickets).toContain("合計 210点");
  expect(tickets).toContain("的中の見込みが高い100点だけを並べています。合計とテキストは210点すべてです。");
  expect(ticketsMarkup.match(/<tr>/g)).toHaveLength(102);
  expect(tickets).toContain("三連単 210点 合計21,000円 1→2→3 100円");
});

test("in the last 15 minutes before the start, odds older than 90 seconds are grey with the reason", () => {
  // The odds are of 14:33, the start is at 15:40.
  const at = (time: string) => Date.parse(`2026-11-21T${time}+09:00`) / 1000;
  const odds = (announcedAt: string | null, isFinal = false) => {
    const known = oddsOf(10, { wide: [4, 5] });
    return makeRaceBets(10, { odds: { wide: { ...known.wide!, announcedAt, isFinal } } });
  };
  const isGrey = (bets: RaceBets, time: string) => {
    const { tickets, ticketsMarkup, plan } = show(bets, "ticket=wide", at(time));
    const found = tickets.includes("90秒より前のオッズを灰色にしました");
    expect([ticketsMarkup.includes('class="ticket old"'), plan.oldKinds.length]).toEqual([found, found ? 1 : 0]);
    return found;
  };
  expect(isGrey(odds("2026-11-21T15:20"), "15:24:59")).toBe(false);
  expect(isGrey(odds("2026-11-21T15:20"), "15:25:00")).toBe(true);
  expect(isGrey(odds("2026-11-21T15:30"), "15:31:30")).toBe(false);
  expect(isGrey(odds("2026-11-21T15:30"), "15:31:31")).toBe(true);
  expect(isGrey(odds(null), "15:31:00")).toBe(true);
  expect(isGrey(odds(null, true), "15:31:00")).toBe(false);
  expect(isGrey(odds("2026-11-21T15:30"), "15:40:00")).toBe(false);
});

test("the trifectas of 18 runners are read with their odds, priced and split in at most 60 ms", () => {
  const legs = Array.from({ length: 18 }, (_, index) => index + 1);
  const sold = { state: "sold" as const, highOdds: null, popularity: null, isCapped: false };
  const orders = formTickets("trifecta", { axis: [], legs });
  const entries = orders.map((order, at) => ({ ...sold, combination: order.join("-"), odds: 100 + at }));
  const stored = packPools([{ betType: "trifecta", sale: "sold", stakesYen: null, entries }]);
  const query = new URLSearchParams([["ticket", "trifecta"], ...legs.map((leg) => ["leg", String(leg)])]);
  const race = makeRaceBets(18);
  // The quickest of ten, as other tests run beside it.
  const times = Array.from({ length: 10 }, () => {
    const begun = performance.now();
    const [pool] = unpackPools(stored, ["trifecta"]);
    const tickets = new Map(pool?.entries.map(({ combination, odds }) => [combination, { low: odds!, high: odds! }]));
    const odds = { trifecta: { isFinal: true, announcedAt: null, tickets } };
    const priced = betPlanOf({ ...race, odds }, query)?.tickets?.priced;
    splitEvenly(1_000_000, priced?.tickets.map((ticket) => ticket.odds?.low ?? 0) ?? []);
    expect(priced?.lowestOdds).toBe(100);
    return performance.now() - begun;
  });
  expect(Math.min(...times)).toBeLessThan(60);
});
