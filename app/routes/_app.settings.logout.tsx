import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { CurrentPasswordField } from "#app/components/accounts/security-fields.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { PageHead } from "#app/components/parts/parts.tsx";
import { BUSY_WORDS, tooManyTries } from "#app/components/waiting/wait-words.ts";
import { type LogOutForm, logOutFormSchema } from "#app/forms/accounts/second-factor.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "すべての端末でログアウト", back: "/settings" };
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return { constraint: getZodConstraint(logOutFormSchema) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const toLogIn = () =>
    redirect("/login?done=everywhere", { status: 303, headers: { "Set-Cookie": context.sessionCookie(null) } });
  const { auth } = context.services;
  const token = context.sessionToken(request);
  const user = token === null ? await context.requireUser(request) : await auth.findSessionUser({ token });
  // A repeated submission: the first one ended this session too.
  if (user === null) return toLogIn();
  const submission = parseWithZod(await readForm(request), { schema: logOutFormSchema });
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  const result = await auth.signOutEverywhere({ user, password: submission.value.currentPassword });
  if (result.kind === "ended") return toLogIn();
  return refuseForm(
    submission,
    result,
    {
      "wrong-password": { status: 400, fields: { currentPassword: MESSAGES.wrongPassword } },
      busy: { status: 503, form: BUSY_WORDS },
      "too-many": { status: 429, form: tooManyTries },
    },
    hideFields,
  );
}

export default function LogOutEverywherePage() {
  const { constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<LogOutForm>({
    id: "log-out-everywhere",
    lastResult: useActionData<typeof action>(),
    constraint,
  });
  return (
    <div className="narrow">
      <PageHead title="すべての端末でログアウトしますか？" />
      <Form
        {...getFormProps(form)}
        className="card pad stack loose"
        method="post"
        action="/settings/logout"
        reloadDocument
      >
        <FormErrors form={form} />
        <p>
          この端末を含め、ログイン中のすべての端末とアプリからログアウトします。もう一度使うにはログインが必要です。
        </p>
        <CurrentPasswordField meta={fields.currentPassword} />
        <div className="btns">
          <LinkButton to="/settings">やめる</LinkButton>
          <Button tone="danger">ログアウトする</Button>
        </div>
      </Form>
    </div>
  );
}
