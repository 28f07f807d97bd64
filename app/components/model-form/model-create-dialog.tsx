import { ChoiceList } from "#app/components/models/model-choice-list.tsx";
import { CREATION_IS_FINAL, CREATION_TIME } from "#app/components/models/model-words.ts";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { RefusalNote } from "#app/components/parts/refusal-note.tsx";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { RefusalText } from "#app/forms/models/model-refusals.ts";

/** The dialogs send this form. */
export const MODEL_FORM_ID = "make";

export function ConfirmCreateDialog({
  name,
  venueType,
  choice,
  featureCount,
  creationsLeft,
}: {
  name: string;
  venueType: number;
  choice: FeatureChoice;
  featureCount: number;
  creationsLeft: string;
}) {
  return (
    <Dialog
      title={`${name}をつくりますか？`}
      closeTo="/models/create"
      closeForm={MODEL_FORM_ID}
      action={
        <Button tone="primary" form={MODEL_FORM_ID} name="intent" value="create">
          作成する
        </Button>
      }
    >
      <ChoiceList venueType={venueType} choice={choice} featureCount={featureCount} />
      <p className="t13 muted">
        作成は{CREATION_TIME}
        {CREATION_IS_FINAL}
        {creationsLeft}
      </p>
    </Dialog>
  );
}

/** Refused or without an answer. The form keeps its values, and 戻る returns to it. */
export function CreateRefusedDialog({
  refusal,
  formId = MODEL_FORM_ID,
  closeTo = "/models/create",
}: {
  refusal: RefusalText;
  formId?: string;
  closeTo?: string;
}) {
  return (
    <Dialog
      title={refusal.link === undefined ? "AIモデルを作成できません" : "作成の状況を確認できません"}
      closeTo={closeTo}
      closeForm={formId}
      action={
        refusal.link !== undefined && (
          <LinkButton tone="primary" to={refusal.link.to}>
            {refusal.link.label}
          </LinkButton>
        )
      }
    >
      <RefusalNote refusal={refusal} />
    </Dialog>
  );
}
