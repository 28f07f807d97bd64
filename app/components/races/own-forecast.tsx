import { CHART_HEIGHTS, GateChart } from "#app/components/gate-chart/gate-chart.tsx";
import { nextUseWords } from "#app/components/home/next-use-words.ts";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatSkill } from "#app/components/parts/numbers.ts";
import { modelDialogPath } from "#app/components/parts/race-words.ts";
import { spendLabel } from "#app/components/plans/left-words.ts";
import { areAllOut } from "#app/domain/racing/race.ts";
import { chartOfPlaced } from "#app/domain/scoring/chart-layout.ts";
import { fixedWords } from "#app/domain/scoring/fixed-words.ts";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { NextUse } from "#app/domain/views/home.ts";
import type { RaceAnalysis, RaceCard } from "#app/domain/views/race-card.ts";
import { raceTabPath } from "./race-tabs.tsx";

/** The head's own part: the newest analysis as a chart, or the button in its place. */
export function OwnForecast({ card, plan, today }: { card: RaceCard; plan: number; today: string }) {
  const { race, runners, analyses, use } = card;
  const [newest] = analyses;
  if (newest !== undefined) return <Analysed card={card} analysis={newest} />;
  if (race.status === "cancelled" || race.runnerCount === 0 || areAllOut(runners)) return null;
  return (
    <div className="rhead-own">
      {use === null ? (
        <LinkButton tone="primary" to={modelDialogPath(race)}>
          このレースを分析する
        </LinkButton>
      ) : (
        <OneTap use={use} race={race} plan={plan} today={today} />
      )}
    </div>
  );
}

function Analysed({ card: { race, runners }, analysis }: { card: RaceCard; analysis: RaceAnalysis }) {
  const { analysisId, modelName, modelSkill, completedAt, isLearntFrom } = analysis;
  const path = `/analyses/${analysisId}`;
  const recorded = fixedWords(completedAt, race);
  const placed = placeHorses(analysis.scores, runners);
  return (
    <div className="rhead-own">
      <div className="title-line">
        <p className="made-by">
          <Link to={path}>{modelName}</Link>
          {modelSkill !== null && <span>予測力{formatSkill(modelSkill)}</span>}
          {isLearntFrom && <span>参考値</span>}
        </p>
        {recorded !== null && <span className="pill">{recorded}</span>}
      </div>
      <GateChart horses={chartOfPlaced(placed, race.status === "result" ? runners : [])} height={CHART_HEIGHTS.card} />
      <div className="rhead-acts">
        <LinkButton tone="primary" to={path}>
          印と内訳を見る
        </LinkButton>
        <LinkButton to={raceTabPath(race.raceId, "bets")}>買い目</LinkButton>
        <LinkButton to={`${path}#share`}>シェア</LinkButton>
      </div>
    </div>
  );
}

function OneTap({ use, race, plan, today }: { use: NextUse; race: RaceCard["race"]; plan: number; today: string }) {
  if (use.kind === "analyse") {
    return (
      <>
        <form method="post" action={modelDialogPath(race)}>
          <input type="hidden" name="race_id" value={race.raceId} />
          <input type="hidden" name="model_id" value={use.modelId} />
          <Button tone="primary" full>
            {use.modelName}で分析する{spendLabel(use.left)}
          </Button>
        </form>
        <p className="t13">
          分析は時刻つきで記録されます。 <Link to={modelDialogPath(race)}>ほかのモデルで分析する</Link>
        </p>
      </>
    );
  }
  const { reason, link } = nextUseWords(use, { race, plan, today });
  return (
    <>
      <p className="t13">{reason}</p>
      {link !== null && (
        <LinkButton tone="primary" to={link.to}>
          {link.label}
        </LinkButton>
      )}
      {use.kind === "waits-for-weights" && (
        <LinkButton tone="primary" to={modelDialogPath(race)}>
          ほかのモデルで分析する
        </LinkButton>
      )}
    </>
  );
}
