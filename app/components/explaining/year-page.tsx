import { RecordKpis, RecordLead } from "#app/components/own-records/record-sums.tsx";
import { RecordTickets } from "#app/components/own-records/record-tickets.tsx";
import { DEMO_RECORD, formatNet, monthName } from "#app/components/own-records/record-words.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { formatCount, formatDayCompact } from "#app/components/parts/numbers.ts";
import { EmptyState, Note } from "#app/components/parts/parts.tsx";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import { PAST_IS_NO_PROMISE } from "#app/components/welcome/gambling-notice.tsx";
import { YEAR_IS_LUCK, type YearReview } from "#app/domain/own-records/year-review.ts";
import { YEAR_IMAGE_PATH } from "#app/domain/sharing/own-images.ts";

export const yearPath = (year: number): string => `/models/all/record?year=${year}`;

export function YearPage({ review, isDemo }: { review: YearReview; isDemo: boolean }) {
  const { year, years, figures } = review;
  return (
    <>
      <div className="mhead">
        <h2>{year}年のまとめ</h2>
      </div>
      {isDemo && <Note>{DEMO_RECORD}</Note>}
      {figures.counts.counted === 0 ? (
        <EmptyState action={{ to: "/races", label: "レースを分析" }}>この年に結果の出た記録はありません</EmptyState>
      ) : (
        <>
          <RecordLead figures={figures} />
          <RecordKpis figures={figures} />
          <RecordTickets figures={figures} />
          <Months review={review} />
        </>
      )}
      <div className="btns">
        {figures.counts.counted > 0 && (
          <a className="btn" href={`${YEAR_IMAGE_PATH}?year=${year}`}>
            画像にする
          </a>
        )}
        {years
          .filter((other) => other !== year)
          .map((other) => (
            <LinkButton key={other} to={yearPath(other)}>
              {other}年
            </LinkButton>
          ))}
        <LinkButton to="/models/all/record">成績表にもどる</LinkButton>
      </div>
    </>
  );
}

function Months({ review: { figures, best } }: { review: YearReview }) {
  return (
    <section className="card clip">
      <div className="pad stack">
        <h3>月ごとの収支</h3>
        {best !== null && (
          <p className="t14">
            いちばん高いオッズで勝った◎は、{formatDayCompact(best.date)} {best.venue}
            {best.raceNum}R {best.raceName}の{best.odds.toFixed(1)}倍です。
          </p>
        )}
        <p className="t12 faint">
          {YEAR_IS_LUCK}
          {PAST_IS_NO_PROMISE}
        </p>
      </div>
      <table className="tbl">
        <TableHead words={["月", "レース", "収支（円）"]} />
        <tbody>
          {figures.slices.month.map(({ key, races, netYen }) => (
            <tr key={key}>
              <th scope="row">{monthName(key)}</th>
              <td>{formatCount(races)}</td>
              <td>{formatNet(netYen)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
