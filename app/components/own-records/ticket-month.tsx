import { combinationWords, TICKET_WORDS } from "#app/components/bets/bet-words.ts";
import { Link } from "#app/components/parts/link.tsx";
import { formatCount, formatDayNear, formatMonthDay } from "#app/components/parts/numbers.ts";
import { EmptyState, Fact, Section } from "#app/components/parts/parts.tsx";
import { ScrollingTable, TableHead } from "#app/components/parts/scrolling-table.tsx";
import { formatRate } from "#app/components/reports/report-words.ts";
import type { Interval } from "#app/domain/evaluation/resample-days.ts";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import type { TicketGroup, TicketSum, TicketsView } from "#app/domain/own-records/own-tickets.ts";
import { addMonths } from "#app/domain/racing/race-months.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { formatNet, monthName } from "./record-words.ts";
import { ChangeForm } from "./ticket-form.tsx";

const rateOf = (sum: TicketSum): string => formatRate(returnRateOf(sum));

/** Sums of the month beside what the models' own bets returned, and the own limit. */
export function TicketSums({ view: { month, isPresent, sum, groups, beside, limit, tickets } }: { view: TicketsView }) {
  const isEmpty = tickets.length === 0;
  const awaitedYen = groups.days.reduce((total, day) => total + day.awaitedYen, 0);
  return (
    <>
      <div className="head months">
        <Link to={`/tickets?month=${addMonths(month, -1)}`}>前の月</Link>
        <h2 className="lead">{monthName(month)}の収支</h2>
        {isPresent ? <span /> : <Link to={`/tickets?month=${addMonths(month, 1)}`}>次の月</Link>}
      </div>
      {isEmpty && <EmptyState>この月に記録した馬券はありません。買い目のページか、下の欄から記録できます。</EmptyState>}
      {!isEmpty && (
        <div className="card clip">
          <dl className="four">
            <Figure word="買った額（結果の出た分）" value={formatCount(sum.stakeYen)} unit="円" />
            <Figure word="払戻（返還をふくむ）" value={formatCount(sum.payoutYen)} unit="円" />
            <Figure word="差引" value={formatNet(sum.payoutYen - sum.stakeYen)} unit="円" />
            <Figure word="回収率" value={rateOf(sum)} unit="" />
          </dl>
          {awaitedYen > 0 && (
            <p className="t14 pad">
              <b>結果待ち {formatCount(awaitedYen)}円</b>　結果が出ると、上の数字に入ります。
            </p>
          )}
          <p className="t12 faint pad">
            {beside !== null &&
              `同じレースで、モデルの指数どおりに単勝・複勝・馬連を100円ずつ買うと${rateOf(beside.model)}${luckWords(beside.luck)}、1番人気の順に買うと${rateOf(beside.favourite)}でした。`}
            {beside !== null && isLuck([sum, beside.favourite], beside.luck) && "差はどれも運の幅の中です。"}
            1か月の回収率は運で大きく動きます。過去の成績は将来の結果を約束しません。
          </p>
        </div>
      )}
      {limit !== null && (
        <Section title="自分で決めた上限" aside={<Link to="/settings/limits">変える</Link>}>
          <p className="card pad t14">
            今月は{formatCount(limit.yen)}円のうち{formatCount(limit.usedYen)}円（計算した予算と記録した馬券）。
          </p>
        </Section>
      )}
    </>
  );
}

export function TicketGroups({ view: { groups, tickets } }: { view: TicketsView }) {
  if (tickets.length === 0) return null;
  return (
    <>
      <DayBars days={groups.days} />
      <Breakdown
        title="券種ごと"
        head="券種"
        groups={groups.kinds}
        nameOf={(kind) => TICKET_WORDS[kind as TicketKind]}
      />
      <Breakdown title="競馬場ごと" head="競馬場" groups={groups.courses} />
      <Breakdown title="モデルごと" head="モデル" groups={groups.models} />
    </>
  );
}

function Figure({ word, value, unit }: { word: string; value: string; unit: string }) {
  return (
    <Fact name={word}>
      {value}
      <small>{unit}</small>
    </Fact>
  );
}

function luckWords(luck: Interval | null): string {
  return luck === null ? "" : `（運の幅 ${formatRate(luck.low)}〜${formatRate(luck.high)}）`;
}

function isLuck(sums: readonly TicketSum[], luck: Interval | null): boolean {
  return (
    luck !== null &&
    sums.every(({ stakeYen, payoutYen }) => payoutYen >= luck.low * stakeYen && payoutYen <= luck.high * stakeYen)
  );
}

function DayBars({ days }: { days: readonly TicketGroup[] }) {
  const most = Math.max(...days.flatMap(({ stakeYen, awaitedYen, payoutYen }) => [stakeYen + awaitedYen, payoutYen]));
  return (
    <Section title="日ごと" aside={<small className="t12 faint">灰＝買った額　緑＝払戻　右は差引</small>}>
      <ul className="card list days">
        {days.map(({ name, stakeYen, awaitedYen, payoutYen }) => (
          <li key={name}>
            <span>{formatMonthDay(name)}</span>
            <span className="bars">
              <i style={{ width: `${((stakeYen + awaitedYen) / most) * 100}%` }} />
              <i style={{ width: `${(payoutYen / most) * 100}%` }} />
              <span className="sr">
                買った額{formatCount(stakeYen + awaitedYen)}円、払戻{formatCount(payoutYen)}円{stakeYen > 0 && "、差引"}
              </span>
            </span>
            <b>{stakeYen > 0 && formatNet(payoutYen - stakeYen)}</b>
            {awaitedYen > 0 && <small>結果待ち {formatCount(awaitedYen)}円</small>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Breakdown({
  title,
  head,
  groups,
  nameOf = (name) => name,
}: {
  title: string;
  head: string;
  groups: readonly TicketGroup[];
  nameOf?: (name: string) => string;
}) {
  return (
    <Section title={title}>
      <div className="card clip">
        <ScrollingTable label={title} className="sums">
          <TableHead words={[head, "点数", "買った額", "払戻", "回収率"]} />
          <tbody>
            {groups.map((group) => (
              <tr key={group.name}>
                <th scope="row">
                  {nameOf(group.name)}
                  {group.awaitedYen > 0 && <small>結果待ち {formatCount(group.awaitedYen)}円</small>}
                </th>
                <td>{formatCount(group.points)}</td>
                <td>{formatCount(group.stakeYen)}</td>
                <td>{formatCount(group.payoutYen)}</td>
                <td>{rateOf(group)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      </div>
    </Section>
  );
}

/** Recorded tickets. Those of races before the start can be changed. */
export function TicketList({ view: { month, tickets, groups } }: { view: TicketsView }) {
  if (tickets.length === 0) return null;
  return (
    <Section
      title="記録した馬券"
      aside={
        <a className="tapl" href={`/tickets.csv?month=${month}`}>
          CSVで保存
        </a>
      }
    >
      <ul className="card list bought">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Ticket ticket={ticket} />
          </li>
        ))}
      </ul>
      <p className="t12 faint">金額の変更と取り消しは発走までです。記録はあなただけに見えます。</p>
      <p className="row wrap t13">
        TARGET用に保存
        {groups.days.map(({ name }) => (
          <a key={name} className="tapl" href={`/days/${name}/target-bets.csv`} download>
            {formatDayNear(name, name)}
          </a>
        ))}
        <a className="tapl" href="/days/target">
          TARGETで使うには
        </a>
      </p>
    </Section>
  );
}

const SHOWN_LINES = 12;

function Ticket({ ticket }: { ticket: TicketsView["tickets"][number] }) {
  const { id, kind, lines, yen, race, settled, isOpen, modelName } = ticket;
  const [first] = lines;
  const isEven = lines.every(([, each]) => each === first?.[1]);
  const name =
    race === null ? formatMonthDay(ticket.date) : `${formatMonthDay(ticket.date)} ${race.venue}${race.raceNum}R`;
  const shown = lines
    .slice(0, SHOWN_LINES)
    .map(([combination, each]) => `${combinationWords(kind, combination)}${isEven ? "" : ` ${formatCount(each)}円`}`)
    .join("、");
  return (
    <>
      <p className="split2">
        <b>
          {name} {TICKET_WORDS[kind]} {lines.length}点
        </b>
        <b>{formatCount(yen)}円</b>
      </p>
      <p className="t13 muted">
        {shown}
        {lines.length > SHOWN_LINES && ` ほか${lines.length - SHOWN_LINES}点`}
        {isEven && first !== undefined && `（各${formatCount(first[1])}円）`}
      </p>
      <p className="t13">
        {modelName !== null && `${modelName}・`}
        {settled === null
          ? isOpen
            ? "発走前"
            : "結果待ち"
          : `払戻 ${formatCount(settled.payoutYen)}円${settled.refundYen > 0 ? `（うち返還 ${formatCount(settled.refundYen)}円）` : ""}`}
      </p>
      {isOpen && (
        <div className="row wrap">
          <ChangeForm id={id} name={`${name} ${TICKET_WORDS[kind]}`} yen={first?.[1]} />
          <form method="post" action="/tickets">
            <input type="hidden" name="do" value="remove" />
            <input type="hidden" name="id" value={id} />
            <button type="submit" className="btn">
              取り消す
            </button>
          </form>
        </div>
      )}
    </>
  );
}

/** Adds the tickets of a saved file, of races that have started. */
export function TicketFile() {
  return (
    <details className="card clip fold">
      <summary>CSVから取り込む</summary>
      <form method="post" action="/tickets" encType="multipart/form-data" className="pad stack">
        <input type="hidden" name="do" value="import" />
        <label className="field">
          このページで保存したCSV
          <input className="input" type="file" name="file" accept=".csv,text/csv" required />
        </label>
        <p className="t12 faint">発走したレースの馬券だけを加えます。すでにある記録は増えません。</p>
        <button type="submit" className="btn">
          取り込む
        </button>
      </form>
    </details>
  );
}
