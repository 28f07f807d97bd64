import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailForm } from "#app/components/accounts/email-form.tsx";
import { pageMeta } from "#app/components/frame/brand.ts";
import { Icon } from "#app/components/parts/icon.tsx";
import { Note, Section, Tag } from "#app/components/parts/parts.tsx";
import { tooManyMails } from "#app/components/waiting/wait-words.ts";
import { SampleRace, SampleSkill } from "#app/components/welcome/sample-result.tsx";
import { emailFormSchema, secondEmailFormSchema } from "#app/forms/accounts/sign-up.server.ts";
import { type FormRefusal, fieldErrors, typedValues } from "#app/forms/refusal.ts";

const DESCRIPTION =
  "気になる項目にチェックを入れるだけ。過去のレースで学んだあなただけのモデルが、出走馬ごとの指数を出します。";

export const meta: MetaFunction = (args) => pageMeta(args, { description: DESCRIPTION });

/** Why the reader was sent here: no cookie (atnf), or a user that could not be loaded (umae). */
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
  // Only names of our own: __proto__ is none.
  const reason = (Object.hasOwn(REASONS, e) ? REASONS[e] : undefined) ?? null;
  return { reason, attribution: attribution.toString() };
}

interface Refused extends FormRefusal {
  form: "email" | "second_email";
}

/** Either form: sends the mail with the link, and answers alike whether or not the address is registered. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  const which = form.has("second_email") ? ("second_email" as const) : ("email" as const);
  const refuse = (refusal: Omit<Refused, "form" | "values">, init: ResponseInit) =>
    data<Refused>({ ...refusal, form: which, values: typedValues(form, [which, "terms", "attribution"]) }, init);

  const fields = Object.fromEntries(form);
  const parsed = which === "email" ? emailFormSchema.safeParse(fields) : secondEmailFormSchema.safeParse(fields);
  if (!parsed.success) return refuse({ errors: fieldErrors(parsed.error) }, { status: 400 });

  const attribution = form.get("attribution");
  const result = await context.services.accounts.requestSignUp({
    email: "email" in parsed.data ? parsed.data.email : parsed.data.second_email,
    attribution: typeof attribution === "string" ? attribution.slice(0, 300) : "",
    clientAddress: context.clientAddress,
  });
  if (result.kind === "refused") {
    const message = tooManyMails(result.retryAfterSeconds);
    return refuse(
      { errors: {}, message },
      { status: 429, headers: { "Retry-After": String(result.retryAfterSeconds) } },
    );
  }
  return redirect("/signup?sent=1", 303);
}

export default function TopPage() {
  const page = useLoaderData<typeof loader>();
  const { reason } = page;
  const refused = useActionData<typeof action>();
  // The address of a sent form has no query, so what it carried comes back with it.
  const attribution = refused?.values.attribution ?? page.attribution;
  return (
    <>
      {reason !== null && (
        <Note tone="warn">
          {reason} <a href="/login">ログイン</a>
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
        <EmailForm name="email" attribution={attribution} refusal={refused?.form === "email" ? refused : undefined} />
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
          <b>いつも1番人気と並べます</b>
          <span className="t14 muted">的中率と回収率は、レース数と誤差の幅、人気順の成績と一緒に。</span>
        </li>
        <li>
          <Icon name="list" />
          <b>外れも残ります</b>
          <span className="t14 muted">
            発走前に確定した分析は、削除しても、時刻、モデル、レース、予想の馬番とその結果が自分の記録に残ります。
          </span>
        </li>
      </ul>
      <div className="again">
        <Section title="はじめる">
          <EmailForm
            name="second_email"
            attribution={attribution}
            refusal={refused?.form === "second_email" ? refused : undefined}
          />
        </Section>
      </div>
    </>
  );
}
