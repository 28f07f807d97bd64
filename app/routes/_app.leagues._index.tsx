import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Field } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { NO_STAKES, NOT_ELIGIBLE, TOO_MANY_LEAGUES } from "#app/components/leagues/league-words.ts";
import { ModelSelect } from "#app/components/leagues/model-select.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { formatDayNear } from "#app/components/parts/numbers.ts";
import { DoneNote, EmptyState, PageHead } from "#app/components/parts/parts.tsx";
import { tooManySaves } from "#app/components/waiting/wait-words.ts";
import { LEAGUE_MEMBERS, LEAGUE_NAME_MAX, LEAGUE_WEEKS } from "#app/domain/leagues/league.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { type LeagueForm, leagueSchema } from "#app/forms/leagues/leagues.server.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "リーグ",
  description: "招待した仲間だけで、AIモデルの予測力を競うリーグです。",
  back: "/rankings",
};
export { meta } from "#app/components/frame/page-meta.ts";

const DONE = { left: "リーグを抜けました" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { leagues, eligible } = await context.services.leagues.list({ user });
  const today = japanDay(context.now());
  return {
    eligible,
    leagues: leagues.map(({ id, name, members, weeks, firstDay, lastDay }) => ({
      ...{ id, name, members, weeks },
      days: `${formatDayNear(firstDay, today)}〜${formatDayNear(lastDay, today)}${lastDay < today ? "　終了" : ""}`,
    })),
    done: doneWords(DONE, request),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: leagueSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { model, ...league } = submission.value;
  const result = await context.services.leagues.create({ user, modelId: model, ...league });
  if (result.kind === "created") return redirect(`/leagues/${result.id}`, 303);
  return refuseForm(submission, result, {
    "no-model": { status: 400, fields: { model: NOT_ELIGIBLE } },
    "too-many-leagues": { status: 400, form: TOO_MANY_LEAGUES },
    left: { status: 400, fields: { name: "抜けたリーグの名前です。ほかの名前にしてください" } },
    "too-many": { status: 429, form: tooManySaves },
  });
}

export default function LeaguesPage() {
  const { leagues, eligible, done } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<LeagueForm>({
    ...{ id: "new-league", lastResult: useActionData<typeof action>(), defaultValue: { weeks: "12" } },
  });
  return (
    <div className="narrow">
      <PageHead title="仲間とのリーグ" />
      <DoneNote>{done}</DoneNote>
      <p className="muted">
        招待した{LEAGUE_MEMBERS.min}〜{LEAGUE_MEMBERS.max}人だけで、AIモデルの予測力を競います。毎週1人ずつと対決し、
        差が運と区別できなければ引き分けです。{NO_STAKES}
      </p>
      {leagues.length > 0 && (
        <ul className="card list clip">
          {leagues.map(({ id, name, members, weeks, days }) => (
            <li key={id}>
              <a href={`/leagues/${id}`}>
                <span className="grow">
                  <b>{name}</b>
                  <br />
                  <small className="muted">
                    {days}　{weeks}週　{members}人
                  </small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {eligible.length === 0 ? (
        <EmptyState action={{ to: "/models/create", label: "モデルをつくる" }}>
          リーグには、中央のモデルが1つ要ります。
        </EmptyState>
      ) : (
        <Form {...getFormProps(form)} className="card pad stack" method="post">
          <h2>リーグをつくる</h2>
          <FormErrors form={form} />
          <Field meta={fields.name} label="名前" autoComplete="off" maxLength={LEAGUE_NAME_MAX} />
          <Field
            meta={fields.weeks}
            label="週の数"
            type="number"
            {...LEAGUE_WEEKS}
            hint={`${LEAGUE_WEEKS.min}〜${LEAGUE_WEEKS.max}週。次の土曜日に始まります。`}
          />
          <ModelSelect meta={fields.model} models={eligible} />
          <div className="btns">
            <Button tone="primary">つくる</Button>
          </div>
        </Form>
      )}
    </div>
  );
}
