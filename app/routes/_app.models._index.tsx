import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lazy, type ReactNode, Suspense } from "react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { CreatedModel } from "#app/components/model-list/created-model.tsx";
import { ModelCard, type ModelCardData } from "#app/components/model-list/model-card.tsx";
import {
  CopyDialog,
  CreatedDialog,
  DisabledModelDialog,
  FeatureListDialog,
} from "#app/components/model-list/model-dialogs.tsx";
import { CardFigures, ModelListHead, ModelStar, scaleOfModels } from "#app/components/model-list/model-figures.tsx";
import * as formDialogs from "#app/components/model-list/model-form-dialogs.tsx";
import modelListCss from "#app/components/model-list/model-list.css?url";
import { RenewalForm } from "#app/components/model-pages/renewal.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { formatLimit } from "#app/components/parts/numbers.ts";
import { DoneNote, EmptyState, Note, PageHead } from "#app/components/parts/parts.tsx";
import { PlanQuotas } from "#app/components/plans/plan-quotas.tsx";
import { readImportances } from "#app/components/reports/importance-words.ts";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { analysesLeft, type DisabledReason } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import { startOfRace } from "#app/domain/racing/race-start.ts";
import type { ModelSummary, ModelWithFigures } from "#app/domain/views/models.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import {
  modelDeletionFormSchema,
  modelStarFormSchema,
  renameFormSchema,
} from "#app/forms/models/model-forms.server.ts";
import { MODEL_DONE, MODEL_MESSAGES } from "#app/forms/models/model-messages.ts";
import { doneWords } from "#app/http/done-words.ts";
import { isVisit, readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "AIモデル", description: "自分でつくったAIモデルの一覧です。" };
export const links = stylesheets(modelListCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** Query parameters with a model's id. The first that names a model of the user opens. */
const DIALOGS = ["delete", "rename", "detail", "copy", "disabled", "created"] as const;

/** The server renders them with the page; browsers load their script on demand. */
const loadDialogs = () => import("#app/components/model-list/model-form-dialogs.tsx");
const DeleteModelDialog = import.meta.env.SSR
  ? formDialogs.DeleteModelDialog
  : lazy(async () => ({ default: (await loadDialogs()).DeleteModelDialog }));
const RenameDialog = import.meta.env.SSR
  ? formDialogs.RenameDialog
  : lazy(async () => ({ default: (await loadDialogs()).RenameDialog }));

/** A visit marks every finished model as seen. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const query = new URL(request.url).searchParams;
  const limits = planLimits(user.plan);
  const confirms = user.unconfirmedModels.length > 0 && isVisit(request);
  const createdId = readId(query.get("created"));
  const [listed] = await Promise.all([
    createdId === null
      ? context.services.models.listWithFigures({ user }).then((models) => ({ models, details: null, record: null }))
      : context.services.models.listWithFirstLook({ user, modelId: createdId }),
    confirms ? context.services.models.confirm({ user }) : undefined,
  ]);
  const { models } = listed;
  const creating = models.filter((model) => model.status === ModelStatus.creating);
  const now = context.now();
  const dialog = openDialog(query, models);
  const created =
    dialog?.kind === "created" && dialog.model.status === ModelStatus.complete
      ? await readCreated({ ...listed, model: dialog.model, context })
      : null;
  const parts: Record<string, ReactNode> = {
    ...cardParts(models, user.defaultModelId),
    created: created && <CreatedModel {...created} left={analysesLeft(user)} />,
    quota: <ListHead models={models} user={user} />,
    renewal: dialog?.kind === "copy" && dialog.model.status === ModelStatus.complete && (
      <RenewalForm modelId={dialog.model.modelId} name={dialog.model.name} formKey={crypto.randomUUID()} />
    ),
  };
  return {
    now,
    models: models.map((model) => pickShown(model, limits)),
    html: renderParts(parts),
    dialog,
    disabledBy: dialog?.kind === "disabled" ? disabledReason(dialog.model.disabled, limits) : null,
    constraint: getZodConstraint(renameFormSchema),
    flash: doneWords(MODEL_DONE, request),
    limits: { features: limits.features },
    refreshSeconds: refreshSeconds(
      creating.map((model) => model.createdAt),
      now,
    ),
  };
}

type FirstLookList = Awaited<ReturnType<LoaderFunctionArgs["context"]["services"]["models"]["listWithFirstLook"]>>;

/** Without its look if that fails. */
async function readCreated({
  model,
  details,
  record,
  context,
}: Pick<LoaderFunctionArgs, "context"> & Omit<FirstLookList, "models"> & { model: ModelSummary }) {
  const { models } = context.services;
  const look = record === null ? null : await context.attempt(() => models.readFirstLook({ model, record }));
  const start = look?.next == null ? null : startOfRace(look.next.race);
  const canRecord = start !== null && start > context.now();
  return {
    model: { ...model, details },
    look,
    canRecord,
    importances: details === null ? [] : readImportances(details),
  };
}

function ListHead({ models, user }: { models: readonly Pick<ModelCardData, "status">[]; user: SessionUser }) {
  return (
    <>
      <PlanQuotas models={models} user={user} />
      {models.filter(({ status }) => status === ModelStatus.complete).length > 1 && (
        <a className="btn start" href="/models/compare">
          モデルをくらべる
        </a>
      )}
      {models.length === 0 && (
        <EmptyState>まだAIモデルがありません。項目を選んで、最初のモデルをつくりましょう。</EmptyState>
      )}
    </>
  );
}

type Limits = Pick<ReturnType<typeof planLimits>, "features" | "models">;

function pickShown(model: ModelSummary, limits: Limits): ModelCardData {
  const { modelId, name, venueType, featureCount, status, progress, createdAt } = model;
  const usableFrom = model.isWeight ? "馬体重の発表後に使えます" : "前日から使えます";
  const disabled = disabledReason(model.disabled, limits);
  return { modelId, name, venueType, featureCount, status, progress, usableFrom, disabled, createdAt };
}

/** The plan's limit that disables a model: 項目数の上限 50. */
function disabledReason(disabled: DisabledReason | null, limits: Limits): string | null {
  if (disabled === null) return null;
  return disabled === "too-many-features"
    ? `項目数の上限 ${formatLimit(limits.features)}`
    : `モデル数の上限 ${formatLimit(limits.models)}`;
}

/** Figures and star of each usable model, and the head over them. */
function cardParts(models: readonly ModelWithFigures[], defaultModelId: number | null): Record<string, ReactNode> {
  const usable = models.filter(({ status, disabled }) => status === ModelStatus.complete && disabled === null);
  const known = usable.map(({ figures }) => figures).filter((figures) => figures !== null);
  const scale = scaleOfModels(known);
  const cards = usable.flatMap(({ modelId, name, report, figures }) => [
    [modelId, <CardFigures key={modelId} report={report} figures={figures} scale={scale} />],
    [
      `star-${modelId}`,
      <ModelStar key={modelId} modelId={modelId} name={name} isDefault={modelId === defaultModelId} />,
    ],
  ]);
  return { head: known.length > 0 && <ModelListHead scale={scale} />, ...Object.fromEntries(cards) };
}

function openDialog<M extends { modelId: number; status: number; disabled: string | null }>(
  query: URLSearchParams,
  models: M[],
) {
  for (const kind of DIALOGS) {
    const modelId = readId(query.get(kind));
    const model = models.find((candidate) => candidate.modelId === modelId);
    if (model === undefined) continue;
    if (kind === "rename" && model.status !== ModelStatus.complete) continue;
    if (kind === "disabled" && (model.status !== ModelStatus.complete || model.disabled === null)) continue;
    return { kind, model };
  }
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const form = await readForm(request);
  const { models } = context.services;
  if (form.get("intent") === "delete") {
    const submission = parseWithZod(form, { schema: modelDeletionFormSchema });
    const modelId = submission.status === "success" ? submission.value.model_id : null;
    const refuse = (status: number) => data(submission.reply({ formErrors: [MODEL_MESSAGES.deleteFailed] }), status);
    if (modelId === null) return refuse(400);
    // Idempotent: a repeated submission finds the model deleted.
    const isGone = await context.attempt(async () => {
      const result = await models.remove({ user, modelId });
      return result.kind === "deleted" || (await models.wasRemoved({ user, modelId }));
    });
    if (isGone === null) return refuse(500);
    return isGone ? redirect("/models?done=deleted") : refuse(400);
  }
  if (form.get("intent") === "star") return await star({ user, form, context });
  const submission = parseWithZod(form, { schema: renameFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { model_id: modelId, name } = submission.value;
  const refuse = (status: number) =>
    data(submission.reply({ fieldErrors: { name: [MODEL_MESSAGES.renameFailed] } }), status);
  if (modelId === null) return refuse(400);
  const result = await context.attempt(() => models.rename({ user, modelId, name }));
  if (result === null) return refuse(500);
  return result.kind === "renamed" ? redirect("/models?done=renamed") : refuse(400);
}

/** Idempotent: sets or removes the star. */
async function star({
  user,
  form,
  context,
}: Pick<ActionFunctionArgs, "context"> & { user: SessionUser; form: FormData }) {
  const submission = parseWithZod(form, { schema: modelStarFormSchema });
  const refuse = (status: number) => data(submission.reply({ formErrors: [MODEL_MESSAGES.starFailed] }), status);
  if (submission.status !== "success" || submission.value.model_id === null) return refuse(400);
  const { model_id: modelId, star } = submission.value;
  const isDefault = star === "on";
  const result = await context.attempt(() => context.services.models.setDefault({ user, modelId, isDefault }));
  if (result === null) return refuse(500);
  if (result.kind === "refused") return refuse(400);
  return redirect(`/models?done=${isDefault ? "starred" : "unstarred"}#model-${modelId}`);
}

export default function ModelsPage() {
  const page = useLoaderData<typeof loader>();
  const { models, html, now, limits, dialog, disabledBy, constraint, flash, refreshSeconds: seconds } = page;
  const lastResult = useActionData<typeof action>();
  // The rename dialog closes if its model is gone, so the page shows the message.
  const message = lastResult?.error?.[""] ?? (dialog?.kind === "rename" ? null : lastResult?.error?.name);
  return (
    <>
      <RefreshWhile seconds={seconds} />
      <PageHead title="AIモデル">
        <LinkButton to="/races" icon="flag">
          レースを分析
        </LinkButton>
        <LinkButton to="/models/create" tone="primary" icon="plus">
          モデルをつくる
        </LinkButton>
      </PageHead>
      {!message && <DoneNote>{flash}</DoneNote>}
      {message && <Note tone="danger">{message}</Note>}
      <StaticHtml id="models-quota" html={html.quota ?? null} />
      <div className="models">
        <StaticHtml id="models-head" html={html.head ?? null} />
        {models.map((model) => (
          <ModelCard
            key={model.modelId}
            model={model}
            figures={html[model.modelId] ?? null}
            star={html[`star-${model.modelId}`] ?? null}
            now={now}
            limits={limits}
          />
        ))}
      </div>
      <Suspense>
        {dialog?.kind === "delete" && <DeleteModelDialog modelId={dialog.model.modelId} name={dialog.model.name} />}
        {dialog?.kind === "rename" && (
          <RenameDialog
            key={dialog.model.modelId}
            modelId={dialog.model.modelId}
            name={dialog.model.name}
            constraint={constraint}
            lastResult={lastResult}
          />
        )}
      </Suspense>
      {dialog?.kind === "detail" && <FeatureListDialog model={dialog.model} limit={limits.features} />}
      {dialog?.kind === "copy" && (
        <CopyDialog modelId={dialog.model.modelId} name={dialog.model.name} renewal={html.renewal ?? null} />
      )}
      {dialog?.kind === "disabled" && disabledBy !== null && (
        <DisabledModelDialog name={dialog.model.name} reason={disabledBy} />
      )}
      {dialog?.kind === "created" && <CreatedDialog model={dialog.model} now={now} result={html.created ?? null} />}
    </>
  );
}

export const ErrorBoundary = failurePage({ text: MODEL_MESSAGES.loadFailed, again: "/models", list: null });
