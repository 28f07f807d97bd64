import { HorseBadge } from "#app/components/analyses/figures.tsx";
import { formatIndex } from "#app/components/parts/numbers.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { GroupView } from "#app/domain/scoring/view-groups.ts";

export interface HorseViews {
  sentences: readonly string[];
  groups: readonly GroupView[];
}

const linesOf = (sentences: readonly string[]) => sentences.map((sentence) => <p key={sentence}>{sentence}</p>);

export function SixViews({ index, views, field }: { index: number; views: HorseViews; field: number }) {
  return (
    <>
      <div>{linesOf(views.sentences)}</div>
      <h4>6つの見方</h4>
      <SixBars index={index} groups={views.groups} field={field} />
    </>
  );
}

export function RaceSentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <section className="card pad stack">
      <h3>レースをことばで</h3>
      <div className="t14">{linesOf(sentences)}</div>
      <details className="fold">
        <summary>ことばと6つの見方とは</summary>
        <div className="stack t13 muted">
          <p>
            選んだ項目を6つの見方に分け、それぞれの寄与を足すと指数になります。0はこのレースの平均、順位は出走馬の中での順位です。
          </p>
          <p>
            能力は着順・着差・獲得賞金と基本情報、コース・距離は条件をしぼった平均と血統など、展開は通過順、枠・斤量と調子はその名のとおりの項目です。選んだ項目のない見方は「選んでいません」と書きます。
          </p>
          <p>文章は、この数字から決まった規則で書きます。同じ分析からは、いつも同じ文章になります。</p>
        </div>
      </details>
    </section>
  );
}

/** 答え合わせ: how the marks finished, and what the views had said of each winner. */
export function Answers({
  finishes,
  winners,
  field,
}: {
  finishes: readonly string[];
  winners: readonly (Score & HorseViews)[];
  field: number;
}) {
  return (
    <section className="card pad stack">
      <h3>答え合わせ</h3>
      <p className="t14">{finishes.join("、")}でした。</p>
      {winners.map(({ horseNum, bracketNum, horseName, index, groups, sentences }) => (
        <div className="stack" key={horseNum}>
          <p className="best-name">
            <HorseBadge horseNum={horseNum} bracketNum={bracketNum} />
            <b>{horseName}</b>
          </p>
          <div className="t14">{linesOf(sentences)}</div>
          <SixBars index={index} groups={groups} field={field} />
        </div>
      ))}
    </section>
  );
}

/** The six views with rank and contribution; they sum to the index. The bars repeat the signed numbers. */
export function SixBars({ index, groups, field }: { index: number; groups: readonly GroupView[]; field: number }) {
  return (
    <ul className="six">
      {groups.map(({ group, contribution, rank }) => (
        <li key={group}>
          <span>{group}</span>
          {contribution === null ? (
            <small>選んでいません</small>
          ) : (
            <>
              <span className={contribution < 0 ? "idx minus" : "idx"} aria-hidden="true">
                <i style={{ "--v": Math.abs(contribution) }} />
              </span>
              <b>{formatIndex(contribution)}</b>
              <small>{rank}位</small>
            </>
          )}
        </li>
      ))}
      <li className="sum">
        <b>指数</b>
        <small>6つの合計</small>
        <b>{formatIndex(index)}</b>
        <small>{field}頭中</small>
      </li>
    </ul>
  );
}
