import { BetResult, formatYen } from "#app/components/analyses/analysis-bets.tsx";
import { HorseBadge } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { combinationWords, TICKET_WORDS } from "#app/components/bets/bet-words.ts";
import { Link } from "#app/components/parts/link.tsx";
import { formatSigned } from "#app/components/parts/numbers.ts";
import { EmptyState, Fact, Section, Tag } from "#app/components/parts/parts.tsx";
import { formatSexAge } from "#app/components/parts/race-words.ts";
import { ScrollingTable, TableHead } from "#app/components/parts/scrolling-table.tsx";
import { Jockey } from "#app/components/races/card-list.tsx";
import { formatBodyWeight, formatTime } from "#app/components/races/card-words.ts";
import { BET_NAMES } from "#app/components/reports/report-words.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import { TICKET_KINDS } from "#app/domain/racing/ticket-kind.ts";
import type { RaceAnalysis, RaceCard } from "#app/domain/views/race-card.ts";
import { cornerOrders, lapWords } from "./pace-words.ts";

export function ResultTable({ runners }: { runners: readonly Runner[] }) {
  const rank = ({ finishPosition }: Runner) => finishPosition ?? Number.MAX_SAFE_INTEGER;
  const rows = [...runners].sort((one, other) => rank(one) - rank(other) || one.horseNum - other.horseNum);
  return (
    <section className="card clip">
      <ScrollingTable label="着順" className="order">
        <thead>
          <tr>
            <th scope="col">着順</th>
            <th scope="col">馬番</th>
            <th scope="col">馬名</th>
            <th scope="col">タイム・着差</th>
            <th scope="col">単勝</th>
            <th scope="col" className="wide">
              通過・上り
            </th>
            <th scope="col" className="wide">
              馬体重
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((runner) => (
            <ResultRow key={runner.horseNum} runner={runner} />
          ))}
        </tbody>
      </ScrollingTable>
    </section>
  );
}

function ResultRow({ runner }: { runner: Runner }) {
  const { finishPosition, status, timeS, marginS, winOdds, popularity, last600mS, cornerPositions, lengths } = runner;
  const weight = formatBodyWeight(runner);
  const course = [
    cornerPositions === null ? "" : `通過 ${cornerPositions}`,
    last600mS === null ? "" : `上り${last600mS.toFixed(1)}`,
    `${weight.kg}${weight.change}`,
  ].filter((words) => words !== "");
  return (
    <tr>
      <td className={finishPosition !== null && finishPosition <= 3 ? `fin f${finishPosition}` : "fin"}>
        {finishPosition ?? finishWords({ status, position: null })}
      </td>
      <td>
        <HorseBadge horseNum={runner.horseNum} bracketNum={runner.bracketNum} />
      </td>
      <th scope="row">
        <Link to={`/horses/${encodeURIComponent(runner.horseId)}`}>{runner.horseName}</Link>
        <small>
          {[formatSexAge(runner), runner.carriedWeightKg?.toFixed(1) ?? ""].filter((word) => word !== "").join(" ")}{" "}
          <Jockey runner={runner} />
        </small>
        {course.length > 0 && <small className="slim">{course.join(" ")}</small>}
      </th>
      <td className="n">
        {timeS !== null && formatTime(timeS)}
        {finishPosition !== 1 && <small>{lengths ?? (marginS === null ? "" : formatSigned(marginS, 1))}</small>}
      </td>
      <td className="n">
        {winOdds?.toFixed(1)}
        {popularity !== null && <small>{popularity}人気</small>}
      </td>
      <td className="n wide">
        {cornerPositions}
        {last600mS !== null && <small>上り{last600mS.toFixed(1)}</small>}
      </td>
      <td className="n wide">
        {weight.kg}
        <small>{weight.change}</small>
      </td>
    </tr>
  );
}

export function Pace({ card: { race, runners } }: { card: RaceCard }) {
  const rows = [...cornerOrders(runners), ...lapWords(race)];
  if (rows.length === 0) return null;
  return (
    <Section title="通過順・ラップ">
      <dl className="card pad pace">
        {rows.map(({ name, words }) => (
          <Fact key={name} name={name}>
            {words}
          </Fact>
        ))}
      </dl>
    </Section>
  );
}

/** Per 100 yen; null without any. */
export function PayoutTable({ payouts }: { payouts: RaceCard["payouts"] }) {
  const rows = TICKET_KINDS.flatMap((type) =>
    payouts
      .filter(({ betType }) => betType === type)
      .sort((one, other) => byHorses.compare(one.combination, other.combination))
      .map((payout) => ({ ...payout, name: TICKET_WORDS[type] })),
  );
  if (rows.length === 0) return null;
  return (
    <Section title="払戻金">
      <div className="card clip">
        <table className="pays">
          <caption className="sr">払戻金（100円につき）</caption>
          <TableHead words={["券種", "組番", "100円につき"]} />
          <tbody>
            {rows.map(({ betType, combination, payoutYen, name }) => (
              <tr key={`${betType} ${combination}`}>
                <th scope="row">{name}</th>
                <td>{/^0(?:-0)*$/.test(combination) ? "特払" : combinationWords(betType, combination)}</td>
                <td>{formatYen(payoutYen)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

export function OwnAnalyses({ card: { analyses, runners } }: { card: RaceCard }) {
  return (
    <Section title="自分の分析">
      {analyses.length === 0 ? (
        <EmptyState>このレースの分析はありません。</EmptyState>
      ) : (
        <ul className="card list">
          {analyses.map((analysis) => (
            <OwnAnalysis key={analysis.analysisId} analysis={analysis} runners={runners} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function OwnAnalysis({ analysis, runners }: { analysis: RaceAnalysis; runners: readonly Runner[] }) {
  const [best] = analysis.scores;
  const runner = runners.find(({ horseNum }) => horseNum === best?.horseNum);
  const { bets } = analysis;
  return (
    <li>
      <Link className="own" to={`/analyses/${analysis.analysisId}`}>
        <b>{analysis.modelName}</b>
        {runner !== undefined && (
          <span className="t13">
            ◎{runner.horseName} {finishWords({ status: runner.status, position: runner.finishPosition })}
          </span>
        )}
        <span className="own-bets">
          {analysis.isLearntFrom && <Tag tone="warn">参考値</Tag>}
          {bets !== null &&
            BET_TYPES.map((type) => (
              <span className="t12" key={type}>
                {BET_NAMES[type]} <BetResult bet={bets[type]} />
              </span>
            ))}
        </span>
      </Link>
    </li>
  );
}

/** 2 before 11. */
const byHorses = new Intl.Collator("en", { numeric: true });
