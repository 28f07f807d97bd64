import { Link } from "#app/components/parts/link.tsx";
import { formatPercent } from "#app/components/parts/numbers.ts";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import { valueReturnWords } from "#app/components/race-models/value-words.ts";
import { momentWords } from "#app/components/races/odds-words.ts";
import { SkillTerm } from "#app/components/reports/skill-term.tsx";
import { compareKinds, type KnownOdds } from "#app/domain/betting/price-formation.ts";
import type { TicketKind } from "#app/domain/betting/ticket-kinds.ts";
import type { BetRace } from "./bet-race.ts";
import { formatChance, formationWords, TICKET_WORDS, trustWords } from "./bet-words.ts";

/** 券種ごとの見こみ: each kind that is sold by its usual tickets, with a link to form others of it. */
export function BetCompare({
  bets: { analysis, priced, picks },
  current,
  hrefOf,
  modelsHref,
  raceDay,
}: {
  bets: BetRace;
  current: TicketKind;
  hrefOf: (kind: TicketKind) => string;
  /** To the models side by side, with the odds beside this one's chances. */
  modelsHref: string;
  raceDay: string;
}) {
  const rows = compareKinds(picks, priced);
  const order = analysis.scores.map(({ horseNum }) => horseNum);
  const hasOdds = rows.some(({ lowestOdds }) => lowestOdds !== null);
  return (
    <section className="sec">
      <div className="head">
        <h2>券種ごとの見こみ</h2>
        <p className="by t13 muted">
          <span>勝率は</span>
          <Link to={`/analyses/${analysis.analysisId}`}>{analysis.modelName}</Link>
          <span>から</span>
          <Link to={modelsHref}>指数を見比べる</Link>
        </p>
      </div>
      <div className="card clip">
        <ScrollingTable label="券種ごとの見こみ">
          <table className="kinds">
            <caption className="sr">券種ごとの見こみ</caption>
            <thead>
              <tr>
                <th scope="col">券種・買い方</th>
                <th scope="col">点数</th>
                <th scope="col">
                  当たる
                  <br />
                  見こみ
                </th>
                {hasOdds && (
                  <>
                    <th scope="col">
                      いちばん低い
                      <br />
                      オッズ
                    </th>
                    <th scope="col">
                      期待
                      <br />
                      回収率
                    </th>
                  </>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.kind} className={row.kind === current ? "on" : undefined}>
                  <th scope="row">
                    <Link to={hrefOf(row.kind)} aria-current={row.kind === current ? "true" : undefined}>
                      {TICKET_WORDS[row.kind]}
                      <small>{formationWords(row, order)}</small>
                    </Link>
                  </th>
                  <td>{row.tickets.length}</td>
                  <td>
                    <b>{formatChance(row.anyChance)}</b>
                  </td>
                  {hasOdds && (
                    <>
                      <td>{row.lowestOdds === null ? "–" : `${row.lowestOdds.toFixed(1)}倍`}</td>
                      <td>{row.expectedReturn === null ? "–" : formatPercent(row.expectedReturn * 100, 0)}</td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollingTable>
      </div>
      <p className="t12 faint">
        {hasOdds
          ? `期待回収率＝勝率から計算した組の確率×オッズ（${oddsMoments(
              rows.flatMap(({ kind }) => priced.odds[kind] ?? []),
              raceDay,
            )}）、同じ金額ずつ買った場合。100%未満は、長く続ければ減る計算です。${trustWords(analysis.skill)}`
          : "オッズがまだ届いていないため、当たる見こみと点数だけを示します。"}
        {salesWords(priced.runnerCount)}
      </p>
      {hasOdds && analysis.skill !== null && <p className="t12 faint">{valueReturnWords(analysis)}</p>}
      {analysis.skill !== null && <SkillTerm />}
    </section>
  );
}

/** 14:33時点, 確定 */
export function oddsMoment({ isFinal, announcedAt }: KnownOdds, raceDay: string): string {
  if (isFinal) return "確定";
  return announcedAt === null ? "時刻不明" : `${momentWords(announcedAt, raceDay)}時点`;
}

/** Each moment once. */
function oddsMoments(odds: readonly KnownOdds[], raceDay: string): string {
  return [...new Set(odds.map((known) => oddsMoment(known, raceDay)))].join("・");
}

/** What is not among the kinds, and why. */
function salesWords(runnerCount: number): string {
  const place =
    runnerCount <= 4
      ? "出走馬が4頭以下のレースでは、複勝は発売されません。"
      : runnerCount <= 7
        ? "出走馬が5頭から7頭のレースの複勝は、2着までです。"
        : "";
  return `${place}枠連・馬単・三連単は、オッズを保存していないため扱いません。`;
}
