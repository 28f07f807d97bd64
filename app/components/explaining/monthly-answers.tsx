import { monthName } from "#app/components/own-records/record-words.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { formatIndex } from "#app/components/parts/numbers.ts";
import { EmptyState } from "#app/components/parts/parts.tsx";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import type { MonthAnswers } from "#app/domain/own-records/answers.ts";

export const answersPath = (modelId: number): string => `/models/${modelId}/record?answers`;

const VERDICT_WORDS = {
  higher: "勝ち馬を高く見ていました",
  lower: "勝ち馬を低く見ていました",
  unknown: "まだ分かりません",
} as const;

/** By month, how much higher the views were for winners than for their fields. */
export function MonthlyAnswers({
  name,
  months,
  modelId,
}: {
  name: string;
  months: readonly MonthAnswers[];
  modelId: number;
}) {
  return (
    <>
      <div className="mhead">
        <h2>{name}の答え合わせ</h2>
      </div>
      {months.length === 0 && (
        <EmptyState action={{ to: "/races", label: "レースを分析" }}>結果の出た分析はまだありません</EmptyState>
      )}
      {months.map((answers) => (
        <MonthTable key={answers.month} {...answers} />
      ))}
      <details className="card clip fold">
        <summary>答え合わせの見方</summary>
        <div className="pad stack t13 muted">
          <p>
            数字は、勝った馬の寄与がそのレースの出走馬の平均よりどれだけ高かったかを、月ごとに平均したものです。新しい300回までの、結果を見ていない分析で数えます。
          </p>
          <p>
            幅は95%区間で、6つを同時に比べる分だけ広くしています。幅に0が入る間は、偶然と区別できないので「まだ分かりません」としています。
          </p>
          <p>過去に勝ち馬を高く見ていた見方が、これからも同じように働くとは限りません。</p>
        </div>
      </details>
      <div className="btns">
        <LinkButton to={`/models/${modelId}/record`}>成績表にもどる</LinkButton>
      </div>
    </>
  );
}

function MonthTable({ month, races, views }: MonthAnswers) {
  return (
    <section className="card clip">
      <div className="pad stack">
        <h3>
          {monthName(month)} <small>{races}レース</small>
        </h3>
        {views.length === 0 && <p className="t13 muted">10レースになると、見方ごとの幅を計算します。</p>}
      </div>
      {views.length > 0 && (
        <table className="tbl">
          <TableHead words={["見方", "勝ち馬", "95%の幅"]} />
          <tbody>
            {views.map(({ group, mean, low, high, verdict }) => (
              <tr key={group}>
                <th scope="row">
                  {group}
                  <br />
                  <small>{VERDICT_WORDS[verdict]}</small>
                </th>
                <td>{formatIndex(mean)}</td>
                <td>
                  {formatIndex(low)}〜{formatIndex(high)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
