import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { Field, HiddenField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import type { ModelDeletionForm, RenameForm } from "#app/forms/models/model-forms.server.ts";
import { MODEL_MESSAGES } from "#app/forms/models/model-messages.ts";

export function DeleteModelDialog({ modelId, name }: { modelId: number; name: string }) {
  const [form, fields] = useForm<ModelDeletionForm>({
    id: "delete-model",
    defaultValue: { model_id: String(modelId) },
  });
  return (
    <Dialog
      title={`${name}を削除しますか？`}
      closeTo="/models"
      closeLabel="キャンセル"
      action={
        <Button tone="danger" form={form.id} name="intent" value="delete">
          モデルを削除
        </Button>
      }
    >
      <Form {...getFormProps(form)} method="post" action={`/models?delete=${modelId}`}>
        <HiddenField meta={fields.model_id} />
      </Form>
      <p className="t14 muted">
        削除したモデルは元に戻せません。このモデルの分析結果は残ります。今月の作成回数は戻りません。
      </p>
      <p className="t14 muted">発走前の分析の時刻、予想、結果は成績表から消えず、収支に数えます。</p>
    </Dialog>
  );
}

export function RenameDialog({
  modelId,
  name,
  constraint,
  lastResult,
}: {
  modelId: number;
  name: string;
  constraint: ReturnType<typeof getZodConstraint>;
  lastResult?: SubmissionResult;
}) {
  const [form, fields] = useForm<RenameForm>({
    id: "rename-model",
    lastResult,
    constraint,
    defaultValue: { model_id: String(modelId), name },
  });
  return (
    <Dialog
      title="名称変更"
      closeTo="/models"
      hasInvalidField={fields.name.errors !== undefined}
      action={
        <Button tone="primary" form={form.id} name="intent" value="rename">
          変更する
        </Button>
      }
    >
      <Form {...getFormProps(form)} method="post" action={`/models?rename=${modelId}`}>
        <HiddenField meta={fields.model_id} />
        <Field meta={fields.name} label={MODEL_MESSAGES.newName} hint="15文字まで" autoComplete="off" />
      </Form>
    </Dialog>
  );
}
