import { publicModelPath } from "#app/components/sharing/shared-path.ts";
import type { ShownEntry } from "#app/domain/rankings/shown-entries.ts";
import { barPercent, hitWords, intervalWords, isFew, medalOf } from "./ranking-words.ts";

/** Return in per cent. The position of a rate is (rate / 250)². */
const AXIS = [0, 100, 150, 200, 250];

/** Ranks 1–10, the baselines and, after a gap, own entries beyond 10. */
export function RankingList({
  top,
  hasMedals,
  baselines,
  beyond,
}: {
  top: readonly ShownEntry[];
  hasMedals: boolean;
  baselines: readonly ShownEntry[];
  beyond: readonly ShownEntry[];
}) {
  return (
    <div className="card clip">
      <div className="axis" aria-hidden="true">
        <span>回収率</span>
        <div>
          {AXIS.map((rate) => (
            <span key={rate} style={{ "--w": barPercent(rate) }}>
              {rate === 100 ? "100%" : rate}
            </span>
          ))}
        </div>
      </div>
      <ol aria-label="1位から10位">
        {top.map((entry) => (
          <RankingRow key={entry.modelId} entry={entry} hasMedals={hasMedals} />
        ))}
      </ol>
      {baselines.length > 0 && (
        <ul aria-label="くらべる基準">
          {baselines.map((entry) => (
            <RankingRow key={entry.modelId} entry={entry} isBaseline />
          ))}
        </ul>
      )}
      {beyond.length > 0 && (
        <>
          <p className="gap" aria-hidden="true">
            ･･･
          </p>
          <ul aria-label="あなたのモデル">
            {beyond.map((entry) => (
              <RankingRow key={entry.modelId} entry={entry} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface Row {
  entry: ShownEntry;
  hasMedals?: boolean;
  isBaseline?: boolean;
}

function rowClass(first: string, { entry: { isOwn, figures }, isBaseline = false }: Row): string {
  return [first, isBaseline && "bot", isOwn && "me", isFew(figures.races) && "few"].filter(Boolean).join(" ");
}

export function ShortRow(row: Row) {
  const { modelName, figures, isOwn, code } = row.entry;
  const { rank, returnRate, low, high } = figures;
  return (
    <li className={rowClass("one", row)}>
      <RankNumber rank={rank} hasMedals={row.hasMedals ?? false} />
      <b className="row-name">
        <ModelName name={modelName} code={code} />
        {isOwn && <span className="sr">（あなた）</span>}
      </b>
      <RateBar returnRate={returnRate} low={low} high={high} />
      <Rate value={returnRate} />
    </li>
  );
}

function RankingRow(row: Row) {
  const { modelName, userName, figures, isOwn, code } = row.entry;
  const { returnRate, low, high, hitRate, races } = figures;
  const hasMedals = row.hasMedals ?? false;
  return (
    <li className={rowClass("rk", row)}>
      <RankNumber rank={figures.rank} hasMedals={hasMedals} />
      <b className="row-name">
        <ModelName name={modelName} code={code} />
      </b>
      <Rate value={returnRate} />
      <RateBar returnRate={returnRate} low={low} high={high} />
      <span className="rt2">
        <span className="who">{isOwn ? "あなた" : userName}</span>
        <span>{hitWords(hitRate, races)}</span>
        <span>{intervalWords(low, high)}</span>
      </span>
    </li>
  );
}

export function ModelName({ name, code }: { name: string; code: string | undefined }) {
  return code === undefined ? name : <a href={publicModelPath(code)}>{name}</a>;
}

function RateBar({ returnRate, low, high }: { returnRate: number; low: number | null; high: number | null }) {
  return (
    <span className="rbar" aria-hidden="true">
      <i className="even" />
      <i className="f" style={{ "--w": barPercent(returnRate) }} />
      {low !== null && high !== null && (
        <i
          className={barPercent(high) >= 100 ? "wk cut-off" : "wk"}
          style={{ "--l": barPercent(low), "--h": barPercent(high) }}
        />
      )}
    </span>
  );
}

/** A medal for the first three if medals are awarded, a dash for a baseline. */
export function RankNumber({ rank, hasMedals }: { rank: number | null; hasMedals: boolean }) {
  const medal = hasMedals ? medalOf(rank) : null;
  if (rank === null) {
    return (
      <span className="rk-n">
        <span className="sr">順位なし</span>
        <span aria-hidden="true">–</span>
      </span>
    );
  }
  return (
    <span className="rk-n">
      {medal === null ? rank : <span className={`medal ${medal}`}>{rank}</span>}
      <span className="sr">位</span>
    </span>
  );
}

function Rate({ value }: { value: number }) {
  return (
    <span className="rate">
      <span className="sr">回収率</span>
      {value.toFixed(1)}
      <small>%</small>
    </span>
  );
}
