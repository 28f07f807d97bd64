import { Link } from "#app/components/parts/link.tsx";
import { TICKET_TYPES, type TicketType } from "#app/domain/rankings/pick-returns.ts";
import type { TicketFigures } from "#app/domain/rankings/ranking-entry.ts";
import type { OwnRankingView } from "./ranking-pages.ts";
import { isFew, NO_PROMISE, RULES_PATH, rankingHref, TICKET_NAMES } from "./ranking-words.ts";

/** A line per model in the weekly and the monthly ranking. Single ticket types and distances are folded. */
export function OwnRankings({ rankings }: { rankings: readonly OwnRankingView[] }) {
  if (rankings.length === 0) {
    return (
      <div className="card pad stack t14">
        <p>集計の終わった最新のランキングに、あなたのモデルはありません。</p>
        <p className="muted">
          火曜0時に有料プランの方の、完成している中央用のモデルが参加します。<a href={RULES_PATH}>集計のきまり</a>
        </p>
      </div>
    );
  }
  const open = rankings.filter(({ isOpen }) => isOpen);
  return (
    <>
      {open.length > 0 && (
        <ul className="card list clip">
          {open.flatMap(({ path, name, models }) =>
            models.map(({ modelId, modelName, tickets }) => (
              <li key={`${path} ${modelId}`}>
                <Link className="rank-lines" to={rankingHref("/rankings", path)}>
                  <span className="k">{name}</span>
                  <span className="grow">{modelName}</span>
                  <RankLine figures={tickets.total} />
                </Link>
              </li>
            )),
          )}
        </ul>
      )}
      <details className="fold stack">
        <summary>券種別・距離別の順位</summary>
        {[...open, ...rankings.filter(({ isOpen }) => !isOpen)].map((ranking) => (
          <OwnRankingCard key={ranking.path} ranking={ranking} />
        ))}
      </details>
      <p className="t12 faint">レースが少ないほど運の幅が大きく、順位は毎回大きく動きます。{NO_PROMISE}</p>
    </>
  );
}

function RankLine({ figures }: { figures: TicketFigures | null }) {
  if (figures === null) return <b>–</b>;
  const { rank, returnRate, races } = figures;
  return (
    <>
      <b>
        {rank}
        <small>位</small>
      </b>
      <span className={isFew(races) ? "e faint" : "e"}>回収 {returnRate.toFixed(1)}%</span>
    </>
  );
}

function OwnRankingCard({ ranking: { path, name, period, models, more } }: { ranking: OwnRankingView }) {
  return (
    <div className="card clip">
      <h3 className="places-of">
        {name}
        <small className="muted">{period}</small>
      </h3>
      {models.map((model) => (
        <div key={model.modelId}>
          <p className="places-model">{model.modelName}</p>
          <ul className="places">
            {TICKET_TYPES.map((ticket) => (
              <li key={ticket}>
                <Link to={rankingHref("/rankings", path, { ticket })}>
                  <Place ticket={ticket} figures={model.tickets[ticket]} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {more > 0 && (
        <p className="places-of t13">
          <Link to={rankingHref("/rankings", path)} className="tapl">
            ほか{more}モデルをランキングで見る
          </Link>
        </p>
      )}
    </div>
  );
}

function Place({ ticket, figures }: { ticket: TicketType; figures: TicketFigures | null }) {
  const few = figures !== null && isFew(figures.races);
  return (
    <>
      <span>{TICKET_NAMES[ticket]}</span>
      <RankLine figures={figures} />
      {figures !== null && (
        <>
          {figures.low !== null && figures.high !== null && (
            <span>
              <span className="sr">95%区間</span>
              {figures.low.toFixed(0)}〜{figures.high.toFixed(0)}%
            </span>
          )}
          <span>的中 {figures.hitRate.toFixed(few ? 0 : 1)}%</span>
          <span>
            {figures.races}R{few && "・少ない"}
          </span>
        </>
      )}
    </>
  );
}
