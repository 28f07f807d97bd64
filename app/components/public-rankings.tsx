import { RANKING_PERIODS, type RankingPeriod } from "#app/domain/rankings/periods.ts";

/** Public page of the rankings, or of one; there is nothing to list before the first is counted. */
export function PublicRankings({ period }: { period: RankingPeriod | null }) {
  return (
    <div className="prose">
      <h1>{period === null ? "ランキング" : `${period.name}ランキング`}</h1>
      <p className="note">ランキングを準備中です</p>
      <nav className="btns" aria-label="ランキングの種類">
        {RANKING_PERIODS.map(({ path, name }) => (
          <a
            key={path}
            className="btn"
            href={`/share/rankings/${path}`}
            aria-current={path === period?.path ? "page" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
    </div>
  );
}
