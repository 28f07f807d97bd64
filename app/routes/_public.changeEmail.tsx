import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TooManyCodes } from "#app/components/accounts/too-many-codes.tsx";
import { pageMeta } from "#app/components/frame/brand.ts";
import { BadLink } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { Field } from "#app/components/parts/field.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { countCodeTry } from "#app/forms/accounts/code-try.ts";

export const handle: PageHandle = { isShort: true, link: { to: "/home", label: "ホーム" } };
export const meta: MetaFunction = (args) => pageMeta(args, { title: "メールアドレスの変更" });

/** Behind the link mailed to the new address; opening it changes nothing (mail scanners open links). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const code = query.get("uuid");
  if (code === null && query.has("done")) return { step: "done" as const };
  const found = code === null ? null : await context.services.accounts.findNewEmail({ code });
  if (code === null || found === null) return data({ step: "bad-link" as const }, { status: 404 });
  return { step: "open" as const, code, email: found.email };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const code = (await request.formData()).get("uuid");
  const result = await countCodeTry(context, () =>
    context.services.accounts.changeEmail({ code: typeof code === "string" ? code : "" }),
  );
  if (result.kind === "changed") return redirect("/changeEmail?done=1", 303);
  if (result.reason === "too-many") {
    const headers = { "Retry-After": String(result.retryAfterSeconds) };
    return data({ message: tooManyTries(result.retryAfterSeconds) }, { status: 429, headers });
  }
  // The loader, which runs next, shows the page of a bad link.
  return data(null, { status: 404 });
}

export default function ChangeEmailPage() {
  const page = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  if (page.step === "bad-link") {
    if (refusal) return <TooManyCodes title="メールアドレスの変更" text={refusal.message} />;
    return <BadLink again={{ to: "/settings", label: "もう一度変更を申し込む" }} />;
  }
  if (page.step === "done") {
    return (
      <div className="narrow">
        <h1>メールアドレスの変更</h1>
        <div role="status">
          <Note tone="turf">メールアドレスを変更しました。次回から新しいアドレスでログインしてください。</Note>
        </div>
        <div className="btns">
          <a className="btn primary" href="/home">
            ホームへ
          </a>
        </div>
      </div>
    );
  }
  return (
    <div className="narrow">
      <h1>メールアドレスの変更</h1>
      <form className="card stack" action={`/changeEmail?uuid=${encodeURIComponent(page.code)}`} method="post">
        {refusal && <Note tone="danger">{refusal.message}</Note>}
        <input type="hidden" name="uuid" value={page.code} />
        <Field label="新しいメールアドレス" type="email" readOnly defaultValue={page.email} />
        <Button tone="primary" size="big" full>
          このアドレスに変更する
        </Button>
      </form>
    </div>
  );
}
