import { Link } from "#app/components/parts/link.tsx";
import { formatPercent } from "#app/components/parts/numbers.ts";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import { GRADE_WORDS, pastReturn, valueReturnWords } from "#app/components/race-models/value-words.ts";
import { momentWords } from "#app/components/races/odds-words.tsx";
import { SkillTerm } from "#app/components/reports/skill-ruler.tsx";
import { compareKinds, type KnownOdds } from "#app/domain/betting/price-formation.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { OldOddsNote } from "./bet-notice.tsx";
import type { BetRace } from "./bet-race.ts";
import { formatChance, formationWords, TICKET_WORDS, trustWords } from "./bet-words.ts";

/** 券種別の的中率: each sold kind with its usual tickets. Returns are expected only from chances mixed with the odds. */
export function BetCompare({
  bets: { analysis, priced, kinds, toMarket },
  current,
  hrefOf,
  modelsHref,
  raceDay,
  oldKinds,
}: {
  bets: BetRace;
  current: TicketKind;
  hrefOf: (kind: TicketKind) => string;
  modelsHref: string;
  raceDay: string;
  /** Kinds whose odds are too old to buy by. */
  oldKinds: readonly TicketKind[];
}) {
  const rows = compareKinds(kinds, priced);
  const best = analysis.scores[0]?.probability ?? null;
  const mixed = priced.isMixed ? priced.chances.horses[0]?.probability : undefined;
  const order = analysis.scores.map(({ horseNum }) => horseNum);
  const hasOdds = rows.some(({ lowestOdds }) => lowestOdds !== null);
  const { isMixed } = priced;
  const past = hasOdds ? pastReturn(analysis) : null;
  const moments = oddsMoments(
    rows.flatMap(({ kind }) => priced.odds[kind] ?? []),
    raceDay,
  );
  return (
    <section className="sec">
      <div className="head">
        <h2>券種別の的中率</h2>
        <p className="by t13 muted">
          <span>勝率は</span>
          <Link to={`/analyses/${analysis.analysisId}`}>{analysis.modelName}</Link>
          <span>{isMixed ? "とオッズから" : "から"}</span>
          <Link to={modelsHref}>指数をくらべる</Link>
        </p>
      </div>
      {best !== null && mixed !== undefined && (
        <p className="t14">
          ◎の勝率は、モデルだけなら{formatChance(best)}、オッズと合わせると<b>{formatChance(mixed)}</b>です。
        </p>
      )}
      <div className="card clip">
        <ScrollingTable label="券種別の的中率" className="kinds">
          <thead>
            <tr>
              <th scope="col">券種・買い方</th>
              <th scope="col">点数</th>
              <th scope="col">
                的中の
                <br />
                見込み
              </th>
              {hasOdds && (
                <th scope="col">
                  最低
                  <br />
                  オッズ
                </th>
              )}
              {hasOdds && isMixed && (
                <th scope="col">
                  期待
                  <br />
                  回収率
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={row.kind}
                className={
                  `${row.kind === current ? "on" : ""}${oldKinds.includes(row.kind) ? " old" : ""}`.trim() || undefined
                }
              >
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
                  <td className="odds">{row.lowestOdds === null ? "–" : `${row.lowestOdds.toFixed(1)}倍`}</td>
                )}
                {hasOdds && isMixed && (
                  <td className="odds">
                    <b>{row.expectedReturn === null ? "–" : formatPercent(row.expectedReturn * 100)}</b>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
          {past !== null && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={isMixed ? 4 : 3}>
                  過去に「{GRADE_WORDS.high}」の単勝を買うと
                  <small>{past.basis}</small>
                </th>
                <td>
                  <b>{past.rate}</b>
                </td>
              </tr>
            </tfoot>
          )}
        </ScrollingTable>
      </div>
      {oldKinds.length > 0 && !oldKinds.includes(current) && <OldOddsNote />}
      <p className="t12 faint">
        {!hasOdds && "オッズがまだ届いていないため、的中の見込みと点数だけを示します。"}
        {hasOdds &&
          isMixed &&
          `期待回収率＝的中の見込み×オッズ（${moments}）、同じ金額ずつ買った場合。100%未満は、長く続ければ減る計算です。的中の見込みは、モデルの勝率とオッズを、学習に使っていないレースで測った割合で合わせて計算しています。${trustWords(analysis.skill)}`}
        {hasOdds && !isMixed && `オッズ：${moments}。${unmixedWords(analysis.mix !== null, toMarket)}`}
        {past !== null && `「${GRADE_WORDS.high}」は、モデルの適正オッズ（1÷勝率）以上のオッズがついた馬です。`}
        {salesWords(priced.runnerCount)}
      </p>
      {hasOdds && past === null && analysis.skill !== null && <p className="t12 faint">{valueReturnWords(analysis)}</p>}
      {analysis.skill !== null && <SkillTerm />}
    </section>
  );
}

/** Why no returns are expected, and the model's difference from the odds on its best horse. */
function unmixedWords(isMeasured: boolean, toMarket: number | null): string {
  const reason = isMeasured
    ? "オッズのない馬がいるため、期待回収率は出しません。"
    : "このモデルの検証では、勝率とオッズの合わせ方を測れていないため、期待回収率は出しません。";
  if (toMarket === null) return reason;
  const times = toMarket.toFixed(1);
  if (times === "1.0") return `${reason}◎はオッズと同じくらいに見ています。`;
  return `${reason}◎はオッズより${toMarket > 1 ? "高く" : "低く"}見ています（${times}倍）。`;
}

/** 14:33時点, 確定オッズ */
export function oddsMoment({ isFinal, announcedAt }: KnownOdds, raceDay: string): string {
  if (isFinal) return "確定オッズ";
  return announcedAt === null ? "時刻不明" : `${momentWords(announcedAt, raceDay)}時点`;
}

function oddsMoments(odds: readonly KnownOdds[], raceDay: string): string {
  return [...new Set(odds.map((known) => oddsMoment(known, raceDay)))].join("・");
}

/** How the field's size changes what is sold. */
function salesWords(runnerCount: number): string {
  if (runnerCount <= 4) return "出走馬が4頭以下のレースでは、複勝は発売されません。";
  return runnerCount <= 7 ? "出走馬が5頭から7頭のレースの複勝は、2着までです。" : "";
}
