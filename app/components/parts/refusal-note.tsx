import type { RefusalText } from "#app/forms/models/model-refusals.ts";
import { Note } from "./parts.tsx";
import { UpgradeHint } from "./upgrade-hint.tsx";

/** A refusal, or the coming one (`tone="warn"`), with a link to the plans if a higher one would allow it. */
export function RefusalNote({
  id,
  refusal,
  tone = "danger",
}: {
  id?: string;
  refusal: RefusalText;
  tone?: "danger" | "warn";
}) {
  return (
    <Note id={id} tone={tone}>
      <b>{refusal.text}</b>
      {refusal.detail !== undefined && <p>{refusal.detail}</p>}
      {refusal.canUpgrade && (
        <p>
          <UpgradeHint />
        </p>
      )}
    </Note>
  );
}
