import { useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ParentSection } from "#app/components/comparing/parent-section.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { ModelNameForm } from "#app/components/model-form/model-name-form.tsx";
import { ModelReportBody } from "#app/components/model-list/model-figures.tsx";
import { ModelActions, ModelAnswers } from "#app/components/model-pages/model-answers.tsx";
import { Answers, Report } from "#app/components/model-pages/report.tsx";
import { ChoiceList } from "#app/components/models/model-choice-list.tsx";
import { CreatingProgress } from "#app/components/models/model-progress.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Note, PageHead, Section } from "#app/components/parts/parts.tsx";
import { UpgradeHint } from "#app/components/parts/upgrade-hint.tsx";
import { readImportances } from "#app/components/reports/importance-words.ts";
import reportCss from "#app/components/reports/report.css?url";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { ModelDetail } from "#app/domain/views/models.ts";
import { creationsLeftText } from "#app/forms/models/creation-limit.ts";
import {
  type ModelNameForm as ModelNameFormFields,
  modelNameFormSchema,
} from "#app/forms/models/model-forms.server.ts";
import { MODEL_MESSAGES } from "#app/forms/models/model-messages.ts";
import { readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "検証レポート",
  description: "AIモデルの検証の成績、選んだ項目、名前です。",
  back: "/models",
};
export const links = stylesheets(reportCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** One page at two URLs: /models/edit/{id}, which links use, and /models/{id}. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  const found = modelId === null ? null : await context.services.models.find({ user, modelId });
  if (found === null) throw new Response(null, { status: 404 });
  const { name, status, progress, createdAt, venueType, choice, featureCount } = found;
  const isComplete = status === ModelStatus.complete;
  const now = context.now();
  return {
    model: { modelId: found.modelId, name, status, progress, createdAt, venueType, featureCount },
    html: renderParts({
      report: isComplete && (
        <FinishedModel
          model={found}
          formKey={crypto.randomUUID()}
          creationsLeft={creationsLeftText(user, found.heldModels)}
        />
      ),
      parent: !isComplete && found.ancestors.length > 0 && (
        <section className="card clip" id="parent">
          <ParentSection model={found} />
        </section>
      ),
      features: !isComplete && <ChoiceList venueType={venueType} choice={choice} featureCount={featureCount} />,
    }),
    isDisabled: isComplete && found.disabled !== null,
    constraint: getZodConstraint(modelNameFormSchema),
    now,
    refreshSeconds: refreshSeconds(status === ModelStatus.creating ? [createdAt] : [], now),
  };
}

/** Drawn by the loader. */
function FinishedModel({ model, ...renewal }: { model: ModelDetail; formKey: string; creationsLeft: string }) {
  const { details } = model;
  const { modelId, canSearch, disabled } = model;
  const actions = <ModelActions {...{ modelId, canSearch }} canAnalyse={disabled === null} />;
  const answers = <ModelAnswers model={model} {...renewal} />;
  if (details === null) {
    return (
      <>
        <PageHead title={model.name} />
        <ModelReportBody report={model.report} />
        {actions}
        <Answers>{answers}</Answers>
      </>
    );
  }
  return (
    <Report
      model={model}
      report={details.report}
      importances={readImportances(details)}
      importanceRaces={details.importanceRaces}
      balances={details.balances}
      actions={actions}
    >
      {answers}
    </Report>
  );
}

/** Renames the model. The service refuses an incomplete one. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  const model = modelId === null ? null : await context.services.models.find({ user, modelId });
  if (model === null) throw new Response(null, { status: 404 });
  const submission = parseWithZod(await readForm(request), { schema: modelNameFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { name } = submission.value;
  const result = await context.attempt(() => context.services.models.rename({ user, modelId: model.modelId, name }));
  if (result?.kind === "renamed") return redirect("/models?done=renamed");
  const fieldErrors = { name: [MODEL_MESSAGES.renameFailed] };
  return data(submission.reply({ fieldErrors }), result === null ? 500 : 400);
}

export default function ModelPage() {
  const { model, html, isDisabled, constraint, now, refreshSeconds: seconds } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const { modelId, status } = model;
  const [form, { name }] = useForm<ModelNameFormFields>({
    id: `edit-model-${modelId}`,
    lastResult,
    constraint,
    defaultValue: { name: model.name },
  });
  return (
    <>
      <RefreshWhile seconds={seconds} />
      <StaticHtml id="report" html={html.report} />
      {html.report === null && (
        <>
          <PageHead title={model.name} />
          <Section title="検証の成績">
            {status === ModelStatus.creating ? (
              <CreatingProgress progress={model.progress} elapsed={Math.max(0, now - model.createdAt)} />
            ) : (
              <Note tone="danger">
                {MODEL_MESSAGES.failed}。{MODEL_MESSAGES.failedUncounted}
                <Link to={`/models/copy/${modelId}`}>{MODEL_MESSAGES.remake}</Link>
              </Note>
            )}
          </Section>
          <StaticHtml id="parent-of" html={html.parent} />
          <Section title="選んだ項目">
            <StaticHtml id="features" html={html.features} />
          </Section>
        </>
      )}
      {isDisabled && (
        <Note tone="warn" icon="lock">
          {MODEL_MESSAGES.disabled}。
          <UpgradeHint />
        </Note>
      )}
      <div className="narrow" id="name">
        <Section title="名称変更">
          {status === ModelStatus.complete ? (
            <ModelNameForm key={modelId} form={form} name={name} label={MODEL_MESSAGES.newName} answer={lastResult}>
              <Button tone="primary" full>
                変更する
              </Button>
            </ModelNameForm>
          ) : (
            <>
              {/* For a form that was submitted from an outdated page. */}
              {name.errors !== undefined && <Note tone="danger">{name.errors}</Note>}
              <p className="t14 muted">名称変更ができるのは、作成が完了したモデルだけです。</p>
            </>
          )}
        </Section>
      </div>
    </>
  );
}
