import { restrictedWords } from "#app/components/plans/restricted-words.ts";
import type { AnalysesLeft } from "#app/domain/plans/entitlements.ts";
import type { NextUse } from "#app/domain/views/home.ts";
import { ANALYSIS_REFUSALS, RESTRICTED_HERE } from "#app/forms/analyses/analysis-refusals.ts";

const OWN_LIMITS = { to: "/settings/limits", label: "自分の上限と休み" };

export function nextUseWords(
  use: Exclude<NextUse, { kind: "analyse" }>,
  { race, plan, today }: { race: { venueType: number }; plan: number; today: string },
): { reason: string; link: { to: string; label: string } | null } {
  const plans = { to: "/subscriptions", label: "プランを見る" };
  switch (use.kind) {
    case "no-model":
      return {
        reason: "このレースに使えるモデルがありません。",
        link: { to: `/models/create?venue_type=${race.venueType}`, label: "モデルをつくる" },
      };
    case "no-runners":
      return { reason: "出走馬が発表されると分析できます。", link: null };
    case "waits-for-weights":
      return { reason: `${use.modelName}は馬体重の発表後から使えます。`, link: null };
    case "restricted": {
      const words = restrictedWords(plan);
      return {
        reason: RESTRICTED_HERE,
        link: words === null ? plans : { to: words.payTo, label: words.pay },
      };
    }
    case "used-up":
      return usedUpWords(use.by, { today, plans });
    case "paused":
      return { reason: ANALYSIS_REFUSALS.paused.text, link: OWN_LIMITS };
    default:
      return use satisfies never;
  }
}

function usedUpWords(
  by: AnalysesLeft["by"],
  { today, plans }: { today: string; plans: { to: string; label: string } },
) {
  switch (by) {
    case "per-day":
      return { reason: "次に使えるのは明日0時", link: plans };
    case "per-month":
      return { reason: `次に使えるのは${nextMonth(today)}月1日0時`, link: plans };
    case "own-per-month":
      return { reason: `自分で決めた上限まで使いました。次に使えるのは${nextMonth(today)}月1日0時`, link: OWN_LIMITS };
    case "per-lifetime":
      return { reason: ANALYSIS_REFUSALS[by].detail ?? ANALYSIS_REFUSALS[by].text, link: plans };
    case "at-once":
      return { reason: ANALYSIS_REFUSALS[by].text, link: null };
    default:
      return by satisfies never;
  }
}

function nextMonth(day: string): number {
  return (Number(day.slice(5, 7)) % 12) + 1;
}
