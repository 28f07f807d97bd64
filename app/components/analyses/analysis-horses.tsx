import { type HorseViews, SixViews } from "#app/components/explaining/six-bars.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatFairOdds, formatPercent } from "#app/components/parts/numbers.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { formatSexAge } from "#app/components/parts/race-words.ts";
import { countPaidPlaces } from "#app/domain/learning/calibration/order-probabilities.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { MarketOdds } from "#app/domain/views/analyses.ts";
import { HorseBadge, IndexBar, IndexNumber, Mark } from "./figures.tsx";
import { finishWords } from "./finish-words.ts";
import { type WhyLine, WhyList } from "./why-list.tsx";

type HorseRunner = Pick<
  Runner,
  "horseNum" | "sex" | "age" | "carriedWeightKg" | "jockeyName" | "status" | "finishPosition"
>;

type HorseOdds = MarketOdds["horses"][number];

/**
 * A horse that does not start has that word instead of its chances and odds, and is listed last. `scores` must be in the
 * order of the index, which decides the marks. A row with reasons is a `<details>`.
 */
export function AnalysisHorses({
  scores,
  runners,
  market,
  reasons,
  byNumber,
  isOver,
}: {
  scores: readonly Score[];
  runners: readonly HorseRunner[];
  market: readonly HorseOdds[];
  /** Per horse; empty for analyses made before reasons were stored. */
  reasons: readonly { horseNum: number; lines: readonly WhyLine[]; views?: HorseViews | undefined }[];
  byNumber: boolean;
  isOver: boolean;
}) {
  const runnerOf = new Map(runners.map((runner) => [runner.horseNum, runner]));
  const oddsOf = new Map(market.map((odds) => [odds.horseNum, odds]));
  const reasonsOf = new Map(reasons.map((each) => [each.horseNum, each]));
  const places = countPaidPlaces(scores.length);
  const rows = placeHorses(scores, runners);
  const starters = rows.filter(({ isOut }) => !isOut).length;
  if (byNumber) rows.sort((one, other) => one.score.horseNum - other.score.horseNum);
  return (
    <ol className="horses">
      {rows.map((horse) => {
        const { score, mark, isOut } = horse;
        const runner = runnerOf.get(score.horseNum);
        const why = isOut ? undefined : reasonsOf.get(score.horseNum);
        const hasFinish = isOut || (isOver && runner !== undefined);
        const index = isOut ? null : score.index;
        const row = (
          <>
            <HorseBadge horseNum={score.horseNum} bracketNum={score.bracketNum} />
            <Mark kind={mark} />
            <span className="row-name">
              <b>{score.horseName}</b>
              <small className="t12">{runnerFacts(runner).join(" ")}</small>
            </span>
            <IndexBar index={index} />
            <IndexNumber index={index} />
            {score.probability !== null && !isOut && (
              <span className="pr">
                <span className="sr">勝率</span>
                {formatPercent(score.probability * 100)}
                <small className="t12">
                  <span className="sr">適正オッズ</span>
                  {formatFairOdds(score.probability)}
                </small>
              </span>
            )}
            {(hasFinish || market.length > 0) && (
              <span className="out">
                {hasFinish && <b>{outcomeWords(runner)}</b>}
                {market.length > 0 && !isOut && <Odds odds={oddsOf.get(score.horseNum)} />}
              </span>
            )}
          </>
        );
        return (
          <li className={isOut ? "horse gone" : "horse"} key={score.horseNum}>
            {why === undefined ? (
              <div className="horse-row">{row}</div>
            ) : (
              <details>
                <summary className="horse-row">
                  {row}
                  <Icon name="down" className="cv" />
                </summary>
                <div className="why">
                  {why.views !== undefined && <SixViews index={score.index} views={why.views} field={starters} />}
                  <WhyList index={score.index} lines={why.lines} />
                  <Chances score={score} places={places} />
                  <p className="faint t12">{runnerFacts(runner, "kg").join("・")}</p>
                </div>
              </details>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Nothing if the model was trained on the race. */
function Chances({ score: { probability, placeProbability }, places }: { score: Score; places: number }) {
  if (probability === null) return null;
  return (
    <dl className="chances">
      <Chance name="1着" probability={probability} />
      {placeProbability !== null && <Chance name={`${places}着以内`} probability={placeProbability} />}
    </dl>
  );
}

function Chance({ name, probability }: { name: string; probability: number }) {
  return (
    <Fact name={name}>
      {formatPercent(probability * 100)}
      <small>適正オッズ {formatFairOdds(probability)}</small>
    </Fact>
  );
}

function outcomeWords(runner: HorseRunner | undefined): string {
  return runner === undefined ? "出走せず" : finishWords({ status: runner.status, position: runner.finishPosition });
}

/** 単勝 5.4倍 2人気, or 単勝 – without any bet on the horse. */
function Odds({ odds }: { odds: HorseOdds | undefined }) {
  return (
    <span className="mkt-odds">
      単勝 {odds === undefined ? "–" : `${odds.odds.toFixed(1)}倍${odds.isCapped ? "以上" : ""}`}
      {typeof odds?.popularity === "number" && <small> {odds.popularity}人気</small>}
    </span>
  );
}

/** 牡4, 56.0 (with or without unit), 翠川; unknown facts are left out. */
function runnerFacts(runner: HorseRunner | undefined, unit: "kg" | "" = ""): string[] {
  if (runner === undefined) return [];
  const { sex, age, carriedWeightKg, jockeyName } = runner;
  return [
    formatSexAge({ sex, age }),
    carriedWeightKg === null ? "" : `${carriedWeightKg.toFixed(1)}${unit}`,
    jockeyName ?? "",
  ].filter((part) => part !== "");
}
