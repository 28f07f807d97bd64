import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailForm } from "#app/components/accounts/email-form.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Icon } from "#app/components/parts/icon.tsx";
import { Note, Section, Tag } from "#app/components/parts/parts.tsx";
import { tooManyMails } from "#app/components/waiting/wait-words.ts";
import { SampleRace, SampleSkill } from "#app/components/welcome/sample-result.tsx";
import { emailFormSchema, secondEmailFormSchema } from "#app/forms/accounts/account-forms.server.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";
import { safeReturnPath } from "#app/http/return-path.ts";

const DESCRIPTION =
  "気になる項目にチェックを入れるだけ。過去のレースで学んだあなただけのモデルが、出走馬ごとの指数を出します。";

export const handle: PageHandle = { description: DESCRIPTION };
export { meta } from "#app/components/frame/page-meta.ts";

/** A reply belongs to the second form if it has this field. */
const SECOND = "second_email";

/** The reason for a redirect to this page: no cookie (atnf), or the user could not be loaded (umae). */
const REASONS: Partial<Record<string, string>> = {
  atnf: "そのページを見るには、ログインが必要です。",
  umae: "ユーザー情報を読み込めませんでした。もう一度ログインしてください。",
};

export function loader({ request }: LoaderFunctionArgs) {
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
  return {
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
  const { reason, loginPath, constraints } = page;
  const lastResult = useActionData<typeof action>();
  const isSecond = lastResult?.fields?.includes(SECOND) === true;
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
      <div className="hero">
        <div>
          <h1>
            あなたの見立てを、
            <br />
            AIモデルに。
          </h1>
          <p className="sub">{DESCRIPTION}</p>
        </div>
        <EmailForm
          name="email"
          attribution={attribution}
          constraint={constraints.first}
          lastResult={isSecond ? undefined : lastResult}
        />
        <a className="card pad row banner" href={attribution === "" ? "/tutorial" : `/tutorial?${attribution}`}>
          <span className="grow">
            <b>1分でわかるチュートリアル</b>
            <span className="t13 muted">モデルの作成からレースの分析まで、登録の前に見られます。</span>
          </span>
          <Icon name="next" />
        </a>
      </div>
      <div className="cols">
        <Section title="こんな結果が出ます" aside={<Tag>見本</Tag>}>
          <SampleRace />
        </Section>
        <Section title="モデルの実力も、かくさず" aside={<Tag>見本</Tag>}>
          <SampleSkill />
        </Section>
      </div>
      <ul className="promise">
        <li>
          <Icon name="shield" />
          <b>知らないレースで試します</b>
          <span className="t14 muted">成績はすべて、モデルが学習していないレースのものです。</span>
        </li>
        <li>
          <Icon name="model" />
          <b>1番人気と並べます</b>
          <span className="t14 muted">的中率と回収率は、レース数と誤差の幅、人気順の成績と一緒に。</span>
        </li>
        <li>
          <Icon name="list" />
          <b>外れも残ります</b>
          <span className="t14 muted">
            発走前に記録した分析は、削除しても、時刻、モデル、レース、予想の馬番とその結果（障害レースなど集計の対象外のレースを除く）が自分の記録に残ります。
          </span>
        </li>
      </ul>
      <div className="again">
        <Section title="はじめる">
          <EmailForm
            name={SECOND}
            attribution={attribution}
            constraint={constraints.second}
            lastResult={isSecond ? lastResult : undefined}
          />
        </Section>
      </div>
    </>
  );
}
