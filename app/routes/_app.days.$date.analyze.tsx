import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { DayHead } from "#app/components/days/day-head.tsx";
import { type DayPlanData, DayPlanForm } from "#app/components/days/day-plan-form.tsx";
import { plannedVenues, planWords } from "#app/components/days/day-plan-words.ts";
import { DAY_MESSAGES } from "#app/components/days/day-words.ts";
import daysCss from "#app/components/days/days.css?url";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { formatMonthDay, formatSkill } from "#app/components/parts/numbers.ts";
import { EmptyState, Note } from "#app/components/parts/parts.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { mainRaces } from "#app/domain/days/plan-day.ts";
import { isRestricted } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { nearestDays } from "#app/domain/racing/race-days.ts";
import { RESTRICTED_HERE } from "#app/forms/analyses/analysis-refusals.ts";
import { dayFormSchema } from "#app/forms/analyses/day-forms.server.ts";
import { findDayRefusal } from "#app/forms/analyses/day-refusals.ts";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { readForm, readId, requireDay } from "#app/http/request-reading.ts";

export const handle: PageHandle<typeof loader> = {
  title: "まとめて分析",
  description: "一日のレースを1つのモデルで分析します。",
  tabTitle: ({ date }) => `${formatMonthDay(date)}をまとめて分析`,
};
export const links = stylesheets(daysCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** The cost of the query's model and courses; all courses if none are chosen. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const date = requireDay(params.date, DAY_MESSAGES.none);
  const query = new URL(request.url).searchParams;
  // The form is also sent by GET, with its own field name.
  const modelId = readId(query.get("model") ?? query.get("model_id"));
  const found = await context.services.days.readPlan({ user, date, modelId });
  if (found.kind === "refused") return { date, note: RACE_MESSAGES.future, plan: null, html: null };
  const { model, models, races, hasRaces, nearby, left } = found;
  const html = renderParts({
    head: (
      <DayHead
        date={date}
        today={japanDay(context.now())}
        {...nearestDays(nearby)}
        root="/days/"
        title="まとめて分析"
        lead="選んだ場の全レースを1つのモデルで分析し、◎○▲と結果を1枚にまとめます。"
        sums={null}
        rows={[]}
      />
    ),
  });
  if (model === null) {
    return { date, note: hasRaces ? null : DAY_MESSAGES.none, plan: null, html };
  }
  const restricted = isRestricted(user.plan) ? RESTRICTED_HERE : null;
  const asked = query.getAll("venue");
  const venues = plannedVenues(races, asked.length > 0 || query.has("chosen") ? asked : null);
  const chosen = races.filter(({ race }) => venues.some(({ venue, isChosen }) => isChosen && venue === race.venue));
  const counting = chosen.filter(({ state }) => state === "to-count");
  const isOver = left !== null && left.left > 0 && counting.length > left.left;
  const ticked = mainRaces(counting, left?.left ?? 0);
  const plan: DayPlanData = {
    date,
    models: models.map(({ modelId, name, report }) => ({
      ...{ modelId, name },
      note: report === null ? "" : `予測力 ${formatSkill(report.pseudoR2)}`,
    })),
    modelId: model.modelId,
    readsWeights: model.isWeight,
    venues,
    toCount: counting.length,
    words: planWords(chosen),
    left,
    named: isOver
      ? counting.map(({ race, isStarted }) => ({
          raceId: race.raceId,
          label:
            `${race.startTime ?? ""} ${race.venue}${race.raceNum}R ${race.name}${isStarted ? "（発走後）" : ""}`.trim(),
          isTicked: ticked.has(race.raceId),
        }))
      : null,
    formKey: crypto.randomUUID(),
    // The page explains restricted mode itself.
    refusal: restricted === null ? findDayRefusal(query.get("refused")) : null,
    restricted,
  };
  return { date, note: null, plan, html };
}

/** まとめて分析する: redirects to the board, or back to this page with the refusal. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const date = requireDay(params.date, DAY_MESSAGES.none);
  const submission = parseWithZod(await readForm(request), { schema: dayFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { modelId, venues, only, stated, formKey } = submission.value;
  const { days } = context.services;
  const asked = { user, date, modelId, venues, only, stated, formKey };
  const result = await context.attempt(() => days.confirm(asked));
  if (result !== null && result.kind !== "refused") return redirect(`/days/${date}?model=${modelId}`);
  const reason = result === null ? "failed" : result.reason;
  const query = new URLSearchParams([
    ["model", String(modelId)],
    ["chosen", "1"],
    ...venues.map((venue) => ["venue", venue]),
    ["refused", reason],
  ]);
  return redirect(`/days/${date}/analyze?${query}`);
}

export default function DayAnalyzePage() {
  const { note, plan, html } = useLoaderData<typeof loader>();
  return (
    <>
      {html !== null && <StaticHtml id="day-head" html={html.head} />}
      {note !== null && <Note tone="warn">{note}</Note>}
      {note === null && plan === null && (
        <EmptyState action={{ to: "/models/create", label: "モデルをつくる" }}>{DAY_MESSAGES.noModel}</EmptyState>
      )}
      {plan !== null && (
        <DayPlanForm key={`${plan.modelId} ${plan.venues.map(({ isChosen }) => isChosen).join()}`} plan={plan} />
      )}
    </>
  );
}

export const ErrorBoundary = failurePage({ text: RACE_MESSAGES.loadFailed, again: "/races" });
