import { HorseBadge, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { SixBars } from "#app/components/explaining/six-bars.tsx";
import { type EntryForms, OwnEntryForm } from "#app/components/fans/own-entry-form.tsx";
import { OwnMarkSign } from "#app/components/fans/own-mark.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatIndex, formatPercent, formatSigned } from "#app/components/parts/numbers.ts";
import { formatSexAge } from "#app/components/parts/race-words.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import { type CardRow, type CardRun, formatBodyWeight, pedigreeOf, runWords, stableOf } from "./card-words.ts";
import { GradeBadge } from "./grade-badge.tsx";

/** On phones: three lines per horse, which unfold its last runs and the own entry. */
export function CardList({ rows, cardDay, forms }: { rows: readonly CardRow[]; cardDay: string; forms: EntryForms }) {
  const field = rows.filter(({ score }) => score !== null).length;
  return (
    <div className="card clip phone">
      <p className="card-horse-head" aria-hidden="true">
        <span>枠番・自分の印・馬名</span>
        {field > 0 && <span>AIの指数・勝率</span>}
        <span className="h-od">オッズ</span>
      </p>
      <ol>
        {rows.map((row) => (
          <CardItem key={row.runner.horseNum} {...{ row, cardDay, forms, field }} />
        ))}
      </ol>
    </div>
  );
}

/** Empty without odds. If no row has any, the stylesheet hides the column's head. */
export function ListOdds({ runner: { winOdds, popularity } }: { runner: Pick<Runner, "winOdds" | "popularity"> }) {
  if (winOdds === null) return null;
  return (
    <>
      <b>
        <span className="sr">単勝</span>
        {winOdds.toFixed(1)}
      </b>
      {popularity !== null && <small>{popularity}人気</small>}
    </>
  );
}

export interface CardRowProps {
  row: CardRow;
  cardDay: string;
  forms: EntryForms;
  /** Starters with an index. */
  field: number;
}

function CardItem({ row, cardDay, forms, field }: CardRowProps) {
  const { runner, runs, score, place, views, own } = row;
  if (!isStarter(runner.status)) {
    return (
      <li className="card-horse out" id={`h${runner.horseNum}`}>
        <div className="card-horse-row">
          <HorseBadge horseNum={runner.horseNum} bracketNum={runner.bracketNum} />
          <span className="row-name">
            <b>{runner.horseName}</b>
          </span>
          <b className="o2">{finishWords({ status: runner.status, position: null })}</b>
          <span className="ln">
            <CardFacts runner={runner} />
          </span>
        </div>
      </li>
    );
  }
  return (
    <li className="card-horse" id={`h${runner.horseNum}`}>
      <details open={forms.saved?.horseNum === runner.horseNum}>
        <summary className="card-horse-row">
          <HorseBadge horseNum={runner.horseNum} bracketNum={runner.bracketNum} />
          <span className="mine" data-mark-of={runner.horseId}>
            <OwnMarkSign mark={own.mark} />
          </span>
          <span className="row-name">
            <b>{runner.horseName}</b>
            <Blinkers runner={runner} />
          </span>
          {score !== null && place !== null && (
            <span className="ai">
              {place <= 4 && <Mark kind={markOfPlace(place)} />}
              <b className={score.index < 0 ? "neg" : undefined}>
                <span className="sr">指数</span>
                {formatIndex(score.index)}
              </b>
            </span>
          )}
          <span className="od" data-live={`list-odds-${runner.horseNum}`}>
            <ListOdds runner={runner} />
          </span>
          <span className="ln" data-live={`card-facts-${runner.horseNum}`}>
            <CardFacts runner={runner} />
          </span>
          <span className="ln2">
            <Trainer runner={runner} />
            <RecentPlaces runs={runs} />
          </span>
          {score?.probability != null && (
            <span className="pr">
              <span className="sr">勝率</span>
              {formatPercent(score.probability * 100)}
            </span>
          )}
          <Icon name="down" className="cv" />
        </summary>
        <div className="card-horse-more">
          <Pedigree runner={runner} />
          <h3>近{runs.length === 0 ? "" : runs.length}走</h3>
          {runs.length === 0 ? (
            <p>過去のレースはデータにありません。</p>
          ) : (
            <ol className="runs">
              {runs.map((run) => (
                <PastRunItem key={run.raceId} run={run} cardDay={cardDay} />
              ))}
            </ol>
          )}
          {score !== null && views !== undefined && (
            <>
              <h3>6つの見方</h3>
              <SixBars index={score.index} groups={views} field={field} />
            </>
          )}
          <OwnEntryForm horse={runner} entry={own} forms={forms} view="list" />
        </div>
      </details>
    </li>
  );
}

/** 牡5 57.5 翠川 486(+4) */
export function CardFacts({ runner }: { runner: Runner }) {
  const weight = formatBodyWeight(runner);
  const facts = [formatSexAge(runner), runner.carriedWeightKg?.toFixed(1) ?? ""];
  return (
    <>
      {facts
        .filter((fact) => fact !== "")
        .map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      <Jockey runner={runner} />
      {weight.kg !== "" && (
        <span>
          {weight.kg}
          <small>{weight.change}</small>
        </span>
      )}
    </>
  );
}

export function Jockey({ runner: { jockeyName, apprentice } }: { runner: Pick<Runner, "jockeyName" | "apprentice"> }) {
  if (jockeyName === null) return null;
  return (
    <span>
      <span className="sr">騎手{apprentice !== null && "（減量）"}</span>
      {apprentice !== null && <span aria-hidden="true">{apprentice}</span>}
      {jockeyName}
    </span>
  );
}

export function Trainer({ runner }: { runner: Pick<Runner, "trainerName" | "trainerBase"> }) {
  const stable = stableOf(runner);
  if (runner.trainerName === null) return null;
  return (
    <span>
      <span className="sr">調教師{stable?.full}</span>
      {stable !== null && <span aria-hidden="true">{stable.short} </span>}
      {runner.trainerName}
    </span>
  );
}

export function Blinkers({ runner: { blinkers } }: { runner: Pick<Runner, "blinkers"> }) {
  if (!blinkers) return null;
  return (
    <small className="blinkers">
      <span aria-hidden="true">B</span>
      <span className="sr">ブリンカー</span>
    </small>
  );
}

/** Newest first; the first three finishes have a background. */
function RecentPlaces({ runs }: { runs: readonly CardRun[] }) {
  if (runs.length === 0) return <span>過去走なし</span>;
  return (
    <span className="form">
      <span className="sr">近{runs.length}走の着順、新しい順</span>
      {runs.map(({ raceId, finishPosition, status, index }) => (
        <i key={raceId} className={finishPosition !== null && finishPosition <= 3 ? "in" : undefined}>
          {finishPosition ?? finishWords({ status, position: null }).slice(0, 1)}
          {index !== null && (
            <small>
              <span className="sr">指数</span>
              {formatSigned(index, 1)}
            </small>
          )}
        </i>
      ))}
    </span>
  );
}

function Pedigree({ runner }: { runner: CardRow["runner"] }) {
  const ancestors = pedigreeOf(runner);
  if (ancestors.length === 0) return null;
  return (
    <p className="pedigree">
      {ancestors.map(({ role, name }) => (
        <span key={role}>
          {role} {name}
        </span>
      ))}
    </p>
  );
}

function PastRunItem({ run, cardDay }: { run: CardRun; cardDay: string }) {
  const words = runWords(run, cardDay);
  const place = run.finishPosition;
  return (
    <li>
      <b className={place !== null && place <= 3 ? `fin f${place}` : "fin"}>
        {place ?? words.finish}
        {place !== null && <small>着</small>}
      </b>
      <p className="a">
        <span>
          {words.day} {words.venue}
        </span>{" "}
        <GradeBadge grade={run.grade} />
        <b>{run.name}</b>
      </p>
      <p className="tm">
        {words.time}
        {words.gap !== "" && <small>{words.gap}</small>}
      </p>
      <Facts
        className="b"
        facts={[
          [run.index === null ? "" : `指数 ${formatIndex(run.index)}`],
          [words.course, words.going],
          [words.field, words.popularity],
          [words.jockey, words.carried],
        ]}
      />
      <Facts
        className="b"
        facts={[[words.corners === "" ? "" : `通過 ${words.corners}`], [words.last600m], [words.bodyWeight]]}
      />
    </li>
  );
}

/** Groups of words that do not break; empty words are left out. */
function Facts({ className, facts }: { className: string; facts: readonly (readonly string[])[] }) {
  const groups = facts.map((words) => words.filter((word) => word !== "").join(" ")).filter((group) => group !== "");
  return (
    <p className={className}>
      {groups.map((group) => (
        <span key={group}>{group}</span>
      ))}
    </p>
  );
}
