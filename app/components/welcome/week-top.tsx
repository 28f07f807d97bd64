import type { RankingPageView } from "#app/components/rankings/ranking-pages.ts";
import { RankNumber } from "#app/components/rankings/ranking-rows.tsx";
import { ReturnWhisker } from "#app/components/reports/report-whisker.tsx";
import { BASELINES } from "#app/domain/rankings/baselines.ts";
import { COUNTING, NO_RANKING } from "#app/domain/rankings/ranking-lists.ts";
import type { ShownEntry } from "#app/domain/rankings/shown-entries.ts";

const SHOWN = 3;
/** Per cent. */
const SCALE = { from: 0, to: 200, ticks: [] };
const FAVOURITE = BASELINES.find(({ baseline }) => baseline === "favourite")?.modelId;

/** `week` is null before the first build. */
export function WeekTop({ week }: { week: RankingPageView | null }) {
  const favourite = week?.baselines.find(({ modelId }) => modelId === FAVOURITE);
  return (
    <section className="sec">
      <div className="head">
        <h2>先週のAI、上位{SHOWN}つと1番人気</h2>
        {week?.state === "ready" && (
          <p className="t13 muted">
            {week.period}　{week.participants}モデル・{week.mostRaces}レース
          </p>
        )}
      </div>
      <div className="card clip">
        {week === null || week.state !== "ready" ? (
          <p className="pad t14 muted">{week?.state === "empty" ? NO_RANKING : COUNTING}</p>
        ) : (
          <>
            <ol>
              {week.top.slice(0, SHOWN).map((entry) => (
                <WeekRow key={entry.modelId} entry={entry} owner={entry.userName} />
              ))}
              {favourite && <WeekRow entry={favourite} owner="くらべる基準" />}
            </ol>
            <p className="pad t12 muted">
              回収率。帯は運で動く幅（95%区間）、点線は100%。
              {week.luck &&
                `実力が同じでも、1位は運だけで${week.luck.low.toFixed(0)}〜${week.luck.high.toFixed(0)}%になります。`}
            </p>
          </>
        )}
      </div>
      <a className="tapl" href="/share/rankings">
        すべてのランキング
      </a>
    </section>
  );
}

function WeekRow({ entry: { modelName, figures }, owner }: { entry: ShownEntry; owner: string }) {
  const { rank, returnRate, low, high } = figures;
  const ratio = (rate: number | null) => (rate === null ? null : rate / 100);
  return (
    <li className={rank === null ? "week-row bot" : "week-row"}>
      <RankNumber rank={rank} hasMedals={false} />
      <p>
        <b>{modelName}</b>
        <small>{owner}</small>
      </p>
      <b className="rate">
        {returnRate.toFixed(1)}
        <small>%</small>
      </b>
      <ReturnWhisker returnRate={returnRate / 100} low={ratio(low)} high={ratio(high)} favourite={null} scale={SCALE} />
    </li>
  );
}
