import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MailedCodePage } from "#app/components/accounts/mailed-code-page.tsx";
import { ShownField } from "#app/components/fields/field.tsx";
import { BadLink } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote } from "#app/components/parts/parts.tsx";
import { readMailedLink, redeemMailedCode } from "#app/forms/accounts/mailed-codes.ts";

const TITLE = "メールアドレスの変更";

export const handle: PageHandle = { title: TITLE, isShort: true, link: { to: "/home", label: "ホーム" } };
export { meta } from "#app/components/frame/page-meta.ts";

/** Opening the mailed link changes nothing, because mail scanners open links. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return readMailedLink(request, context.services.accounts.findNewEmail);
}

export function action(args: ActionFunctionArgs) {
  const { changeEmail } = args.context.services.accounts;
  return redeemMailedCode(args, "uuid", changeEmail, () => redirect("/changeEmail?done=1", 303));
}

export default function ChangeEmailPage() {
  const page = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  if (page.step === "bad-link" && !lastResult)
    return <BadLink again={{ to: "/settings", label: "もう一度変更を申し込む" }} />;
  return (
    <MailedCodePage
      title={TITLE}
      page={page}
      lastResult={lastResult}
      path="/changeEmail"
      badLink={null}
      done={
        <>
          <DoneNote>メールアドレスを変更しました。次回から新しいアドレスでログインしてください。</DoneNote>
          <div className="btns">
            <a className="btn primary" href="/home">
              ホームへ
            </a>
          </div>
        </>
      }
    >
      <ShownField
        label="新しいメールアドレス"
        type="email"
        defaultValue={page.step === "open" ? page.found.email : undefined}
      />
      <Button tone="primary" size="big" full>
        このアドレスに変更する
      </Button>
    </MailedCodePage>
  );
}
