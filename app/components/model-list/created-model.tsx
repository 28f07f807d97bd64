import { HorseBadge, Mark } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { CHART_HEIGHTS, GateChart } from "#app/components/gate-chart/gate-chart.tsx";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { formatCount, formatDayNear, formatPercent, formatSkill } from "#app/components/parts/numbers.ts";
import { modelDialogPath } from "#app/components/parts/race-words.ts";
import { spendWords } from "#app/components/plans/left-words.ts";
import type { FeatureImportance } from "#app/components/reports/importance-words.ts";
import { Ruler } from "#app/components/reports/skill-ruler.tsx";
import type { AnalysesLeft } from "#app/domain/plans/entitlements.ts";
import type { FirstLook, ModelDetail } from "#app/domain/views/models.ts";

const WORKED_SHOWN = 3;
const UNCLEAR_SHOWN = 2;

/** A finished model: its number, what worked, its ◎ of last week, and its ◎ of the next race. */
export function CreatedModel({
  model: { modelId, report, details },
  importances,
  look,
  canRecord,
  left,
}: {
  model: Pick<ModelDetail, "modelId" | "report" | "details">;
  importances: readonly FeatureImportance[];
  look: FirstLook | null;
  /** The race of the look has not started. */
  canRecord: boolean;
  left: AnalysesLeft | null;
}) {
  return (
    <div className="stack created">
      {report !== null && (
        <div className="created-skill">
          <p>
            <small>予測力</small>
            <b>{formatSkill(report.pseudoR2)}</b>
          </p>
          {details !== null && <TopRate skill={details.report.skill} />}
        </div>
      )}
      {report !== null && <Ruler {...report} />}
      <Worked importances={importances} />
      {look !== null && look.mains.length > 0 && <LastWeek mains={look.mains} />}
      {look?.next != null && <NextLook next={look.next} />}
      {canRecord && look?.next != null && (
        <form method="post" action={modelDialogPath(look.next.race)}>
          <input type="hidden" name="race_id" value={look.next.race.raceId} />
          <input type="hidden" name="model_id" value={modelId} />
          <Button tone="primary" full>
            この予想を記録する
          </Button>
          <p className="t12 muted">{spendWords(left)}</p>
        </form>
      )}
      <div className="btns">
        <LinkButton tone="text" to="/races">
          ほかのレースを分析
        </LinkButton>
      </div>
    </div>
  );
}

function TopRate({ skill: { top, races } }: { skill: { top: { winRate: number }; races: number } }) {
  const oneIn = top.winRate > 0 ? Math.round(1 / top.winRate) : null;
  return (
    <p className="top-rate">
      {oneIn !== null && (
        <span>
          <b>◎の{oneIn}頭に1頭</b>が1着
        </span>
      )}
      <small>
        {formatCount(races)}レースで{formatPercent(top.winRate * 100)}
      </small>
    </p>
  );
}

function Worked({ importances }: { importances: readonly FeatureImportance[] }) {
  const worked = importances.filter(({ isMeasurable }) => isMeasurable).slice(0, WORKED_SHOWN);
  const unclear = importances.filter(({ isMeasurable }) => !isMeasurable);
  if (importances.length === 0) return null;
  return (
    <ul className="chips-line">
      {worked.map(({ name }) => (
        <li key={name} className="tag turf">
          効いた　{name}
        </li>
      ))}
      {unclear.length > 0 && (
        <li className="tag">
          まだ分からない{"　"}
          {unclear
            .slice(0, UNCLEAR_SHOWN)
            .map(({ name }) => name)
            .join("・")}
          {unclear.length > UNCLEAR_SHOWN && "など"}
        </li>
      )}
    </ul>
  );
}

function LastWeek({ mains }: { mains: FirstLook["mains"] }) {
  return (
    <section>
      <h3 className="t14">先週のメイン、このモデルの◎は</h3>
      <ul className="last-week">
        {mains.map(({ race, best, finish }) => (
          <li key={race.raceId}>
            <span>
              {formatDayNear(race.date, race.date)} {race.venue}
              {race.raceNum}R {race.name}
            </span>
            <span className="pick">
              <HorseBadge horseNum={best.horseNum} bracketNum={best.bracketNum} />
              {best.horseName}
            </span>
            <b>{finishWords(finish)}</b>
          </li>
        ))}
      </ul>
      <p className="t12 faint">どれも学習に使っていないレースです。</p>
    </section>
  );
}

function NextLook({ next: { race, placed } }: { next: NonNullable<FirstLook["next"]> }) {
  const best = placed.find(({ mark }) => mark === "favourite");
  const horses = placed.map(({ score: { horseName: name, ...score }, mark, isOut }) => ({
    ...{ ...score, name, mark, isOut },
    finish: null,
  }));
  return (
    <section className="look">
      <h3 className="kick">
        <span>
          次のレース{"　"}
          <b>
            {race.venue}
            {race.raceNum}R {race.name}
          </b>
        </span>
        <span>{race.startTime}</span>
      </h3>
      <GateChart horses={horses} height={CHART_HEIGHTS.look} />
      {best !== undefined && (
        <p className="best-line">
          <span className="best-name">
            <Mark kind={best.mark} />
            <HorseBadge horseNum={best.score.horseNum} bracketNum={best.score.bracketNum} />
            <b>{best.score.horseName}</b>
          </span>
          {best.score.probability !== null && (
            <b className="chance">
              <span className="sr">勝率</span>
              {formatPercent(best.score.probability * 100)}
            </b>
          )}
        </p>
      )}
      <p className="t12">ためし見です。分析回数は使わず、記録にも残りません。</p>
    </section>
  );
}
