import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isPasskeyAnswer, PasskeyWay } from "#app/components/accounts/passkey-step.tsx";
import { CodeField } from "#app/components/accounts/security-fields.tsx";
import { HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import publicCss from "#app/components/frame/public.css?url";
import { PublicShell } from "#app/components/frame/public-shell.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { type ConsoleCodeForm, consoleCodeSchema, consolePasskeySchema } from "#app/forms/operator/console.server.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";
import { safeReturnPath } from "#app/http/return-path.ts";

const WRONG_CODE = "コードが違うか、使用済みです。アプリに出ている次のコードを入力してください";

export const handle: PageHandle = {
  title: "管理画面の確認",
  noScripts: true,
  isShort: true,
  stylesheet: () => publicCss,
};
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await context.findStaff(request);
  const to = safeReturnPath(new URL(request.url).searchParams.get("to"));
  if (staff.isConfirmed) throw redirect(to ?? "/admin");
  const passkey = await context.services.staff.beginPasskeySignIn({ staff });
  return { to, passkey, constraint: getZodConstraint(consoleCodeSchema) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  await context.findStaff(request);
  const token = context.sessionToken(request) ?? "";
  const form = await readForm(request);
  if (form.get("do") === "leave") {
    await context.services.staff.leave({ token });
    return redirect("/home", 303);
  }
  if (form.get("way") === "passkey") return confirmByPasskey({ context, token }, form);
  const submission = parseWithZod(form, { schema: consoleCodeSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { code, to } = submission.value;
  const result = await context.services.staff.confirm({ token, code });
  if (result.kind === "confirmed") return redirect(safeReturnPath(to ?? null) ?? "/admin", 303);
  return refuseForm(submission, result, {
    "wrong-code": { status: 400, fields: { code: WRONG_CODE } },
    "not-staff": { status: 400, fields: { code: WRONG_CODE } },
    "too-many": { status: 429, form: tooManyTries },
  });
}

async function confirmByPasskey(
  { context, token }: Pick<ActionFunctionArgs, "context"> & { token: string },
  form: FormData,
) {
  const submission = parseWithZod(form, { schema: consolePasskeySchema });
  const hideFields = ["answer"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  const { answer, to } = submission.value;
  const result = await context.services.staff.confirmByPasskey({ token, answer });
  if (result.kind === "confirmed") return redirect(safeReturnPath(to ?? null) ?? "/admin", 303);
  return refuseForm(
    submission,
    result,
    {
      "wrong-passkey": { status: 400, form: MESSAGES.wrongPasskey },
      "not-staff": { status: 400, form: MESSAGES.wrongPasskey },
      "too-many": { status: 429, form: tooManyTries },
    },
    hideFields,
  );
}

export default function ConfirmPage() {
  const { to, passkey, constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult<string[]>>();
  const typedTo = lastResult?.initialValue?.to;
  const [form, fields] = useForm<ConsoleCodeForm>({
    id: "console-code",
    lastResult: isPasskeyAnswer(lastResult) ? undefined : lastResult,
    constraint,
    defaultValue: { to: typeof typedTo === "string" ? typedTo : to },
  });
  return (
    <PublicShell logoTo="/home" link={null}>
      <div className="narrow">
        <h1>管理画面の確認</h1>
        <form {...getFormProps(form)} className="card stack" method="post" action="/admin/confirm">
          <FormErrors form={form} />
          {fields.to.initialValue !== undefined && <HiddenField meta={fields.to} />}
          <CodeField meta={fields.code} isOfApp hint="12時間たつと、もう一度お聞きします" />
          <Button tone="primary" size="big" full>
            進む
          </Button>
        </form>
        {passkey !== null && (
          <PasskeyWay
            action="/admin/confirm"
            asked={passkey}
            fields={{ to: fields.to.initialValue }}
            lastResult={lastResult}
          />
        )}
      </div>
    </PublicShell>
  );
}
