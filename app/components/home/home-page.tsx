import { DayCourses } from "#app/components/days/day-board.tsx";
import { DayRow, timeRows } from "#app/components/days/day-rows.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatMonthDay, formatPercent } from "#app/components/parts/numbers.ts";
import { EmptyState, Section } from "#app/components/parts/parts.tsx";
import { venuesOf } from "#app/components/parts/race-words.ts";
import { PlanQuotas } from "#app/components/plans/plan-quotas.tsx";
import { OwnRankings } from "#app/components/rankings/own-rankings.tsx";
import { ownViews } from "#app/components/rankings/ranking-pages.ts";
import { OwnFiguresInvitation } from "#app/components/rankings/ranking-terms.tsx";
import type { DayOffer } from "#app/domain/days/day-offer.ts";
import type { DaySum, LastWeek } from "#app/domain/days/own-picks.ts";
import { isPaid } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { OwnRanking } from "#app/domain/rankings/ranking-entry.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { AnalysisSummary } from "#app/domain/views/analyses.ts";
import type { FavouriteRun, HomeDay, RecentPick } from "#app/domain/views/home.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { HomeFacts } from "./home-facts.tsx";
import { DayOverHead, FirstModelHead } from "./home-heads.tsx";
import { HomeModels } from "./home-models.tsx";
import { NextRace } from "./next-race.tsx";
import { RecentAnalyses } from "./recent-analyses.tsx";

interface Home {
  models: ModelSummary[];
  analyses: AnalysisSummary[];
  rankings: OwnRanking[];
  day: HomeDay | null;
  nextDay: { date: string; venues: string[] } | null;
  offer: DayOffer | null;
  lastWeek: LastWeek | null;
  favouriteRuns: FavouriteRun[];
  recent: RecentPick[];
}

export function HomePage({ home, user, now }: { home: Home; user: SessionUser; now: number }) {
  const { models, analyses, rankings, day, nextDay, offer, lastWeek, favouriteRuns, recent } = home;
  const today = japanDay(now);
  const isToday = day?.date === today;
  const isNew = models.length === 0 && analyses.length === 0 && rankings.length === 0;
  const rows = timeRows(day?.rows ?? [], now);
  const venues = venuesOf(rows.map(({ race }) => race));
  const next = day?.next ?? null;
  const coming = [next, ...(day?.later ?? [])].flatMap(
    (one) => rows.find(({ race }) => race.raceId === one?.race.raceId) ?? [],
  );
  const hasMarks = rows.some(({ index }) => index !== null);
  const isRunning = analyses.some(
    ({ raceId, status }) => status === AnalysisStatus.running && raceId === next?.race.raceId,
  );
  return (
    <>
      {models.length === 0 ? (
        <FirstModelHead welcome={isNew ? `ようこそ、${user.name}さん` : null} next={next} venues={venues} />
      ) : next === null ? (
        <DayOverHead
          isRaceDay={isToday}
          date={day?.date ?? null}
          nextDay={nextDay}
          sum={day?.sum ?? null}
          rows={rows}
        />
      ) : (
        <NextRace next={next} venues={venues} plan={user.plan} today={today} isRunning={isRunning} />
      )}
      {!isNew && <HomeFacts week={lastWeek} rows={rows} date={day?.date ?? null} favouriteRuns={favouriteRuns} />}
      <div className="home-grid">
        {coming.length > 0 && (
          <Section title="このあと" aside={<Link to="/races?by=time">時刻順で全部</Link>}>
            <ul className="card clip board mixed">
              {coming.map((row) => (
                <DayRow key={row.race.raceId} row={row} hasVenue hasNames />
              ))}
            </ul>
          </Section>
        )}
        {day !== null && (isToday || hasMarks) && (
          <section className="sec day">
            <div className="head">
              <h2>{titleOf({ day, isToday, hasMarks })}</h2>
              <BoardAction {...{ day, offer, isToday, hasMarks }} />
            </div>
            {isToday && day.sum !== null && <SumLine sum={day.sum} />}
            <DayCourses rows={rows} hasNames={!hasMarks} />
          </section>
        )}
        {day === null && <EmptyState action={{ to: "/races", label: "レース一覧" }}>今日の開催はありません</EmptyState>}
        {!isNew && <RecentAnalyses analyses={analyses} recent={recent} now={now} />}
      </div>
      {!isNew && (
        <div className="cols">
          <div className="sec">
            <HomeModels models={models} defaultModelId={user.defaultModelId} now={now} />
            <PlanQuotas models={models} user={user} />
          </div>
          <Section title="あなたのランキング" aside={<Link to="/rankings">ランキングを見る</Link>}>
            {isPaid(user.plan) ? <OwnRankings rankings={ownViews(rankings)} /> : <OwnFiguresInvitation />}
          </Section>
        </div>
      )}
    </>
  );
}

function titleOf({ day, isToday, hasMarks }: { day: HomeDay; isToday: boolean; hasMarks: boolean }): string {
  if (!isToday) return `${formatMonthDay(day.date)}の印`;
  return hasMarks ? "今日の印（全レース）" : "今日のレース";
}

/** The button to the day's confirmation while races are left, else the link to its board. */
function BoardAction({
  day: { date },
  offer,
  isToday,
  hasMarks,
}: {
  day: HomeDay;
  offer: DayOffer | null;
  isToday: boolean;
  hasMarks: boolean;
}) {
  if (!isToday || offer === null) return hasMarks ? <LinkButton to={`/days/${date}`}>結果と合計</LinkButton> : null;
  if (offer.races === 0) return <LinkButton to={`/days/${date}?model=${offer.modelId}`}>印と合計</LinkButton>;
  return (
    <LinkButton to={`/days/${date}/analyze?model=${offer.modelId}`} icon="model">
      {hasMarks ? `残り${offer.races}Rを分析` : "今日の印（全レース）"}
    </LinkButton>
  );
}

/** ◎の1着 4 / 11（1番人気 5 / 11）　単勝 88.2%（1番人気 84.5%） */
function SumLine({ sum: { own, favourite, afterStart } }: { sum: DaySum }) {
  return (
    <p className="t13 muted">
      {own.rate !== null && (
        <>
          ◎の1着 {own.hits} / {own.races}（1番人気 {favourite.hits} / {favourite.races}）　単勝{" "}
          {formatPercent(own.rate)}
          {favourite.rate !== null && `（1番人気 ${formatPercent(favourite.rate)}）`}
          　1日の回収率の差は、ほとんど運です。
        </>
      )}
      {afterStart > 0 && `発走後に分析した${afterStart}レースは入れていません。`}
    </p>
  );
}
