import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailForm } from "#app/components/accounts/email-form.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Note, Section } from "#app/components/parts/parts.tsx";
import { pageView } from "#app/components/rankings/ranking-pages.ts";
import { tooManyMails } from "#app/components/waiting/wait-words.ts";
import topCss from "#app/components/welcome/top.css?url";
import { TryRace } from "#app/components/welcome/try-race.tsx";
import { readTried } from "#app/components/welcome/try-race-models.ts";
import { WeekTop } from "#app/components/welcome/week-top.tsx";
import { emailFormSchema, secondEmailFormSchema } from "#app/forms/accounts/account-forms.server.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";
import { safeReturnPath } from "#app/http/return-path.ts";

const DESCRIPTION =
  "気になる項目にチェックを入れるだけ。過去のレースで学んだあなただけのモデルが、出走馬ごとの指数を出します。";

export const handle: PageHandle = {
  description: DESCRIPTION,
  ...(import.meta.env.SSR && { stylesheet: () => topCss }),
};
export { meta } from "#app/components/frame/page-meta.ts";

/** The field of the tutorial's form. */
const SECOND = "second_email";

/** The reason for a redirect to this page: no cookie (atnf), or the user could not be loaded (umae). */
const REASONS: Partial<Record<string, string>> = {
  atnf: "そのページを見るには、ログインが必要です。",
  umae: "ユーザー情報を読み込めませんでした。もう一度ログインしてください。",
};

/** Reads R2 only. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const attribution = new URLSearchParams();
  for (const name of ["page", "position"]) {
    const value = query.get(name);
    if (value !== null && value !== "") attribution.set(name, value.slice(0, 100));
  }
  const e = query.get("e") ?? "";
  // Own keys only, not __proto__.
  const reason = (Object.hasOwn(REASONS, e) ? REASONS[e] : undefined) ?? null;
  const to = reason === null ? null : safeReturnPath(query.get("to"));
  const weekly = await context.attempt(() => context.services.rankings.read({ ranking: "weekly" }));
  return {
    tried: readTried(query.get("try")),
    week: weekly && pageView(weekly, { ticket: "total" }),
    reason,
    loginPath: to === null ? "/login" : `/login?to=${encodeURIComponent(to)}`,
    attribution: attribution.toString(),
    constraints: { first: getZodConstraint(emailFormSchema), second: getZodConstraint(secondEmailFormSchema) },
  };
}

/** Sends the mail with the link. The response does not reveal whether the address is registered. */
export async function action({ context, request }: ActionFunctionArgs) {
  const sent = await readForm(request);
  const submission = sent.has(SECOND)
    ? parseWithZod(sent, { schema: secondEmailFormSchema })
    : parseWithZod(sent, { schema: emailFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);

  const { attribution, ...address } = submission.value;
  const result = await context.services.accounts.requestSignUp({
    email: "email" in address ? address.email : address.second_email,
    attribution,
    clientAddress: context.clientAddress,
  });
  if (result.kind === "accepted") return redirect("/signup?sent=1", 303);
  return refuseForm(submission, result, { "too-many": { status: 429, form: tooManyMails } });
}

export default function TopPage() {
  const page = useLoaderData<typeof loader>();
  const { reason, loginPath, tried, week } = page;
  const lastResult = useActionData<typeof action>();
  // The URL of a submitted form has no query, so the attribution comes from the submitted values.
  const sentAttribution = lastResult?.initialValue?.attribution;
  const attribution = typeof sentAttribution === "string" ? sentAttribution : page.attribution;
  return (
    <>
      {reason !== null && (
        <Note tone="warn">
          {reason} <a href={loginPath}>ログイン</a>
        </Note>
      )}
      <TryRace tried={tried} />
      <WeekTop week={week} />
      <ol className="card clip steps3">
        <li>
          <b>項目を選ぶ</b>
          <span className="t13 muted">騎手、血統、近走の着順など。計算式は要りません。</span>
        </li>
        <li>
          <b>10秒ほどで学習が終わる</b>
          <span className="t13 muted">学習に使っていないレースで測った成績が、1番人気の成績と並んで出ます。</span>
        </li>
        <li>
          <b>発走前に記録する</b>
          <span className="t13 muted">
            予想は封印され、あとから変更できません。削除しても、外れた予想を含めて自分の記録に残ります（障害レースなど集計の対象外のレースを除く）。
          </span>
        </li>
      </ol>
      <p className="t14">
        <a className="tapl" href={attribution === "" ? "/tutorial" : `/tutorial?${attribution}`}>
          1分で分かるチュートリアル
        </a>
        <br />
        モデルの作成からレースの分析まで、登録の前に見られます。
      </p>
      <div className="narrow" id="join">
        <Section title="無料ではじめる">
          <EmailForm
            name="email"
            attribution={attribution}
            constraint={page.constraints.first}
            lastResult={lastResult}
          />
        </Section>
      </div>
    </>
  );
}
