import type { SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { modelDialogPath } from "#app/components/parts/race-words.ts";
import { RefusalNote } from "#app/components/parts/refusal-note.tsx";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { findAnalysisRefusal } from "#app/forms/analyses/analysis-refusals.ts";
import type { OfferedModel } from "./race-model-offer.ts";

const FORM = "choose-model";
const REFUSAL = "choose-model-refusal";

/** The model of a refused form or the wanted one is preselected, else the first usable one. */
export function RaceModelDialog({
  race,
  models,
  wantedModelId,
  lastResult,
  left,
  skillTerm,
}: {
  race: { raceId: string; date: string; venueType: number; words: string };
  models: readonly OfferedModel[];
  wantedModelId: number | null;
  lastResult?: SubmissionResult;
  left: string;
  /** Markup of {@link SkillTerm}. */
  skillTerm: string | null;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const refusal = findAnalysisRefusal(lastResult?.error?.[""]);
  const usable = models.filter((model) => model.canUse);
  const sent = lastResult?.initialValue?.model_id;
  const selected =
    usable.find(({ modelId }) => String(modelId) === sent) ??
    usable.find(({ modelId }) => modelId === wantedModelId) ??
    usable[0];
  return (
    <Dialog
      title="モデルの選択"
      lead={race.words}
      closeTo={`/races?date=${race.date}`}
      action={
        selected !== undefined && (
          <Button tone="primary" form={FORM} disabled={isSending}>
            {isSending ? "分析しています" : "分析する"}
          </Button>
        )
      }
    >
      {refusal !== null && <RefusalNote id={REFUSAL} refusal={refusal} />}
      {selected === undefined && <CreateModelOffer venueType={race.venueType} />}
      <Form
        id={FORM}
        method="post"
        action={modelDialogPath(race)}
        aria-describedby={refusal === null ? undefined : REFUSAL}
      >
        <input type="hidden" name="race_id" value={race.raceId} />
        <fieldset>
          <legend className="sr">AIモデル</legend>
          <div className="pick">
            {models.map((model) => (
              <label className="check" key={model.modelId}>
                <input
                  type="radio"
                  name="model_id"
                  value={model.modelId}
                  disabled={!model.canUse}
                  defaultChecked={model === selected}
                />
                <span className="grow">
                  <b>{model.name}</b>
                  <small>{model.note}</small>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      </Form>
      {selected !== undefined && (
        <>
          <StaticHtml id="skill-term" html={skillTerm} />
          <Note icon="shield">
            分析は時刻つきで記録され、あとから変更できません。
            {left}
          </Note>
        </>
      )}
    </Dialog>
  );
}

function CreateModelOffer({ venueType }: { venueType: number }) {
  return (
    <div className="stack">
      <p>使用可能なAIモデルがありません</p>
      <p>
        <Link className="tapl" to={`/models/create?venue_type=${venueType}`}>
          モデルをつくる
        </Link>
      </p>
    </div>
  );
}
