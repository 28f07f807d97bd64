import { HorseBadge, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay, formatIndex } from "#app/components/parts/numbers.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { formatCourse, formatSexAge } from "#app/components/parts/race-words.ts";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import { OWN_MARKS } from "#app/domain/own-marks.ts";
import type { HorseRun, HorseView } from "#app/domain/views/horse.ts";
import { conditionsOf, formatRecord, recordOf } from "./horse-record.ts";
import { OwnMarkSign } from "./own-mark.tsx";

const UNKNOWN = "–";

export function HorseHead({ horse, page }: { horse: HorseView; page: string }) {
  const facts = [
    formatSexAge(horse),
    horse.trainerName ?? "",
    horse.bornIn === null ? "" : `${horse.bornIn}年生まれ`,
  ].filter((fact) => fact !== "");
  return (
    <section className="hhead">
      <div>
        <h2>{horse.horseName}</h2>
        <p className="facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <form method="post" action={page}>
        <input type="hidden" name="intent" value="favourite" />
        <input type="hidden" name="favourite" value={horse.isFavourite ? "no" : "yes"} />
        <button className="btn favb" type="submit" aria-pressed={horse.isFavourite}>
          <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
            <path
              fill={horse.isFavourite ? "currentColor" : undefined}
              d="M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20z"
            />
          </svg>
          お気に入り
        </button>
      </form>
      {horse.isFavourite && (
        <Link className="tapl t14" to="/favourites">
          お気に入りの一覧
        </Link>
      )}
    </section>
  );
}

export function NextRace({ run, today }: { run: HorseRun; today: string }) {
  const facts = [run.startTime ?? "", formatCourse(run), run.carriedWeightKg?.toFixed(1) ?? "", run.jockeyName ?? ""];
  return (
    <Link className="card nexthorse" to={`/races/${encodeURIComponent(run.raceId)}#h${run.horseNum}`}>
      <span className="grow">
        <small>{run.date === today ? "今日の出走" : `${formatDay(run.date)}に出走`}</small>
        <b>
          {run.venue}
          {run.raceNum}R <GradeBadge grade={run.grade} /> {run.name}
        </b>
        <small>{facts.filter((fact) => fact !== "").join("　")}</small>
      </span>
      <HorseBadge horseNum={run.horseNum} bracketNum={run.bracketNum} />
      {run.winOdds !== null && (
        <span className="od">
          <b>
            {run.winOdds.toFixed(1)}
            <small>倍</small>
          </b>
          {run.popularity !== null && <small>{run.popularity}人気</small>}
        </span>
      )}
      {run.index !== null && (
        <span className="ai">
          {run.index.place <= 4 && <Mark kind={markOfPlace(run.index.place)} />}
          <b>
            <span className="sr">指数</span>
            {formatIndex(run.index.index)}
          </b>
        </span>
      )}
      <Icon name="next" className="go" />
    </Link>
  );
}

export function HorseProfile({ horse }: { horse: HorseView }) {
  const record = recordOf(horse.runs);
  const [wins] = record.places;
  return (
    <dl className="card prof">
      <Fact name="通算">
        {record.starts === 0 ? (
          UNKNOWN
        ) : (
          <>
            <b>{formatRecord(record)}</b>
            <small>
              {record.starts}戦{wins}勝
            </small>
          </>
        )}
      </Fact>
      <Fact name="調教師">{horse.trainerName ?? UNKNOWN}</Fact>
      <Fact name="父">{horse.sireName ?? UNKNOWN}</Fact>
      <Fact name="母父">{horse.damSireName ?? UNKNOWN}</Fact>
    </dl>
  );
}

/** As counts: one horse runs too rarely for rates. */
export function HorseConditions({ runs }: { runs: readonly HorseRun[] }) {
  if (runs.length === 0) return null;
  return (
    <section className="card pad stack">
      <h3>条件ごとの成績</h3>
      <table className="cond">
        <TableHead words={["条件", "1着-2着-3着-着外", "3着内"]} />
        <tbody>
          {conditionsOf(runs).map(({ words, record }) => (
            <tr key={words}>
              <th scope="row">{words}</th>
              <td>{formatRecord(record)}</td>
              <td>
                {record.places[0] + record.places[1] + record.places[2]}
                <small>/{record.starts}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="t12 faint">走った数が少ないため、割合は出しません。</p>
    </section>
  );
}

export function MarkedRuns({ runs }: { runs: readonly HorseRun[] }) {
  const marked = runs.filter(({ mark }) => mark !== null);
  if (marked.length === 0) return null;
  return (
    <p className="mkp">
      <span>印を打った{marked.length}走</span>
      {OWN_MARKS.map((mark) => {
        const own = marked.filter((run) => run.mark === mark);
        const placed = own.filter(({ finishPosition }) => finishPosition !== null && finishPosition <= 3);
        if (own.length === 0) return null;
        return (
          <span key={mark}>
            <OwnMarkSign mark={mark} /> <b>{own.length}走</b> 3着まで {placed.length}回
          </span>
        );
      })}
    </p>
  );
}
