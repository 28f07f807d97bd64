import { HorseBadge, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { NOBODY_STARTS, RACE_CANCELLED } from "#app/components/analyses/finish-words.ts";
import { LineDrawing } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatIndex } from "#app/components/parts/numbers.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { NoAnalysis } from "#app/components/race-models/waiting-models.tsx";
import { AFTER_START } from "#app/components/races/race-states.ts";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import { isBeforeStart } from "#app/domain/racing/race-start.ts";
import type { WhatIf, WhatIfResult } from "#app/domain/views/what-if.ts";
import type { ComparedHorse } from "#app/domain/what-if/compare-conditions.ts";
import { changedConditions, whatIfPath, whatIfSearch } from "./what-if-words.ts";

/** The limit of the figures comes before any of them; {@link WhatIfLimits} says more below them. */
export function WhatIfHead({ whatIf, now }: { whatIf: WhatIf; now: number }) {
  const { race, entries, model, analysisId, result } = whatIf;
  const isOver = race.status !== "cancelled" && !isBeforeStart(race, now);
  return (
    <section className="sec">
      <p className="t13 muted facts">
        <span>
          <Link className="tapl" to={`/races/${encodeURIComponent(race.raceId)}`}>
            {race.venue}
            {race.raceNum}R {race.name}
          </Link>
        </span>
        {model !== null && (
          <span>
            {analysisId === null ? (
              model.name
            ) : (
              <Link className="tapl" to={`/analyses/${analysisId}`}>
                {model.name}
              </Link>
            )}
            {`・${entries.length}頭`}
          </span>
        )}
      </p>
      {typeof result !== "string" && (
        <>
          <Note>
            <b>過去の成績に見られた結びつきで、原因ではありません。</b>
          </Note>
          {isOver && (
            <Note tone="warn">
              <b>{AFTER_START}</b>レースの結果は計算に使っていません。
            </Note>
          )}
          {result.isCardNewer && (
            <Note tone="warn">分析のあとでデータが変わりました。今の条件の値は、分析結果の値と違います。</Note>
          )}
          {result.isLearntFrom && (
            <Note tone="warn">このレースで学習したモデルのため、勝率はなく、指数も参考値です。</Note>
          )}
        </>
      )}
    </section>
  );
}

export function WhatIfLead({ whatIf, result }: { whatIf: WhatIf; result: WhatIfResult }) {
  const count = changedConditions(whatIf).length;
  if (count === 0) return <p className="lead">条件を変えると、勝率の変化が出ます</p>;
  const { horses } = result;
  const best = horses.find(({ place }) => place === 1);
  const first = horses.filter(({ isLeft }) => isLeft).toSorted((one, other) => other.after.index - one.after.index)[0];
  const wasFirst = horses.filter(({ isStarter }) => isStarter).toSorted((one, other) => one.place - other.place)[0];
  return (
    <>
      <p className="lead">
        {count < 10 ? `${count}つ` : count}の条件を変えると、
        {best !== undefined && <span className="keep">{`◎${best.horseNum}番は${movedWords(best)}`}</span>}
      </p>
      {first !== undefined && wasFirst !== undefined && first.horseNum !== wasFirst.horseNum && (
        <p className="t13 muted">
          {`出走する馬で指数がいちばん高いのは、${wasFirst.horseNum}番から${first.horseNum}番に替わります。`}
        </p>
      )}
    </>
  );
}

function movedWords({ isLeft, before, after }: ComparedHorse): string {
  if (!isLeft) return "出走しません";
  const words = ({ index, probability }: ComparedHorse["before"]) =>
    probability === null ? ` ${formatIndex(index)}` : ` ${(probability * 100).toFixed(1)}%`;
  return words(before) === words(after) ? `${words(before)} のまま` : `${words(before)} から${words(after)} に`;
}

export function WhatIfChanges({ whatIf }: { whatIf: WhatIf }) {
  const { race, model, result } = whatIf;
  const changes = changedConditions(whatIf);
  if (changes.length === 0) return null;
  const hrefOf = (conditions?: WhatIf["conditions"]) =>
    `${whatIfPath(race.raceId)}${whatIfSearch(model?.modelId ?? null, conditions)}`;
  const unread = typeof result === "string" ? [] : unreadWords(whatIf, result);
  return (
    <div className="scn">
      <h2>変えている条件</h2>
      <ul>
        {changes.map(({ word, text, without }) => (
          <li key={`${word} ${text}`}>
            <b>{word}</b>
            <span>{text}</span>
            <Link to={hrefOf(without)} aria-label={`${word} ${text} を戻す`} preventScrollReset>
              <LineDrawing>
                <path d="m6 6 12 12M18 6 6 18" />
              </LineDrawing>
            </Link>
          </li>
        ))}
      </ul>
      {unread.length > 0 && (
        <p className="t13">{`このモデルは${unread.join("・")}を特徴に選んでいないので、変えても指数は動きません。`}</p>
      )}
      <Link className="tapl t14" to={hrefOf()} preventScrollReset>
        すべて戻す
      </Link>
    </div>
  );
}

function unreadWords({ conditions }: WhatIf, { unread }: WhatIfResult): string[] {
  const { going, horses } = conditions;
  const isChanged = {
    騎手: horses.some(({ jockey }) => jockey !== null),
    斤量: horses.some(({ carriedWeightKg }) => carriedWeightKg !== null),
    枠番: horses.some(({ gate }) => gate !== null),
    天気: going !== null,
  };
  return Object.entries(isChanged).flatMap(([feature, changed]) =>
    changed && unread.some((one) => one === feature) ? [feature] : [],
  );
}

export function WhatIfLimits() {
  return (
    <p className="t13 muted">
      うまい騎手には強い馬が集まります。騎手を替えた分の動きには、その馬たちの強さも混じっています。実際に替えたときにこれだけ勝率が動く、という意味ではありません。ここでの計算は分析の回数に数えず、成績表にも残りません。
    </p>
  );
}

export function ScratchedHorses({ horses }: { horses: readonly ComparedHorse[] }) {
  return horses
    .filter(({ isStarter, isLeft }) => isStarter && !isLeft)
    .map(({ horseNum, bracketNum, horseName, place, before }) => (
      <p className="wout" key={horseNum}>
        <HorseBadge horseNum={horseNum} bracketNum={bracketNum} />
        <Mark kind={markOfPlace(place)} />
        <b>{horseName}</b>
        <span className="tag">出走しないことにした</span>
        <span className="muted t13">
          {before.probability === null ? formatIndex(before.index) : `${(before.probability * 100).toFixed(1)}%`} → —
        </span>
      </p>
    ));
}

/** Replaces the figures, with the way to them. */
export function WhatIfGapNote({
  whatIf: { race, entries, model, result },
  uses,
}: {
  whatIf: WhatIf;
  uses: AnalysisUses;
}) {
  switch (result) {
    case "cancelled":
      return <Note tone="warn">{RACE_CANCELLED}</Note>;
    case "no-starters":
      return <Note tone="warn">{NOBODY_STARTS}</Note>;
    case "model-deleted":
      return <Note tone="warn">このレースを分析したモデルは削除されているため、条件を変えた計算はできません。</Note>;
    case "features-missing":
      return (
        <Note tone="warn">
          レースのデータを更新しています。1分ほどたってから、もう一度「計算する」を押してください。選んだ条件はそのままです。
        </Note>
      );
    case "no-analysis":
      return (
        <NoAnalysis
          race={race}
          model={model}
          uses={uses}
          hasRunners={entries.length > 0}
          title="まだ分析していないレースです"
          waiting="出走馬が発表されると、分析して条件を変えてみられます。"
          text="条件を変えてみられるのは、自分のAIモデルで分析したレースです。分析には1回分を使い、条件を変える計算は何度でも数えません。"
        />
      );
    default:
      return null;
  }
}
