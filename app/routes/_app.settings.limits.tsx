import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OwnLimitSection } from "#app/components/accounts/own-limit-form.tsx";
import { HelpLines, OwnPauseSection } from "#app/components/accounts/own-pause-form.tsx";
import settingsCss from "#app/components/accounts/settings.css?url";
import { useVisitKey } from "#app/components/fields/visit-key.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { DoneNote, Note, PageHead } from "#app/components/parts/parts.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { OWN_LIMIT_MESSAGES, ownLimitFormSchema } from "#app/forms/accounts/own-limits.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

const TITLE = "自分の上限と休み";

export const handle: PageHandle = { title: TITLE, back: "/settings" };
export { meta } from "#app/components/frame/page-meta.ts";
export const links = stylesheets(settingsCss);

const DONE: Partial<Record<string, string>> = {
  set: "上限を受け付けました",
  withdrawn: "いまの上限のままにしました",
  paused: "休みを受け付けました",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  return {
    ...(await context.services.ownLimits.read({ user })),
    done: doneWords(DONE, request),
    /** Changes on each load of the page, but not after a refusal. */
    loadKey: crypto.randomUUID(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: ownLimitFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { ownLimits, limits } = context.services;
  const taken = await limits.consumeCall({ user, door: "profile" });
  if (taken.kind === "refused")
    return refuseForm(submission, taken, { "too-many": { status: 429, form: tooManyTries } });
  const form = submission.value;
  switch (form.do) {
    case "withdraw":
      await ownLimits.withdraw({ user, kind: form.limit });
      return redirect("/settings/limits?done=withdrawn", 303);
    case "pause": {
      const result = await ownLimits.pause({ user, days: form.days });
      if (result.kind === "paused") return redirect("/settings/limits?done=paused", 303);
      return refuseForm(submission, result, {
        shorter: { status: 400, fields: { days: OWN_LIMIT_MESSAGES.shorter } },
      });
    }
    default:
      await ownLimits.set({ user, kind: form.do, amount: form.amount ?? null });
      return redirect("/settings/limits?done=set", 303);
  }
}

export default function OwnLimitsPage() {
  const { limits, pauseEndsAt, done, loadKey } = useLoaderData<typeof loader>();
  const visitKey = useVisitKey(loadKey);
  const lastResult = useActionData<typeof action>();
  const sent = lastResult?.initialValue?.do;
  const resultOf = (form: string) => (sent === form ? lastResult : undefined);
  const isUnknown = lastResult !== undefined && !["analyses", "budget", "pause"].includes(String(sent));
  return (
    <div className="narrow" key={visitKey}>
      <PageHead title="楽しめる範囲を自分で決める" />
      {lastResult === undefined && <DoneNote>{done}</DoneNote>}
      {isUnknown && <Note tone="danger">{lastResult.error?.[""]?.[0] ?? MESSAGES.unknownChoice}</Note>}
      <p className="muted">下げるとすぐ、上げる・なくすときは24時間後に反映されます。数え直すのは毎月1日の0時です。</p>
      <OwnLimitSection limit={limits.analyses} lastResult={resultOf("analyses")} />
      <OwnLimitSection limit={limits.budget} lastResult={resultOf("budget")} />
      <OwnPauseSection pauseEndsAt={pauseEndsAt} lastResult={resultOf("pause")} />
      <HelpLines />
    </div>
  );
}
