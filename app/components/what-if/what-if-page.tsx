import { NOBODY_STARTS, RACE_CANCELLED } from "#app/components/analyses/finish-words.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { GOING_WORDS } from "#app/components/parts/race-words.ts";
import { AnalysisWay } from "#app/components/race-models/analysis-way.tsx";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import { GOINGS, isStarter } from "#app/domain/racing/race.ts";
import type { WhatIf } from "#app/domain/views/what-if.ts";
import type { AskedConditions } from "#app/domain/what-if/conditions.ts";
import { refusedFields } from "#app/forms/analyses/what-if.server.ts";
import type { WhatIfFormData } from "./what-if-form.tsx";
import { horseFields, whatIfPath } from "./what-if-words.ts";

/** Null if no condition can lead to figures. */
export function whatIfForm(whatIf: WhatIf, asked: AskedConditions): WhatIfFormData | null {
  const { race, entries, jockeys, conditions, refusals, model, result } = whatIf;
  if (typeof result === "string" && result !== "features-missing") return null;
  const ridesHere = new Map(entries.map(({ jockeyId, horseNum }) => [jockeyId, horseNum]));
  return {
    action: whatIfPath(race.raceId),
    model: model === null ? "" : String(model.modelId),
    goings: GOINGS.map((value) => ({ value, word: GOING_WORDS[value] })),
    going: conditions.going ?? race.going,
    announced: race.going === null ? "馬場はまだ発表されていません" : `発表は${GOING_WORDS[race.going]}`,
    horses: entries
      .filter(({ status }) => isStarter(status))
      .map(({ horseNum, horseName }) => ({
        horseNum,
        name: horseName,
        // As ticked, even if refused.
        isOut: asked.out.includes(String(horseNum)),
      })),
    jockeys: jockeys.map(({ jockeyId, name, venue }) => {
      const horseNum = ridesHere.get(jockeyId);
      return {
        id: jockeyId,
        label:
          horseNum !== undefined ? `${name}（${horseNum}番）` : venue === race.venue ? name : `${name}（${venue}）`,
      };
    }),
    gates: entries.map(({ horseNum }) => horseNum),
    kept: horseFields(conditions),
    ...refusedFields(asked, refusals),
  };
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
        <section className="card pad stack">
          <h2>{model === null ? "まだ分析していないレースです" : `${model.name}の分析がありません`}</h2>
          {entries.length === 0 ? (
            <p>出走馬が発表されると、分析して条件を変えてみられます。</p>
          ) : (
            <AnalysisWay
              race={race}
              modelId={model?.modelId ?? null}
              uses={uses}
              text="条件を変えてみられるのは、自分のAIモデルで分析したレースです。分析には1回分を使い、条件を変える計算は何度でも数えません。"
            />
          )}
        </section>
      );
    default:
      return null;
  }
}
