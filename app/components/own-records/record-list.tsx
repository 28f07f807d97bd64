import { HorseBadge } from "#app/components/analyses/figures.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatCount, formatDayCompact, formatMonthDay } from "#app/components/parts/numbers.ts";
import { Note, Pager } from "#app/components/parts/parts.tsx";
import { VERIFY_PATH, verifyPath } from "#app/components/seal/seal-links.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import type { RecordEntry, Standing } from "#app/domain/own-records/record-entry.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { fixedWords } from "#app/domain/scoring/fixed-words.ts";
import { RECORD_RESULTS, type RecordQuery, recordSearch } from "#app/forms/own-records/record-filter.ts";
import { formatNet, monthName } from "./record-words.ts";

interface ListedRow {
  entry: Omit<RecordEntry, "surface" | "distanceM" | "going">;
  standing: Standing;
  pick: { bracketNum: number | null; horseName: string } | null;
  seal: string | null;
  /** The model's forecast was sealed for the rankings too. */
  hasForecast: boolean;
}

export interface ListProps {
  record: { figures: RecordFigures; listed: readonly ListedRow[]; pages: number };
  /** Null for all models. */
  modelId: number | null;
  query: RecordQuery;
  /** In Japan, YYYY-MM-DD. */
  today: string;
}

export function RecordList({ record: { figures, listed, pages }, modelId, query, today }: ListProps) {
  const path = `/models/${modelId ?? "all"}/record`;
  return (
    <section className="sec" id="list">
      <div className="head">
        <h2>分析の一覧</h2>
        <div className="btns">
          {(["csv", "json"] as const).map((format) => (
            <a
              className="btn"
              key={format}
              href={`/settings/export?record=${modelId ?? "all"}&format=${format}`}
              download
            >
              {format.toUpperCase()}
            </a>
          ))}
        </div>
      </div>
      <div className="card clip">
        <RecordFilterForm query={query} figures={figures} />
        {listed.length === 0 ? (
          <p className="pad t14 muted">この条件の分析はありません。</p>
        ) : (
          <Ledger rows={listed} query={query} withModels={modelId === null} today={today} />
        )}
        <p className="pad t12 faint">
          単・複・連は払戻（円）、右は買った額を引いた収支。レースを選ぶと、そのときの指数と印が開きます。「…前に記録」から、封を確かめられます。
        </p>
      </div>
      {pages > 1 && (
        <Pager page={query.page} pages={pages} href={(page) => `${path}${recordSearch(query, { page })}#list`} />
      )}
    </section>
  );
}

const ALL = ["", "すべて"] as const;
const SORTS = [
  ["new", "新しい順"],
  ["net", "収支の順"],
] as const;

function RecordFilterForm({ query, figures }: { query: RecordQuery; figures: RecordFigures }) {
  const { month, venue, result, sort, bet } = query;
  const months = figures.months.toReversed().map((each) => [each.month, monthName(each.month)] as const);
  const venues = figures.slices.venue.map(({ key }) => [key, key] as const);
  return (
    <form className="filter" method="get" action="#list">
      {bet !== "win" && <input type="hidden" name="bet" value={bet} />}
      <Choice label="月" name="month" value={month} options={[ALL, ...months]} />
      <Choice label="競馬場" name="venue" value={venue} options={[ALL, ...venues]} />
      <Choice label="結果" name="result" value={result} options={[ALL, ...Object.entries(RECORD_RESULTS)]} />
      <Choice label="並び" name="sort" value={sort} options={SORTS} />
      <button className="btn" type="submit">
        しぼり込む
      </button>
    </form>
  );
}

function Choice({
  label,
  name,
  value,
  options,
}: {
  label: string;
  name: string;
  value: string | null;
  options: readonly (readonly [key: string, words: string])[];
}) {
  return (
    <label>
      {label}
      <span className="select">
        <select className="input" name={name} defaultValue={value ?? ""}>
          {options.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}

// biome-ignore-start lint/a11y/noRedundantRoles: browsers drop the roles of a table with another display
/** A table from 760 px. Roles are explicit, because the narrow layout would drop them. */
function Ledger({
  rows,
  query,
  withModels,
  today,
}: {
  rows: readonly ListedRow[];
  query: RecordQuery;
  withModels: boolean;
  today: string;
}) {
  const days = groupBy(rows, ({ entry }) => (query.sort === "new" ? entry.date : null));
  return (
    <table className="ledger" role="table">
      <caption className="sr">発走前に記録した分析と結果。単勝・複勝・馬連の数字は払戻（円）</caption>
      <thead>
        <tr role="row">
          {["レース", "◎ 本命", "着順", "単勝", "複勝", "馬連", "収支", "記録"].map((head, index) => (
            <th scope="col" role="columnheader" key={head} className={["rc", "pickc"][index]}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {[...days].map(([date, ofDay]) => (
        <tbody role="rowgroup" key={date ?? ""}>
          {date !== null && <DayRow date={date} rows={ofDay} />}
          {ofDay.map((row) => (
            <LedgerRow
              key={row.entry.analysisId}
              row={row}
              withDate={date === null}
              withModel={withModels}
              today={today}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function DayRow({ date, rows }: { date: string; rows: readonly ListedRow[] }) {
  const counted = rows.filter(({ standing }) => standing === "counted");
  const awaited = rows.filter(({ standing }) => standing === "awaited").length;
  const net = counted.reduce((sum, { entry }) => sum + netOf(entry), 0);
  const sums = [
    counted.length === 0 ? "" : `${counted.length}レース　${formatNet(net)}円`,
    awaited === 0 ? "" : `結果待ち ${awaited}レース`,
  ];
  return (
    <tr className="dayrow" role="row">
      <td colSpan={8} role="cell">
        {formatMonthDay(date)}
        <span>{sums.filter((part) => part !== "").join("　")}</span>
      </td>
    </tr>
  );
}

function netOf({ result }: ListedRow["entry"]): number {
  if (result === null) return 0;
  return BET_TYPES.reduce((sum, bet) => sum + result.bets[bet].payoutYen - result.bets[bet].stakeYen, 0);
}

const BET_CELLS = [
  ["win", "w", "単"],
  ["place", "p", "複"],
  ["quinella", "q", "連"],
] as const;

function LedgerRow({
  row,
  withDate,
  withModel,
  today,
}: {
  row: ListedRow;
  withDate: boolean;
  withModel: boolean;
  today: string;
}) {
  const { entry, standing, pick } = row;
  const { analysisId, deletedAt, venue, raceNum, startTime, raceName, result } = entry;
  const isOut = standing !== "counted" && standing !== "awaited";
  const race = `${venue}${raceNum}R`;
  const isPaid =
    result?.kind === "settled" && (standing === "counted" || standing === "after-start" || standing === "late");
  return (
    <tr role="row" className={rowClass(row)}>
      <th scope="row" role="rowheader" className="rc">
        {deletedAt === null ? <a href={`/analyses/${analysisId}`}>{race}</a> : <b>{race}</b>}
        <small>{startTime ?? ""}</small>
        <small className="race-name">
          {withDate && `${formatDayCompact(entry.date)} `}
          {raceName}
        </small>
      </th>
      <td role="cell" className="pickc">
        <span className="pick">
          {entry.picks[0] !== undefined && (
            <HorseBadge horseNum={entry.picks[0]} bracketNum={pick?.bracketNum ?? null} />
          )}
          <span>
            <b>{deletedAt === null ? (pick?.horseName ?? "出走表にない馬") : "削除した分析"}</b>
            <small>{pickWords(row)}</small>
            {withModel && <small className="mdl">{entry.modelName}</small>}
          </span>
        </span>
      </td>
      <td role="cell" className="fin">
        <FinishCell row={row} isLate={entry.date < today} />
      </td>
      {BET_CELLS.map(([betType, name, short]) => {
        const yen = isPaid ? (result?.bets[betType].payoutYen ?? 0) : 0;
        return (
          <td role="cell" key={name} className={`${name} ${yen > 0 ? "hit" : "nil"}`}>
            <span className="lab">{short}</span>
            {yen > 0 ? formatCount(yen) : "–"}
          </td>
        );
      })}
      <td role="cell" className="net">
        {standing === "counted" ? formatNet(netOf(entry)) : isOut ? "集計外" : "–"}
      </td>
      <td role="cell" className="seal">
        {!isOut && <Icon name="lock" />}
        {row.seal === null ? standingWords(row) : <a href={verifyPath(row.seal)}>{standingWords(row)}</a>}
        {row.hasForecast && (
          <>
            <br />
            <a href={`/models/${entry.modelId}/forecasts/${entry.raceId}.json`}>ランキング用の予測の証明ファイル</a>
          </>
        )}
      </td>
    </tr>
  );
}
// biome-ignore-end lint/a11y/noRedundantRoles: end of the table

function rowClass({ entry: { deletedAt }, standing }: ListedRow): string | undefined {
  const isAwaited = standing === "awaited";
  if (deletedAt !== null) return isAwaited ? "gone awaited" : "gone";
  if (isAwaited) return "awaited";
  return standing === "counted" ? undefined : "out-of";
}

function pickWords({ entry, pick }: ListedRow): string {
  const { deletedAt, picks, result } = entry;
  if (deletedAt !== null) {
    const when = `${formatDayCompact(japanDay(deletedAt))} ${japanTime(deletedAt)}`;
    return `${when}に削除。◎は${picks[0] ?? "–"}番${pick?.horseName ?? ""}`;
  }
  if (result?.kind !== "settled") return result?.kind === "returned" ? "出走取消・競走除外" : "";
  return [
    result.popularity === null ? "" : `${result.popularity}番人気`,
    result.odds === null ? "" : `${result.odds.toFixed(1)}倍`,
  ]
    .filter((part) => part !== "")
    .join("・");
}

/** `isLate`: the race day is over. */
function FinishCell({ row: { entry, standing }, isLate }: { row: ListedRow; isLate: boolean }) {
  const { result } = entry;
  if (result === null) return <small>{isLate ? "払戻の公表待ち" : "結果待ち"}</small>;
  if (result.kind === "returned") return <small>返還</small>;
  if (result.kind === "none" || standing === "left-out") return <small>対象外</small>;
  if (result.finish === null) return <small>着順なし</small>;
  return (
    <>
      {result.finish}
      <small>着</small>
    </>
  );
}

const OUT_WORDS: Partial<Record<Standing, string>> = {
  returned: "取消・除外のため返還。数えません",
  "left-out": "障害・中止・学習に使ったレース。数えません",
  late: "発走までにルートに入らなかったため、数えません",
  replaced: "発走前に分析し直したため、数えません",
};

function standingWords({ entry, standing }: ListedRow): string {
  const fixed = fixedWords(entry.completedAt, entry) ?? "";
  if (standing === "after-start") return `${fixed}。数えません`;
  return OUT_WORDS[standing] ?? (entry.deletedAt === null ? fixed : `${fixed}。消しても成績に数えます`);
}

export function RecordRules() {
  return (
    <Note icon="shield">
      分析を削除しても、発走前のものは時刻と予想の馬番、その結果がここに残り、成績に数えます。発走後の分析は成績に入りません。発走前の分析は、中身から計算した短い文字列（封）を公開していて、だれでも確かめられます。
      <a href={VERIFY_PATH}>記録の証明を見る</a>
    </Note>
  );
}
