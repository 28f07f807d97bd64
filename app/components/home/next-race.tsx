import { HorseBadge, Mark } from "#app/components/analyses/figures.tsx";
import { CHART_HEIGHTS, GateChart } from "#app/components/gate-chart/gate-chart.tsx";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatPercent } from "#app/components/parts/numbers.ts";
import { formatCourse, modelDialogPath } from "#app/components/parts/race-words.ts";
import { spendWords } from "#app/components/plans/left-words.ts";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import { minutesWords } from "#app/components/races/race-states.ts";
import type { ListedPicks, ListedRunner } from "#app/domain/days/listed-picks.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import { placeHorses, shareOfStarters } from "#app/domain/scoring/place-horses.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { ComingRace, HomeDay, NextUse } from "#app/domain/views/home.ts";
import { nextUseWords } from "./next-use-words.ts";

/** Today's next race with its gate chart, or one button to its index in the chart's place. */
export function NextRace({
  next: { race, minutes, own, card, use },
  venues,
  plan,
  today,
  isRunning,
}: {
  next: NonNullable<HomeDay["next"]>;
  venues: readonly string[];
  plan: number;
  today: string;
  isRunning: boolean;
}) {
  return (
    <section className="turf-head next-race" aria-labelledby="next-race">
      <NextKick coming={{ race, minutes }} venues={venues} />
      <div className="title-line">
        <h2 id="next-race">
          {race.venue}
          {race.raceNum}R <span className="keep">{race.name}</span>
          <GradeBadge grade={race.grade} />
        </h2>
      </div>
      <p className="made-by">{factsOf({ race, card }).join("　")}</p>
      {own !== null && <NextIndex own={own} card={card} />}
      {own !== null && (
        <div className="acts">
          <LinkButton tone="primary" to={`/analyses/${own.analysisId}`}>
            指数を見る
          </LinkButton>
          <CardLink race={race} />
        </div>
      )}
      {own === null && isRunning && (
        <div className="acts">
          <LinkButton to="/analyses" icon="clock">
            分析しています
          </LinkButton>
          <CardLink race={race} />
        </div>
      )}
      {own === null && !isRunning && use !== null && <Use {...{ use, race, plan, today }} />}
    </section>
  );
}

export function NextKick({
  coming: { race, minutes },
  venues,
}: {
  coming: Pick<ComingRace, "race" | "minutes">;
  venues: readonly string[];
}) {
  return (
    <p className="kick">
      <span>
        次のレース　{race.startTime}　{minutes !== null && <b>{minutesWords(minutes)}</b>}
      </span>
      <span>{venues.join("・")}</span>
    </p>
  );
}

function NextIndex({
  own: { modelName, scores, isLearntFrom },
  card,
}: {
  own: ListedPicks;
  card: readonly ListedRunner[];
}) {
  const runnerOf = new Map(card.map((runner) => [runner.horseNum, runner]));
  const placed = placeHorses(scores, card);
  const share = shareOfStarters(placed);
  const horses = placed.map(({ score: { horseNum, index }, mark, isOut }) => ({
    ...{ horseNum, index, mark, isOut, finish: null },
    bracketNum: runnerOf.get(horseNum)?.bracketNum ?? null,
    name: runnerOf.get(horseNum)?.horseName ?? "",
  }));
  const best = placed.find(({ isOut }) => !isOut);
  const horse = best && runnerOf.get(best.score.horseNum);
  const chance = best?.score.probability ?? null;
  return (
    <>
      <GateChart horses={horses} height={CHART_HEIGHTS.home} />
      {best !== undefined && horse !== undefined && (
        <div className="best-line">
          <p>
            <small>
              {modelName}
              {best.mark === "favourite" ? "の本命" : "の1番手"}
            </small>
            <span className="best-name">
              <Mark kind={best.mark} />
              <HorseBadge {...horse} />
              <b>{horse.horseName}</b>
            </span>
          </p>
          {chance !== null && (
            <p className="best-figure">
              <small>勝率</small>
              <b>{formatPercent(chance * share * 100)}</b>
            </p>
          )}
        </div>
      )}
      {isLearntFrom && <p className="t12">学習に使ったレースのため参考値です。</p>}
    </>
  );
}

function Use({ use, race, plan, today }: { use: NextUse; race: RaceSummary; plan: number; today: string }) {
  if (use.kind === "analyse") {
    const { modelId, modelName, left } = use;
    return (
      <div className="chart-place">
        <form method="post" action={modelDialogPath(race)}>
          <input type="hidden" name="race_id" value={race.raceId} />
          <input type="hidden" name="model_id" value={modelId} />
          <Button tone="primary" icon="model" full>
            {modelName}で分析
          </Button>
        </form>
        <p className="t13">{spendWords(left)}</p>
        <div className="acts">
          <LinkButton to={modelDialogPath(race)}>別のモデルで分析</LinkButton>
          <CardLink race={race} />
        </div>
      </div>
    );
  }
  const { reason, link } = nextUseWords(use, { race, plan, today });
  return (
    <div className="chart-place">
      <Button disabled aria-describedby="next-use" full>
        分析する
      </Button>
      <p className="t13" id="next-use">
        {reason}
        {link !== null && <Link to={link.to}>{link.label}</Link>}
      </p>
      <div className="acts">
        {use.kind === "waits-for-weights" && <LinkButton to={modelDialogPath(race)}>別のモデルで分析</LinkButton>}
        <CardLink race={race} />
      </div>
    </div>
  );
}

export function CardLink({ race }: { race: { raceId: string } }) {
  return <LinkButton to={`/races/${encodeURIComponent(race.raceId)}`}>出馬表</LinkButton>;
}

/** 芝2600m, 13頭（2番取消）, 馬体重 出た */
function factsOf({ race, card }: Pick<ComingRace, "race" | "card">): string[] {
  const out = card.filter(({ status }) => !isStarter(status)).map(({ horseNum }) => horseNum);
  const scratched = out.length === 0 ? "" : `（${out.join("・")}番取消）`;
  return [
    formatCourse(race),
    race.runnerCount > 0 ? `${race.runnerCount}頭${scratched}` : "出走馬未定",
    race.isAcquiredWeight ? "馬体重 出た" : "",
  ].filter((fact) => fact !== "");
}
