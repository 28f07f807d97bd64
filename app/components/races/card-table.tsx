import { HorseBadge, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { SixBars } from "#app/components/explaining/six-bars.tsx";
import { type EntryForms, OwnEntryForm } from "#app/components/fans/own-entry-form.tsx";
import { OwnMarkSign } from "#app/components/fans/own-mark.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatIndex, formatPercent } from "#app/components/parts/numbers.ts";
import { formatSexAge } from "#app/components/parts/race-words.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import { Blinkers, type CardRowProps, Jockey, Trainer } from "./card-list.tsx";
import { type CardRow, type CardRun, formatBodyWeight, runWords } from "./card-words.ts";

const RUN_HEADS = ["前走", "2走前", "3走前", "4走前", "5走前"];

/** 馬柱: the list's facts as one table, for wide screens. */
export function CardTable({ rows, cardDay, forms }: { rows: readonly CardRow[]; cardDay: string; forms: EntryForms }) {
  const field = rows.filter(({ score }) => score !== null).length;
  return (
    <div className="card desk">
      <table className="card-table">
        <caption className="sr">馬柱。1行に1頭、右へ前走から5走前まで</caption>
        <thead>
          <tr>
            <th scope="col" className="c-no">
              馬番
            </th>
            <th scope="col" className="c-mk">
              自分
              <br />
              の印
            </th>
            <th scope="col" className="c-who">
              馬名・父
              <br />
              母（母父）
            </th>
            <th scope="col" className="c-kg">
              性齢・斤量
              <br />
              騎手・調教師
            </th>
            <th scope="col" className="c-od">
              オッズ
            </th>
            {field > 0 && (
              <th scope="col" className="c-ai">
                AIの指数
                <br />
                勝率
              </th>
            )}
            {RUN_HEADS.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CardTableRow key={row.runner.horseNum} {...{ row, cardDay, forms, field }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Empty without odds. If no row has any, the stylesheet hides the column. */
export function TableOdds({ runner: { winOdds, popularity } }: { runner: Pick<Runner, "winOdds" | "popularity"> }) {
  if (winOdds === null) return null;
  return (
    <>
      <b>{winOdds.toFixed(1)}</b>
      {popularity !== null && <p>{popularity}人気</p>}
    </>
  );
}

export function TableWeight({ runner }: { runner: Pick<Runner, "bodyWeightKg" | "bodyWeightChangeKg"> }) {
  const { kg, change } = formatBodyWeight(runner);
  return (
    <>
      {kg}
      <small>{change}</small>
    </>
  );
}

function CardTableRow({ row, cardDay, forms, field }: CardRowProps) {
  const { runner, runs, own } = row;
  const isOut = !isStarter(runner.status);
  return (
    <tr className={isOut ? "out" : undefined} id={`t${runner.horseNum}`}>
      <th scope="row">
        <HorseBadge horseNum={runner.horseNum} bracketNum={runner.bracketNum} />
      </th>
      <td className="own-mark-cell">
        {!isOut && (
          <details name="entry" open={forms.saved?.horseNum === runner.horseNum}>
            <summary>
              <span data-mark-of={runner.horseId}>
                <OwnMarkSign mark={own.mark} />
              </span>
              <Icon name="pencil" />
              <span className="sr">{runner.horseName}の印とメモ</span>
            </summary>
            <div className="card">
              <OwnEntryForm horse={runner} entry={own} forms={forms} view="table" />
            </div>
          </details>
        )}
      </td>
      <td className="who">
        <b>
          <Link to={`/horses/${encodeURIComponent(runner.horseId)}`}>{runner.horseName}</Link>
        </b>
        <Blinkers runner={runner} />
        {runner.sireName !== null && <p>{runner.sireName}</p>}
        {(runner.damName ?? runner.damSireName) !== null && (
          <p>
            {runner.damName}
            {runner.damSireName !== null && (
              <>
                <br />（{runner.damSireName}）
              </>
            )}
          </p>
        )}
        {own.note !== "" && <p className="memo1">{own.note}</p>}
      </td>
      <td>
        <p>
          {formatSexAge(runner)} <b>{runner.carriedWeightKg?.toFixed(1)}</b>
        </p>
        <p>
          <Jockey runner={runner} />
        </p>
        <p>
          <Trainer runner={runner} />
        </p>
        <p data-live={`table-weight-${runner.horseNum}`}>
          <TableWeight runner={runner} />
        </p>
      </td>
      <td className="n td-od" data-live={`table-odds-${runner.horseNum}`}>
        <TableOdds runner={runner} />
      </td>
      {field > 0 && <IndexCell row={row} field={field} />}
      {isOut ? (
        <td className="gone" colSpan={RUN_HEADS.length}>
          <b>{finishWords({ status: runner.status, position: null })}</b>
        </td>
      ) : (
        RUN_HEADS.map((head, index) => (
          <PastRunCell key={head} run={runs[index]} cardDay={cardDay} isFirst={index === 0} />
        ))
      )}
    </tr>
  );
}

function IndexCell({ row: { runner, score, place, views }, field }: { row: CardRow; field: number }) {
  if (score === null || place === null) return <td />;
  const figures = (
    <>
      <span>
        {place <= 4 && <Mark kind={markOfPlace(place)} />}
        <b className={score.index < 0 ? "neg" : undefined}>{formatIndex(score.index)}</b>
      </span>
      {score.probability !== null && <small>{formatPercent(score.probability * 100)}</small>}
    </>
  );
  if (views === undefined) return <td className="n ai2">{figures}</td>;
  return (
    <td className="n ai2 own-mark-cell">
      <details name="entry">
        <summary>
          {figures}
          <span className="sr">{runner.horseName}の6つの見方</span>
        </summary>
        <div className="card">
          <SixBars index={score.index} groups={views} field={field} />
        </div>
      </details>
    </td>
  );
}

function PastRunCell({
  run,
  cardDay,
  isFirst,
}: {
  run: CardRun | undefined;
  cardDay: string;
  /** The newest run's cell; it may have a text instead. */
  isFirst: boolean;
}) {
  if (run === undefined) return <td className="pv">{isFirst && "過去走なし"}</td>;
  const words = runWords(run, cardDay);
  const place = run.finishPosition;
  return (
    <td className={place !== null && place <= 3 ? `pv p${place}` : "pv"}>
      <p>
        <span>
          {words.day} {words.isOfOtherYear && <br />}
          {words.venue}
        </span>
        {run.index === null ? (
          <span>{words.going}</span>
        ) : (
          <b className="run-index">
            <span className="sr">指数</span>
            {formatIndex(run.index)}
          </b>
        )}
      </p>
      <p className="rn">
        <b>{run.name}</b>
      </p>
      <p className="fi">
        <b>{place ?? words.finish}</b>
        <span>
          {words.field} {run.popularity !== null && `${run.popularity}人`}
        </span>
      </p>
      <p>
        {words.course} {run.index !== null && words.going}
        <span>{words.time}</span>
      </p>
      <p>{words.corners}</p>
      <p>
        {words.last600m}
        <span>{words.gap}</span>
      </p>
      <p>
        {words.jockey}
        <span>{words.carried}</span>
      </p>
    </td>
  );
}
