import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay } from "#app/components/parts/numbers.ts";
import { Tag } from "#app/components/parts/parts.tsx";
import { formatCourse } from "#app/components/parts/race-words.ts";
import { spendWords } from "#app/components/plans/left-words.ts";
import { Picks } from "#app/components/race-list/race-marks.tsx";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import { minutesWords } from "#app/components/races/race-states.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { ComingRace, HomeDay, NextUse } from "#app/domain/views/home.ts";
import { nextUseWords } from "./next-use-words.ts";

interface NextRaceProps {
  day: HomeDay | null;
  nextDay: { date: string; venues: readonly string[] } | null;
  today: string;
  plan: number;
  hasModels: boolean;
  /** The races that are being analysed. */
  running: ReadonlySet<string>;
}

/** Today's next race with one button to its index, or the next race day. */
export function NextRace({ day, nextDay, today, plan, hasModels, running }: NextRaceProps) {
  if (day?.next == null) return <NoRaceLeft isRaceDay={day?.date === today} {...{ nextDay, hasModels }} />;
  const { race, minutes, own, use } = day.next;
  return (
    <section className="card clip next-race" aria-labelledby="next-race">
      <div className="next-use">
        <Tag tone="info">次のレース</Tag>
        <p className="cd">{minutes !== null && minutesWords(minutes)}</p>
        <h2 id="next-race">
          <GradeBadge grade={race.grade} />
          {race.venue}
          {race.raceNum}R <span className="keep">{race.name}</span>
        </h2>
        <p className="facts">
          {race.startTime !== null && (
            <span>
              <b>{race.startTime}</b> 発走
            </span>
          )}
          {factsOf(race).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {own !== null && (
          <>
            <Picks picks={own.picks} />
            <Buttons race={race}>
              <LinkButton tone="primary" to={`/analyses/${own.analysisId}`} icon="model">
                指数を見る
              </LinkButton>
            </Buttons>
            <p className="t12 faint">
              {own.modelName}の分析です。{own.isLearntFrom && "学習に使ったレースのため参考値です。"}
              <OtherModels race={race} />
            </p>
          </>
        )}
        {own === null && running.has(race.raceId) && (
          <Buttons race={race}>
            <LinkButton to="/analyses" icon="clock">
              分析しています
            </LinkButton>
          </Buttons>
        )}
        {use !== null && !running.has(race.raceId) && <Use use={use} {...{ race, plan, today, hasModels }} />}
      </div>
      {day.later.length > 0 && (
        <ul className="list">
          {day.later.map((coming) => (
            <LaterRace key={coming.race.raceId} coming={coming} />
          ))}
        </ul>
      )}
      <ToRaces />
    </section>
  );
}

function ToRaces() {
  return (
    <p className="to-races row wrap">
      <Link className="tapl" to="/races">
        <Icon name="flag" />
        レースへ
      </Link>
      <Link className="tapl" to="/favourites">
        お気に入りの馬
      </Link>
    </p>
  );
}

/** The button that spends a use, or the reason why there is none. */
function Use({
  use,
  race,
  plan,
  today,
  hasModels,
}: {
  use: NextUse;
  race: RaceSummary;
  plan: number;
  today: string;
  hasModels: boolean;
}) {
  if (!hasModels) return <Buttons race={race} />;
  if (use.kind === "analyse") {
    const { modelId, modelName, left } = use;
    return (
      <>
        <form method="post" action={dialogOf(race)}>
          <input type="hidden" name="race_id" value={race.raceId} />
          <input type="hidden" name="model_id" value={modelId} />
          <Buttons race={race}>
            <Button tone="primary" icon="model">
              {modelName}で分析
            </Button>
          </Buttons>
        </form>
        <p className="t12 faint">
          {spendWords(left)}
          <OtherModels race={race} />
        </p>
      </>
    );
  }
  const { reason, link } = nextUseWords(use, { race, plan, today });
  return (
    <>
      <Buttons race={race}>
        <Button disabled aria-describedby="next-use">
          分析する
        </Button>
      </Buttons>
      <p className="t13" id="next-use">
        {reason}
        {link !== null && <Link to={link.to}>{link.label}</Link>}
        {use.kind === "waits-for-weights" && <OtherModels race={race} />}
      </p>
    </>
  );
}

function Buttons({ race, children }: { race: RaceSummary; children?: React.ReactNode }) {
  return (
    <div className="btns">
      {children}
      <LinkButton to={`/races/${encodeURIComponent(race.raceId)}`}>出馬表</LinkButton>
    </div>
  );
}

function OtherModels({ race }: { race: RaceSummary }) {
  return <Link to={dialogOf(race)}>ほかのモデルで</Link>;
}

/** The dialog to choose a model. It also shows refusals of the button. */
function dialogOf({ date, raceId }: RaceSummary): string {
  return `/races?${new URLSearchParams({ date, race: raceId })}`;
}

function LaterRace({ coming: { race, minutes, own } }: { coming: ComingRace }) {
  return (
    <li>
      <Link to={`/races/${encodeURIComponent(race.raceId)}`}>
        <span className="rr">
          <b>
            {race.venue}
            {race.raceNum}R
          </b>
          <small>{race.startTime}</small>
        </span>
        <span className="grow">
          <b>
            <GradeBadge grade={race.grade} />
            {race.name}
          </b>
          {own === null ? <small className="muted">分析していません</small> : <Picks picks={own.picks} />}
        </span>
        {minutes !== null && minutes <= 60 && <span className="t13 muted keep">あと{minutes}分</span>}
        <Icon name="next" className="go" />
      </Link>
    </li>
  );
}

function NoRaceLeft({
  isRaceDay,
  nextDay,
  hasModels,
}: { isRaceDay: boolean } & Pick<NextRaceProps, "nextDay" | "hasModels">) {
  const none = hasModels ? "今日はモデルの対象の開催がありません" : "今日の開催はありません";
  return (
    <section className="card clip next-race" aria-labelledby="next-race">
      <div className="next-use">
        <h2 id="next-race">{isRaceDay ? "今日のレースはすべて発走しました" : none}</h2>
        <p className="facts">
          {nextDay === null ? (
            <span>次の開催日は、出馬表が届くとここに出ます。</span>
          ) : (
            <span>
              次の開催日 <b>{formatDay(nextDay.date)}</b> {nextDay.venues.join("・")}
            </span>
          )}
        </p>
      </div>
      <ToRaces />
    </section>
  );
}

/** 芝2600m, 13頭, 馬体重発表済 */
function factsOf(race: RaceSummary): string[] {
  return [
    formatCourse(race),
    race.runnerCount > 0 ? `${race.runnerCount}頭` : "出走馬未定",
    race.isAcquiredWeight ? "馬体重発表済" : "馬体重発表前",
  ].filter((fact) => fact !== "");
}
