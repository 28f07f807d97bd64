import { parse, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { HiddenField } from "#app/components/fields/field.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { CreateRefusedDialog } from "#app/components/model-form/model-create-dialog.tsx";
import { ModelNameForm } from "#app/components/model-form/model-name-form.tsx";
import { ChoiceList } from "#app/components/models/model-choice-list.tsx";
import { CREATION_IS_FINAL, CREATION_TIME } from "#app/components/models/model-words.ts";
import modelsCss from "#app/components/models/models.css?url";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { formatLimit } from "#app/components/parts/numbers.ts";
import { Note, PageHead, Section } from "#app/components/parts/parts.tsx";
import { RefusalNote } from "#app/components/parts/refusal-note.tsx";
import { UpgradeHint } from "#app/components/parts/upgrade-hint.tsx";
import { responseOrLost } from "#app/components/waiting/lost-answer.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { renewedModelName } from "#app/domain/model-name.ts";
import { refuseModelContent } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import { countHeld, creationLimitReached, creationsLeftText } from "#app/forms/models/creation-limit.ts";
import { type InheritForm, inheritFormSchema } from "#app/forms/models/model-forms.server.ts";
import {
  CREATION_FAILED,
  CREATION_LOST,
  findCreationRefusal,
  MODEL_REFUSALS,
} from "#app/forms/models/model-refusals.ts";
import { readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "AIモデルを引き継ぐ",
  description: "モデルの項目を引き継いで、新しいAIモデルをつくります。",
  back: "/models",
};
export const links = stylesheets(modelsCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** Failed models can be copied too, to create them again. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const models = await context.services.models.list({ user });
  const id = readId(params.id);
  const model = models.find(({ modelId }) => modelId === id);
  if (model === undefined) throw new Response(null, { status: 404 });
  const limits = planLimits(user.plan);
  const { modelId, name, venueType, choice, featureCount, status } = model;
  return {
    model: { modelId, name, venueType, choice, featureCount, isReady: status === ModelStatus.complete },
    refusal: refuseModelContent(model, limits),
    featureLimit: limits.features,
    limitReached: creationLimitReached(user, models),
    creationsLeft: creationsLeftText(user, countHeld(models)),
    formKey: crypto.randomUUID() as string,
    constraint: getZodConstraint(inheritFormSchema),
  };
}

/**
 * Takes the choice from the stored model, never from the form. `renew` is sent by other pages without a name; if
 * refused, this page shows the form with the name filled in.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const modelId = readId(params.id);
  const model = modelId === null ? null : await context.services.models.find({ user, modelId });
  if (model === null) throw new Response(null, { status: 404 });
  const { venueType, choice } = model;
  const sent = await readForm(request);
  const isRenewal = sent.get("intent") === "renew";
  if (isRenewal) sent.set("name", renewedModelName(model.name, []));
  const submission = parseWithZod(sent, { schema: inheritFormSchema });
  if (sent.get("intent") === "edit") return { ...submission.reply(), status: undefined, error: undefined };
  if (submission.status !== "success") return data(submission.reply(), 400);

  const { name, form_key: formKey } = submission.value;
  const { models } = context.services;
  const created = await context.attempt(() =>
    isRenewal
      ? models.renew({ user, modelId: model.modelId, formKey })
      : models.create({ user, name, venueType, choice, formKey, parentId: model.modelId }),
  );
  if (created === null) return data(submission.reply({ formErrors: [CREATION_FAILED] }), 500);
  if (created.kind === "created") return redirect(`/models?created=${created.modelId}`);
  if (created.reason === "no-complete-model") throw new Response(null, { status: 404 });
  const refused = submission.reply({ formErrors: [created.reason] });
  // Without a new key the form would find the deleted model again.
  const newKey: Record<string, string> = created.reason === "already-deleted" ? { form_key: crypto.randomUUID() } : {};
  return data({ ...refused, initialValue: { ...refused.initialValue, ...newKey } }, 400);
}

/** Without a response the form keeps its values. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const sent = await request.clone().formData();
  return await responseOrLost(
    () => serverAction<typeof action>(),
    () => parse(sent, { resolve: () => ({ error: { "": [CREATION_LOST] } }) }).reply(),
  );
}

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;

export default function InheritModelPage() {
  const page = useLoaderData<typeof loader>();
  const { model, refusal, limitReached } = page;
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<InheritForm>({
    id: `copy-model-${model.modelId}`,
    lastResult,
    constraint: page.constraint,
    defaultValue: { name: "", form_key: page.formKey },
  });
  const refused = findCreationRefusal(form.errors);
  const edit = <EditOffer model={model} />;
  const clone =
    refusal === null ? (
      <Section title="同じ項目のままつくる">
        <ModelNameForm
          key={model.modelId}
          form={form}
          name={fields.name}
          label="新しいAIモデルの名前"
          answer={lastResult}
        >
          {/* A reply may contain another key. */}
          <HiddenField meta={fields.form_key} value={fields.form_key.value ?? page.formKey} />
          <p className="t13 muted">
            項目は下の一覧のままです。{CREATION_IS_FINAL}作成は{CREATION_TIME}
            {page.creationsLeft}
          </p>
          <Button tone={model.isReady ? "plain" : "primary"} size="big" full name="intent" value="create">
            作成する
          </Button>
        </ModelNameForm>
      </Section>
    ) : (
      <PlanRefusalNote refusal={refusal} featureCount={model.featureCount} featureLimit={page.featureLimit} />
    );
  return (
    <div className="narrow">
      <PageHead title={`${model.name}を引き継ぐ`} />
      {refusal === null && limitReached !== null && <RefusalNote tone="warn" refusal={limitReached} />}
      {model.isReady && refusal === null ? (
        <>
          {edit}
          {clone}
        </>
      ) : (
        <>
          {clone}
          {edit}
        </>
      )}
      <Section title="引き継ぐ項目">
        <ChoiceList venueType={model.venueType} choice={model.choice} featureCount={model.featureCount} />
      </Section>
      {refused !== null && (
        <CreateRefusedDialog refusal={refused} formId={form.id} closeTo={`/models/copy/${model.modelId}`} />
      )}
    </div>
  );
}

function EditOffer({ model }: Pick<PageData, "model">) {
  return (
    <section className="card pad stack">
      <p className="t14 muted">「{model.name}」の項目を選んだところから始めます。足すことも、外すこともできます。</p>
      <LinkButton
        tone={model.isReady ? "primary" : "plain"}
        size="big"
        full
        to={`/models/create?from=${model.modelId}`}
      >
        項目から選び直す
      </LinkButton>
    </section>
  );
}

function PlanRefusalNote({
  refusal,
  featureCount,
  featureLimit,
}: {
  refusal: NonNullable<PageData["refusal"]>;
  featureCount: number;
  featureLimit: number;
}) {
  return (
    <Note tone="warn" icon="lock">
      <b>このモデルの項目は、現在のプランでは引き継げません。</b>
      <p>
        {refusal === "too-many-features"
          ? `選んだ項目は${featureCount}、いまのプランで使えるのは${formatLimit(featureLimit)}項目までです。`
          : MODEL_REFUSALS[refusal].text}
      </p>
      <p>
        <UpgradeHint />
      </p>
    </Note>
  );
}
