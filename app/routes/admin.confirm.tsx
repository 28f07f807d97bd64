import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import publicCss from "#app/components/frame/public.css?url";
import { PublicShell } from "#app/components/frame/public-shell.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";
import { codeSchema, readConsoleForm } from "#app/forms/operator/console.server.ts";
import { readForm } from "#app/http/request-reading.ts";
import { safeReturnPath } from "#app/http/return-path.ts";

const WRONG_CODE = "コードが違うか、使用済みです。アプリに出ている次のコードを入力してください";

export const handle: PageHandle = { noScripts: true, isShort: true, stylesheet: () => publicCss };
export const meta: MetaFunction = (args) => pageMeta(args, { title: "管理画面の確認" });

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { isConfirmed } = await context.findStaff(request);
  const to = safeReturnPath(new URL(request.url).searchParams.get("to"));
  if (isConfirmed) throw redirect(to ?? "/admin");
  return { to };
}

export async function action({ context, request }: ActionFunctionArgs) {
  await context.findStaff(request);
  const token = context.sessionToken(request) ?? "";
  const form = await readForm(request);
  if (form.get("do") === "leave") {
    await context.services.staff.leave({ token });
    return redirect("/home", 303);
  }
  const input = readConsoleForm(form, codeSchema);
  if (input === null) return data({ error: "6桁の数字を入力してください" }, 400);
  const result = await context.services.staff.confirm({ token, code: input.code });
  if (result.kind === "confirmed") return redirect(safeReturnPath(String(form.get("to") ?? "")) ?? "/admin", 303);
  if (result.reason !== "too-many") return data({ error: WRONG_CODE }, 400);
  const headers = { "Retry-After": String(result.retryAfterSeconds) };
  return data({ error: tooManyTries(result.retryAfterSeconds) }, { status: 429, headers });
}

export default function ConfirmPage() {
  const { to } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  return (
    <PublicShell logoTo="/home" link={null}>
      <div className="narrow">
        <h1>管理画面の確認</h1>
        <form className="card stack" method="post" action="/admin/confirm">
          {refusal !== undefined && <Note tone="danger">{refusal.error}</Note>}
          {to !== null && <input type="hidden" name="to" value={to} />}
          <div className="field">
            <label htmlFor="code">認証アプリの6桁のコード</label>
            <p className="hint" id="code-hint">
              12時間たつと、もう一度お聞きします
            </p>
            <input
              className="input"
              id="code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              aria-describedby="code-hint"
              maxLength={12}
              required
            />
          </div>
          <Button tone="primary" size="big" full>
            進む
          </Button>
        </form>
      </div>
    </PublicShell>
  );
}
