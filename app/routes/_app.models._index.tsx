import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { ModelCard, type ModelCardData } from "#app/components/model-list/model-card.tsx";
import {
  CopyDialog,
  CreatedDialog,
  DisabledModelDialog,
  FeatureListDialog,
} from "#app/components/model-list/model-dialogs.tsx";
import { CardFigures, ModelListHead, scaleOfModels } from "#app/components/model-list/model-figures.tsx";
import * as formDialogs from "#app/components/model-list/model-form-dialogs.tsx";
import modelListCss from "#app/components/model-list/model-list.css?url";
import { ModelStar } from "#app/components/model-list/model-star.tsx";
import { RenewalForm } from "#app/components/model-pages/renewal.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { formatLimit } from "#app/components/parts/numbers.ts";
import { EmptyState, Note, PageHead } from "#app/components/parts/parts.tsx";
import { leftTile } from "#app/components/plans/left-words.ts";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import type { ModelFigures } from "#app/domain/evaluation/model-details.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import { isHeld, ModelStatus } from "#app/domain/learning/model-status.ts";
import type { DisabledReason } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { modelDeletionFormSchema, modelStarFormSchema, renameFormSchema } from "#app/forms/models/model-name.server.ts";
import { MODEL_DONE, MODEL_MESSAGES } from "#app/forms/models/model-refusals.ts";
import { doneWords } from "#app/http/done-words.ts";
import { isVisit, readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "AIモデル" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: modelListCss }];
export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "AIモデル", description: "自分でつくったAIモデルの一覧です。" });

/** Dialogs are query parameters with a model's id; the first that names a model of the user opens. */
const DIALOGS = ["delete", "rename", "detail", "copy", "disabled", "created"] as const;

/** Rendered with the page on the server; browsers load their script when they show one. */
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
  const [models] = await Promise.all([
    context.services.models.listWithFigures({ user }),
    confirms ? context.services.models.confirm({ user }) : undefined,
  ]);
  const creating = models.filter((model) => model.status === ModelStatus.creating);
  const now = context.now();
  const drawn: Record<string, string> = {
    ...drawFigures(models),
    ...drawStars(models, user.defaultModelId),
    quota: renderToStaticMarkup(<Quotas models={models} user={user} />),
  };
  const dialog = openDialog(query, models);
  if (dialog?.kind === "copy" && dialog.model.status === ModelStatus.complete) {
    const { modelId, name } = dialog.model;
    drawn.renewal = renderToStaticMarkup(<RenewalForm modelId={modelId} name={name} formKey={crypto.randomUUID()} />);
  }
  return {
    now,
    models: models.map((model) => pickShown(model, limits)),
    drawn,
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

/** What is used of the plan, and what to do first; drawn, as every byte of the page's script counts. */
function Quotas({ models, user }: { models: readonly Pick<ModelCardData, "status">[]; user: SessionUser }) {
  const limits = planLimits(user.plan);
  const quotas = [
    {
      label: "モデル",
      value: models.filter((model) => isHeld(model.status)).length,
      limit: formatLimit(limits.models),
    },
    { label: "今月の作成", value: user.modelCreationsThisMonth, limit: formatLimit(limits.modelCreationsPerMonth) },
    leftTile(user),
  ];
  return (
    <>
      <dl className="card quota">
        {quotas.map(({ label, value, limit }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {limit !== null && <small> / {limit}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {models.filter(({ status }) => status === ModelStatus.complete).length > 1 && (
        <a className="btn" href="/models/compare">
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

/** The fields of a model's card; its features are in a dialog. */
function pickShown(model: ModelSummary, limits: Limits): ModelCardData {
  const { modelId, name, venueType, featureCount, status, progress, createdAt } = model;
  const usableFrom = model.isWeight ? "馬体重のあとから使える" : "前日から使える";
  const disabled = disabledReason(model.disabled, limits);
  return { modelId, name, venueType, featureCount, status, progress, usableFrom, disabled, createdAt };
}

/** Which limit of the plan disables a model: 項目数の上限 50. Null if none does. */
function disabledReason(disabled: DisabledReason | null, limits: Limits): string | null {
  if (disabled === null) return null;
  return disabled === "too-many-features"
    ? `項目数の上限 ${formatLimit(limits.features)}`
    : `モデル数の上限 ${formatLimit(limits.models)}`;
}

/** The parts of a model from which its figures are rendered; report and figures are null before its training ends. */
interface ReportedModel extends Pick<ModelSummary, "modelId" | "status" | "disabled"> {
  report: SkillReport | null;
  figures: ModelFigures | null;
}

/** Markup of the figures of each usable model, by its id, and of the heads above them. */
function drawFigures(models: readonly ReportedModel[]): Record<string, string> {
  const usable = models.filter(({ status, disabled }) => status === ModelStatus.complete && disabled === null);
  const known = usable.map(({ figures }) => figures).filter((figures) => figures !== null);
  const scale = scaleOfModels(known);
  const drawn: Record<string, string> =
    known.length === 0 ? {} : { head: renderToStaticMarkup(<ModelListHead scale={scale} />) };
  for (const { modelId, report, figures } of usable) {
    drawn[modelId] = renderToStaticMarkup(<CardFigures report={report} figures={figures} scale={scale} />);
  }
  return drawn;
}

/** Markup of the stars of usable models. */
function drawStars(models: readonly ModelSummary[], defaultModelId: number | null): Record<string, string> {
  const usable = models.filter(({ status, disabled }) => status === ModelStatus.complete && disabled === null);
  return Object.fromEntries(
    usable.map(({ modelId, name }) => [
      `star-${modelId}`,
      renderToStaticMarkup(<ModelStar modelId={modelId} name={name} isDefault={modelId === defaultModelId} />),
    ]),
  );
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
    // A form submitted twice finds its model deleted, and has the same outcome.
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

/** Sets the star or takes it away; sent twice, it stays as it is. */
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
  const { models, drawn, now, limits, dialog, disabledBy, constraint, flash, refreshSeconds: seconds } = page;
  const lastResult = useActionData<typeof action>();
  // If the model is gone, so is its dialog: the message is then shown on the page.
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
      {flash !== null && !message && (
        <div role="status">
          <Note tone="turf">{flash}</Note>
        </div>
      )}
      {message && <Note tone="danger">{message}</Note>}
      <Drawn id="models-quota" html={drawn.quota ?? ""} />
      <div className="models">
        {drawn.head !== undefined && <Drawn id="models-head" html={drawn.head} />}
        {models.map((model) => (
          <ModelCard
            key={model.modelId}
            model={model}
            figures={drawn[model.modelId]}
            star={drawn[`star-${model.modelId}`]}
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
        <CopyDialog modelId={dialog.model.modelId} name={dialog.model.name} renewal={drawn.renewal} />
      )}
      {dialog?.kind === "disabled" && disabledBy !== null && (
        <DisabledModelDialog name={dialog.model.name} reason={disabledBy} />
      )}
      {dialog?.kind === "created" && <CreatedDialog model={dialog.model} now={now} />}
    </>
  );
}

/** Failures of the site are shown with the list's own message, inside the frame. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) throw error;
  return <LoadFailure error={error} text={MODEL_MESSAGES.loadFailed} again="/models" list={null} />;
}
