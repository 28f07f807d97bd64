import { Form } from "@remix-run/react";
import { Button } from "#app/components/parts/button.tsx";
import { formatMonthDay, formatSigned } from "#app/components/parts/numbers.ts";
import { formatCourse, GOING_WORDS, WEATHER_WORDS } from "#app/components/parts/race-words.ts";
import { RefusalNote } from "#app/components/parts/refusal-note.tsx";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";
import { changedMarkWords } from "#app/domain/scoring/place-horses.ts";
import type { InputChange } from "#app/domain/scoring/scored-inputs.ts";
import type { AnalysisDetail } from "#app/domain/views/analyses.ts";
import type { RefusalText } from "#app/forms/models/model-refusals.ts";
import { finishWords } from "./finish-words.ts";

export function AnalysisChanges({
  path,
  changes,
  canRequestAgain,
  refusal,
}: {
  path: string;
  changes: readonly string[];
  canRequestAgain: boolean;
  refusal: RefusalText | null;
}) {
  return (
    <section className="card pad stack" id="changes">
      <h3>分析後の変更</h3>
      <ul className="stack t14">
        {changes.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {canRequestAgain ? (
        <RequestForm path={path} />
      ) : (
        <p className="t13 muted">この分析の印と指数は、分析したときのままです。</p>
      )}
    </section>
  );
}

/** Static: the marks that differ from the model's earlier analysis of the race, and the way to the newest. */
export function AnalysisVersions({ earlier, newestId, race, runners }: AnalysisDetail) {
  if (earlier === null && newestId === null) return null;
  const nameOf = new Map(runners.map(({ horseNum, horseName }) => [horseNum, horseName]));
  return (
    <section className="card pad stack">
      <h3>{earlier === null ? "分析の更新" : "前の分析からの印の変化"}</h3>
      {earlier !== null && earlier.marks.length === 0 && <p className="t14">印は前の分析と同じです。</p>}
      {earlier !== null && earlier.marks.length > 0 && (
        <ul className="stack t14">
          {earlier.marks.map((mark) => (
            <li key={mark.horseNum}>
              <b>{changedMarkWords(mark)}</b> {nameOf.get(mark.horseNum)}
            </li>
          ))}
        </ul>
      )}
      <p className="t13 muted">
        {newestId !== null && "この分析のあとに、新しい分析があります。"}
        成績では、発走前の最後の分析だけを数えます。
      </p>
      <p className="btns">
        {earlier !== null && (
          <a className="btn" href={`/analyses/${earlier.analysisId}`}>
            前の分析（{instantNear(earlier.completedAt, race.date)}）
          </a>
        )}
        {newestId !== null && (
          <a className="btn" href={`/analyses/${newestId}`}>
            新しい分析
          </a>
        )}
      </p>
    </section>
  );
}

/** 10:02, on another day than the race 11月20日 10:02. */
function instantNear(at: number, date: string): string {
  const day = japanDay(at);
  return `${day === date ? "" : `${monthAndDay(day)} `}${japanTime(at)}`;
}

function RequestForm({ path }: { path: string }) {
  return (
    <Form method="post" action={path} className="stack">
      <p className="t13 muted">
        この分析の印と指数は、分析したときのままです。
        <span className="keep">もう一度分析すると、</span>分析1回として数えます。
      </p>
      <div className="btns">
        <Button name="intent" value="request-again">
          もう一度分析する
        </Button>
      </div>
    </Form>
  );
}

const UNKNOWN = "未定";

/** 発走時刻 15:40 → 15:50, 3番 ハルカナコンパス 騎手 翠川 → 山田. */
export function changeWords(change: InputChange): string {
  switch (change.kind) {
    case "day":
      return `開催日 ${formatMonthDay(change.before)} → ${formatMonthDay(change.after)}`;
    case "venue":
      return `競馬場 ${change.before} → ${change.after}`;
    case "start-time":
      return `発走時刻 ${change.before ?? UNKNOWN} → ${change.after ?? UNKNOWN}`;
    case "course":
      return `コース ${formatCourse(change.before) || UNKNOWN} → ${formatCourse(change.after) || UNKNOWN}`;
    case "weather":
      return `天候 ${wordOf(WEATHER_WORDS, change.before)} → ${wordOf(WEATHER_WORDS, change.after)}`;
    case "going":
      return `馬場状態 ${wordOf(GOING_WORDS, change.before)} → ${wordOf(GOING_WORDS, change.after)}`;
    case "weights-announced":
      return "馬体重が発表されました";
    case "body-weight":
      return `${nameOf(change.horse)} 馬体重 ${weightWords(change.before)} → ${weightWords(change.after)}`;
    case "withdrawn":
      return `${nameOf(change.horse)} ${finishWords({ status: change.status, position: null })}`;
    case "reinstated":
      return `${nameOf(change.horse)} 出走することになりました`;
    case "added":
      return `${nameOf(change.horse)} 出走表に加わりました`;
    case "removed":
      return `${nameOf(change.horse)} 出走表からなくなりました`;
    case "jockey":
      return `${nameOf(change.horse)} 騎手 ${change.before ?? UNKNOWN} → ${change.after ?? UNKNOWN}`;
    case "carried-weight":
      return `${nameOf(change.horse)} 斤量 ${kilograms(change.before)} → ${kilograms(change.after)}`;
    case "card":
      return `${nameOf(change.horse)} 枠番・性齢・調教師・血統などの訂正`;
    default:
      return change satisfies never;
  }
}

function nameOf({ horseNum, horseName }: { horseNum: number; horseName: string }): string {
  return `${horseNum}番 ${horseName}`;
}

function wordOf<T extends string>(words: Record<T, string>, value: T | null): string {
  return value === null ? UNKNOWN : words[value];
}

function kilograms(weight: number | null): string {
  return weight === null ? UNKNOWN : `${weight.toFixed(1)}kg`;
}

/** 482kg（+2）, 482kg, or 発表前. */
function weightWords({ weightKg, changeKg }: { weightKg: number | null; changeKg: number | null }): string {
  if (weightKg === null) return "発表前";
  if (changeKg === null) return `${weightKg}kg`;
  return `${weightKg}kg（${formatSigned(changeKg, 0, "±")}）`;
}
