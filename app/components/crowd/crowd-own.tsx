import { formatCount } from "#app/components/parts/numbers.ts";
import type { OwnPick } from "#app/domain/views/crowd.ts";

const SIGNS = ["◎", "○", "▲", "△", "△"];

/** Own models, analysed before the start, whose first horse differs from everybody's. */
export function CrowdOwn({
  own,
  runners,
  horses,
}: {
  own: readonly OwnPick[];
  runners: readonly { horseNum: number }[];
  horses: readonly { horseNum: number; horseName: string }[];
}) {
  if (own.length === 0) return null;
  return (
    <section className="card pad stack">
      <h2 className="h18">あなたのモデルとの違い</h2>
      <ul className="stack">
        {own.map(({ analysisId, modelId, modelName, horseNum, chance, races, differing }) => {
          const place = runners.findIndex((runner) => runner.horseNum === horseNum);
          const name = horses.find((horse) => horse.horseNum === horseNum)?.horseName ?? "";
          return (
            <li key={modelId} className="t14">
              {modelName}の◎は{horseNum}番{name}
              {chance !== null && `（${(chance * 100).toFixed(1)}%）`}。
              {place === 0 ? "みんなのAIと同じ◎です。" : `みんなのAIでは${SIGNS[place] ?? "印なし"}です。`}
              {races > 0 &&
                `◎が違うレースは、この1年の${formatCount(races)}レース中${formatCount(differing)}レースありました。`}
              <p>
                <a className="btn" href={`/analyses/${analysisId}`}>
                  自分の分析を見る<span className="sr">（{modelName}）</span>
                </a>
              </p>
            </li>
          );
        })}
      </ul>
      <p className="t12 faint">発走前に分析した自分のモデルだけを、それぞれの最後の分析でくらべています。</p>
    </section>
  );
}

export function CrowdLink({ raceId }: { raceId: string }) {
  return (
    <p className="btns">
      <a className="btn" href={`/races/${encodeURIComponent(raceId)}/crowd`}>
        みんなのAIの印と勝率
      </a>
    </p>
  );
}
