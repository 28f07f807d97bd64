import { type ReactNode, useEffect, useId, useRef } from "react";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { RefusalText } from "#app/forms/model-refusals.ts";
import { Button } from "./button.tsx";
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
    <FormDialog
      title={`${name}をつくりますか？`}
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
    </FormDialog>
  );
}

/** The server's refusal; nothing was counted and the form behind stays as it is. */
export function CreateRefusedDialog({ refusal }: { refusal: RefusalText }) {
  return (
    <FormDialog title="AIモデルを作成できません">
      <Note tone="danger">
        <b>{refusal.text}</b>
        {refusal.detail !== undefined && <p>{refusal.detail}</p>}
        {refusal.canUpgrade && (
          <p>
            <UpgradeHint />
          </p>
        )}
      </Note>
    </FormDialog>
  );
}

/**
 * As Dialog, but 戻る sends the form behind, so that without JavaScript too nothing typed is lost.
 */
function FormDialog({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  const box = useRef<HTMLDialogElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    box.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") back.current?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className="layer">
      <dialog open ref={box} tabIndex={-1} aria-modal="true" aria-labelledby={titleId}>
        <div className="dlg-head">
          <h2 id={titleId}>{title}</h2>
        </div>
        <div className="dlg-body">{children}</div>
        <div className="dlg-foot">
          <button
            ref={back}
            className="btn"
            type="submit"
            form={MODEL_FORM_ID}
            name="intent"
            value="edit"
            formNoValidate
          >
            戻る
          </button>
          {action}
        </div>
      </dialog>
    </div>
  );
}
