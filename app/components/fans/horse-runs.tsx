import { finishWords } from "#app/components/analyses/finish-words.ts";
import { Link } from "#app/components/parts/link.tsx";
import { formatIndex } from "#app/components/parts/numbers.ts";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import { runWords } from "#app/components/races/card-words.ts";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import type { HorseRun } from "#app/domain/views/horse.ts";
import { OwnMarkSign } from "./own-mark.tsx";

const HEADS = "日付 場 レース 距離 馬場 人気 着順 タイム 着差 通過 上り 騎手 体重 自分の印 AI指数".split(" ");

/** A list on phones, a table from 1100 px. */
export function HorseRuns({ runs, today }: { runs: readonly HorseRun[]; today: string }) {
  return (
    <>
      <div className="card clip phone">
        <p className="card-horse-head" aria-hidden="true">
          <span>着順・レース</span>
          <span>自分の印・AIの指数</span>
        </p>
        <ol className="runs big">
          {runs.map((run) => (
            <RunItem key={run.raceId} run={run} today={today} />
          ))}
        </ol>
      </div>
      <div className="card desk clip">
        <table className="career">
          <caption className="sr">全成績。1行に1走、新しい順</caption>
          <TableHead words={HEADS} />
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.raceId} run={run} today={today} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function RaceName({ run }: { run: HorseRun }) {
  return (
    <>
      <Link to={`/races/${encodeURIComponent(run.raceId)}`}>{run.name}</Link> <GradeBadge grade={run.grade} />
    </>
  );
}

function RunIndex({ run: { index } }: { run: HorseRun }) {
  if (index === null) return null;
  return (
    <b className={index.index < 0 ? "neg" : undefined}>
      <span className="sr">指数</span>
      {formatIndex(index.index)}
    </b>
  );
}

function RunItem({ run, today }: { run: HorseRun; today: string }) {
  const words = runWords(run, today);
  const place = run.finishPosition;
  const lines = [
    [`${words.course} ${words.going}`, `${words.field} ${words.popularity}`, `${words.time} ${words.gap}`],
    [
      words.corners === "" ? "" : `通過 ${words.corners}`,
      words.last600m,
      `${words.jockey} ${words.carried}`,
      words.bodyWeight,
    ],
  ];
  return (
    <li>
      <b className={place !== null && place <= 3 ? `fin f${place}` : "fin"}>
        {place ?? finishWords({ status: run.status, position: null })}
        {place !== null && <small>着</small>}
      </b>
      <p className="a">
        <span>
          {words.day} {words.venue}
        </span>{" "}
        <RaceName run={run} />
      </p>
      <p className="tm">
        {run.mark !== null && <OwnMarkSign mark={run.mark} />}
        <RunIndex run={run} />
      </p>
      {lines.map((line) => (
        <p className="b" key={line.join()}>
          {line
            .map((fact) => fact.trim())
            .filter((fact) => fact !== "")
            .map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
        </p>
      ))}
    </li>
  );
}

function RunRow({ run, today }: { run: HorseRun; today: string }) {
  const words = runWords(run, today);
  const place = run.finishPosition;
  return (
    <tr className={place !== null && place <= 3 ? `p${place}` : undefined}>
      <td>{words.day}</td>
      <td className="l">{run.venue}</td>
      <th scope="row" className="l">
        <RaceName run={run} />
      </th>
      <td className="l">{words.course}</td>
      <td className="l">{words.going}</td>
      <td>{[run.popularity === null ? "" : `${run.popularity}人`, words.field].filter(Boolean).join("/")}</td>
      <td className="fi">
        <b>{place ?? finishWords({ status: run.status, position: null })}</b>
        {place !== null && "着"}
      </td>
      <td>{words.time}</td>
      <td>{words.gap}</td>
      <td className="l">{words.corners}</td>
      <td>{run.last600mS?.toFixed(1)}</td>
      <td className="l">
        {words.jockey} {words.carried}
      </td>
      <td>{run.bodyWeightKg}</td>
      <td className="c">
        <OwnMarkSign mark={run.mark} />
      </td>
      <td>
        <RunIndex run={run} />
      </td>
    </tr>
  );
}
