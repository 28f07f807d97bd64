import { useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { AuditTable, Row, RowsCard } from "#app/components/operator/operator-parts.tsx";
import { ConfirmAction, UserActions } from "#app/components/operator/user-actions.tsx";
import { UserFacts, UserHead, UserModels, UserPlan } from "#app/components/operator/user-parts.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote } from "#app/components/parts/parts.tsx";
import { type UserActionForm, userActionSchema } from "#app/forms/operator/console.server.ts";
import { doneWords } from "#app/http/done-words.ts";
import { isVisit, readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "利用者" };
export { meta } from "#app/components/frame/page-meta.ts";

const NOBODY = "この利用者はいません";

const DONE: Partial<Record<string, string>> = {
  "sign-out": "すべての端末からログアウトさせました",
  "drop-second-factor": "2段階認証を外しました",
  "hide-name": "公開名を隠しました",
  "show-name": "公開名を戻しました。次の集計からランキングに出ます",
};

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await context.requireStaff(request);
  const { console } = context.services;
  const query = new URL(request.url).searchParams;
  const text = query.get("q")?.slice(0, 254) ?? "";
  // Searches and views are audited; do not run them for prefetches.
  const isSeen = isVisit(request) || request.method === "POST";
  const found = text !== "" && isSeen ? await console.findUsers({ staff, text }) : [];
  const userId = readId(query.get("user")) ?? (found.length === 1 ? (found[0]?.id ?? null) : null);
  const user = userId === null || !isSeen ? null : await console.openUser({ staff, userId });
  const entries = user === null ? [] : await console.listActions({ subject: `user:${user.id}` });
  return {
    ...{ text, found, user, entries, constraint: getZodConstraint(userActionSchema) },
    done: doneWords(DONE, request),
  };
}

/** The first submission replies with success, which shows the confirmation. The reply for an address contains it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await context.requireStaff(request);
  const submission = parseWithZod(await readForm(request), { schema: userActionSchema });
  if (submission.status !== "success") return data({ ...submission.reply(), address: null }, 400);
  const { user: userId, do: asked, reason, confirmed } = submission.value;
  const refuse = (text: string) => data({ ...submission.reply({ formErrors: [text] }), address: null }, 400);
  const { console } = context.services;
  if (asked === "see-address") {
    const address = await console.readAddress({ staff, userId, reason });
    if (address === null) return refuse(NOBODY);
    return data({ ...submission.reply({ resetForm: true }), address });
  }
  if (confirmed === undefined) return data({ ...submission.reply(), address: null });
  if (asked === "sign-out") {
    const result = await console.signUserOut({ staff, userId, reason });
    if (result.kind === "refused") return refuse(NOBODY);
  } else if (asked === "drop-second-factor") {
    const result = await console.endUserSecondFactor({ staff, userId, reason });
    if (result.kind === "refused") return refuse("2段階認証は使われていません");
  } else {
    const isHidden = asked === "hide-name";
    const result = await console.setNameHidden({ staff, userId, isHidden, reason });
    if (result.kind === "refused") return refuse("すでにそうなっています");
  }
  return redirect(`/admin/users?user=${userId}&done=${asked}`, 303);
}

export default function UsersPage() {
  const { text, found, user, entries, done, constraint } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<UserActionForm>({ id: "user-action", lastResult: answer, constraint });
  const isAsked = answer?.status === "success";
  return (
    <>
      <FormErrors form={form} />
      {answer === undefined && <DoneNote>{done}</DoneNote>}
      <form className="card pad stack" method="get" action="/admin/users">
        <div className="field">
          <label htmlFor="q">メールアドレス・表示名・利用者番号</label>
          <p className="hint" id="q-hint">
            完全に一致するものだけを探します。探したこと自体も記録に残ります
          </p>
          <div className="inform">
            <input
              className="input"
              id="q"
              name="q"
              defaultValue={text}
              autoComplete="off"
              maxLength={254}
              aria-describedby="q-hint"
            />
            <Button tone="primary" icon="search">
              探す
            </Button>
          </div>
        </div>
      </form>
      {user === null && text !== "" && <FoundUsers found={found} />}
      {user !== null && (
        <>
          {isAsked && <ConfirmAction user={user} form={form} fields={fields} />}
          <UserHead user={user} />
          <div className="duo">
            <UserFacts user={user} address={answer?.address ?? null} />
            <UserPlan user={user} />
          </div>
          {!isAsked && <UserActions user={user} form={form} fields={fields} />}
          <UserModels models={user.models} />
          <section className="card clip" id="log">
            <h3 className="pad">操作の記録</h3>
            <AuditTable entries={entries} />
          </section>
        </>
      )}
    </>
  );
}

function FoundUsers({ found }: { found: readonly { id: number; name: string; email: string }[] }) {
  if (found.length === 0) return <p className="muted">一致する利用者はいません。</p>;
  return (
    <RowsCard title={`一致した利用者 ${found.length}人`}>
      {found.map(({ id, name, email }) => (
        <Row key={id} name={<a href={`/admin/users?user=${id}`}>{name}</a>} hint={email}>
          <span>u_{id}</span>
        </Row>
      ))}
    </RowsCard>
  );
}
