import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { ShownField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import leagueCss from "#app/components/leagues/league.css?url";
import { LeaguePage } from "#app/components/leagues/league-page.tsx";
import { NO_STAKES } from "#app/components/leagues/league-words.ts";
import { ModelSelect } from "#app/components/leagues/model-select.tsx";
import duelCss from "#app/components/own-records/duel.css?url";
import { Button } from "#app/components/parts/button.tsx";
import { formatDayNear } from "#app/components/parts/numbers.ts";
import { DoneNote, Section } from "#app/components/parts/parts.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { tooManySaves } from "#app/components/waiting/wait-words.ts";
import { LEAGUE_MEMBERS } from "#app/domain/leagues/league.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import { ownLeagueSchema } from "#app/forms/leagues/leagues.server.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "リーグ", back: "/leagues" };
export const links = stylesheets(duelCss, leagueCss);
export { meta } from "#app/components/frame/page-meta.ts";

const DONE = { chosen: "次の週からのモデルを替えました", revoked: "招待リンクを止めました" };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const view = await context.services.leagues.read({ user, id: params.id ?? "" });
  if (view === null) throw new Response(null, { status: 404 });
  const today = japanDay(context.now());
  const { league, isHost, invitedUntil, nextWeek, nextModelId, isChosen, eligible } = view;
  return {
    html: renderParts({ league: <LeaguePage view={view} today={today} /> }),
    invitation: isHost &&
      nextWeek !== null && {
        members: league.members,
        until: invitedUntil === null ? null : formatDayNear(japanDay(invitedUntil), today),
      },
    choice:
      nextWeek === null
        ? null
        : { nextModelId, isChosen, eligible, until: formatDayNear(addDays(nextWeek, -1), today) },
    done: doneWords(DONE, request),
  };
}

/** The response to `invite` is the only page that shows the link. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const id = params.id ?? "";
  const submission = parseWithZod(await readForm(request), { schema: ownLeagueSchema });
  if (submission.status !== "success") return data({ ...submission.reply(), link: null }, 400);
  const { leagues } = context.services;
  const form = submission.value;
  if (form.do === "leave") {
    await leagues.leave({ user, id });
    return redirect("/leagues?done=left", 303);
  }
  if (form.do === "revoke") {
    await leagues.revokeInvitation({ user, id });
    return redirect(`/leagues/${id}?done=revoked`, 303);
  }
  const result =
    form.do === "choose"
      ? await leagues.chooseModel({ user, id, modelId: form.model })
      : await leagues.invite({ user, id });
  if (result.kind === "saved") return redirect(`/leagues/${id}?done=chosen`, 303);
  if (result.kind === "invited") {
    return data({ ...submission.reply(), link: `${context.publicUrl}/leagues/join/${result.token}` });
  }
  const refusal = refuseForm(submission, result, {
    "not-found": { status: 404, form: "このリーグでは、いまはできません" },
    chosen: { status: 400, form: "モデルを替えられるのは、週に1回です" },
    "too-many": { status: 429, form: tooManySaves },
  });
  return data({ ...refusal.data, link: null }, refusal.init ?? 400);
}

export default function LeagueRoute() {
  const { html, invitation, choice, done } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ model: string }>({
    ...{ id: "choose", lastResult: answer, defaultValue: { model: choice?.nextModelId?.toString() } },
  });
  return (
    <>
      {answer === undefined ? <DoneNote>{done}</DoneNote> : <FormErrors form={form} />}
      <StaticHtml id="league" html={html.league} />
      {choice !== null && (
        <Section title="次の週からのモデル">
          {choice.isChosen ? (
            <p className="card pad t14">
              次の週からのモデルは決まっています。{choice.until}を過ぎると、また替えられます。
            </p>
          ) : (
            <Form {...getFormProps(form)} className="card pad stack" method="post">
              <ModelSelect meta={fields.model} models={choice.eligible} />
              <div className="btns">
                <Button name="do" value="choose">
                  モデルを替える
                </Button>
              </div>
              <p className="t12 faint">{choice.until} 23:59までの変更が、次の週から効きます。</p>
            </Form>
          )}
        </Section>
      )}
      {invitation !== false && (
        <Section
          title="仲間を招く"
          aside={
            <small>
              {invitation.members} / {LEAGUE_MEMBERS.max}人
            </small>
          }
        >
          <Form method="post" className="card pad stack">
            {answer?.link != null && (
              <div role="status">
                <ShownField label="招待リンク（いまだけ表示します）" value={answer.link} />
              </div>
            )}
            <div className="btns">
              <Button name="do" value="invite">
                新しいリンクをつくる
              </Button>
              {invitation.until !== null && (
                <Button name="do" value="revoke">
                  リンクを止める
                </Button>
              )}
            </div>
            <p className="t12 faint">
              {invitation.until !== null && `いまのリンクは${invitation.until}まで。`}
              リンクは7日で切れ、新しくつくると前のリンクは使えなくなります。
            </p>
          </Form>
        </Section>
      )}
      <details className="card pad fold">
        <summary>リーグを抜ける</summary>
        <Form method="post" className="stack">
          <p className="t14">抜けると、このリーグには戻れません。</p>
          <div className="btns">
            <Button tone="danger" name="do" value="leave">
              抜ける
            </Button>
          </div>
        </Form>
      </details>
      <p className="t12 faint">{NO_STAKES}</p>
    </>
  );
}
