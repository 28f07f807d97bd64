import { formatIndex } from "#app/components/parts/numbers.ts";
import type { GroupView } from "#app/domain/scoring/view-groups.ts";

export interface HorseViews {
  sentences: readonly string[];
  groups: readonly GroupView[];
}

/** A horse in two sentences and six bars, above its contributions by feature. */
export function SixViews({ index, views, field }: { index: number; views: HorseViews; field: number }) {
  return (
    <>
      <div>
        {views.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <h4>6つの見方</h4>
      <SixBars index={index} groups={views.groups} field={field} />
    </>
  );
}

/** レースをことばで. */
export function RaceSentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <section className="card pad">
      <h2>レースをことばで</h2>
      {sentences.map((sentence) => (
        <p key={sentence} className="t14">
          {sentence}
        </p>
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
