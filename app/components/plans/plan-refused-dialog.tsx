import { LinkButton } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { planName } from "#app/domain/plans/plans.ts";
import { PLAN_REFUSALS, type PlanRefusalReason } from "#app/forms/plans/plan-refusals.ts";

export function RefusedDialog({ plan, reason }: { plan: number; reason: PlanRefusalReason }) {
  const canTryAgain = reason === "busy" || reason === "unavailable";
  return (
    <Dialog
      lead={planName(plan)}
      title="プランを変更できません"
      closeTo="/subscriptions"
      action={
        canTryAgain ? (
          <LinkButton tone="primary" to={`/subscriptions?plan=${plan}`} reloadDocument>
            もう一度試す
          </LinkButton>
        ) : undefined
      }
    >
      <Note tone="danger">{PLAN_REFUSALS[reason]}</Note>
    </Dialog>
  );
}
