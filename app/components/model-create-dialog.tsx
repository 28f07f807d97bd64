import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { RefusalText } from "#app/forms/model-refusals.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ChoiceList } from "./model-choice-list.tsx";
import { MODEL_FORM_ID } from "./model-form.tsx";
import { Note } from "./parts.tsx";
import { UpgradeHint } from "./upgrade-hint.tsx";

/** Asks once more before one of the month's creations is used. Both buttons send the form behind the dialog. */
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
  creationsLeft: number | null;
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
        作成はふつう1分ほどで終わります。項目はあとから変えられません。
        {creationsLeft !== null && `今月はあと${creationsLeft}回つくれます。`}
      </p>
    </Dialog>
  );
}

/** The server's refusal; nothing was counted and the form behind stays as it is. */
export function CreateRefusedDialog({ refusal }: { refusal: RefusalText }) {
  return (
    <Dialog title="AIモデルを作成できません" closeTo="/models/create" closeForm={MODEL_FORM_ID}>
      <Note tone="danger">
        <b>{refusal.text}</b>
        {refusal.detail !== undefined && <p>{refusal.detail}</p>}
        {refusal.canUpgrade && (
          <p>
            <UpgradeHint />
          </p>
        )}
      </Note>
    </Dialog>
  );
}
