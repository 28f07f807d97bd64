import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProfileForm, type StoredProfile } from "#app/components/accounts/profile-form.tsx";
import settingsCss from "#app/components/accounts/settings.css?url";
import { useVisitKey } from "#app/components/fields/visit-key.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { DoneNote, PageHead, Section } from "#app/components/parts/parts.tsx";
import { BUSY_WORDS, tooManyTries } from "#app/components/waiting/wait-words.ts";
import { pickProfile } from "#app/domain/accounts/profile.ts";
import { profileFields, profileFormSchema } from "#app/forms/accounts/profile.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "プロフィール", back: "/home" };
export { meta } from "#app/components/frame/page-meta.ts";
export const links = stylesheets(settingsCss);

const DONE: Partial<Record<string, string>> = {
  saved: "プロフィールを保存しました",
  mailed:
    "プロフィールを保存しました。新しいメールアドレスに確認のメールを送りました。メールのリンクから変更を完了してください。",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const stored: StoredProfile = { name: user.name, email: user.email, ...pickProfile(user) };
  return {
    stored,
    hasSecondFactor: user.hasSecondFactor,
    done: doneWords(DONE, request),
    constraint: getZodConstraint(profileFields),
    /** Changes on each load of the page, but not after a refusal. */
    loadKey: crypto.randomUUID(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: profileFormSchema });
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") {
    const texts = Object.values(submission.error ?? {}).flat();
    const isUnknownChoice = texts.every((text) => text === MESSAGES.unknownChoice);
    const sentence = isUnknownChoice ? MESSAGES.unknownChoice : MESSAGES.profileNotSaved;
    return data(submission.reply({ formErrors: [sentence], hideFields }), isUnknownChoice ? 404 : 400);
  }
  const { currentPassword, code, changes } = submission.value;
  const { accounts, limits } = context.services;
  const taken = await limits.consumeCall({ user, door: "profile" });
  const result =
    taken.kind === "allowed"
      ? await accounts.updateProfile({ user, changes, currentPassword, code, clientAddress: context.clientAddress })
      : taken;
  if (result.kind === "updated")
    return redirect(`/settings?done=${result.isEmailChangeMailed ? "mailed" : "saved"}`, 303);
  const passwordError = currentPassword === "" ? MESSAGES.required : MESSAGES.wrongPassword;
  return refuseForm(
    submission,
    result,
    {
      "wrong-password": { status: 400, form: MESSAGES.profileNotSaved, fields: { currentPassword: passwordError } },
      "no-code": { status: 400, form: MESSAGES.profileNotSaved, fields: { code: MESSAGES.required } },
      "wrong-code": { status: 400, form: MESSAGES.profileNotSaved, fields: { code: MESSAGES.wrongCode } },
      "reserved-name": { status: 400, form: MESSAGES.profileNotSaved, fields: { name: MESSAGES.nameReserved } },
      busy: { status: 503, form: BUSY_WORDS },
      "too-many": { status: 429, form: tooManyTries },
    },
    hideFields,
  );
}

export default function SettingsPage() {
  const { stored, hasSecondFactor, done, constraint, loadKey } = useLoaderData<typeof loader>();
  const visitKey = useVisitKey(loadKey);
  const lastResult = useActionData<typeof action>();
  return (
    <>
      <PageHead title={stored.name} />
      {lastResult === undefined && <DoneNote>{done}</DoneNote>}
      <ProfileForm
        key={visitKey}
        stored={stored}
        asksForCode={hasSecondFactor}
        constraint={constraint}
        lastResult={lastResult}
      />
      <Section title="アカウント">
        <div className="card pad stack acts">
          <LinkButton to="/settings/security" reloadDocument>
            パスワードと2段階認証
          </LinkButton>
          <LinkButton to="/resetPassword" reloadDocument>
            パスワードを再設定する
          </LinkButton>
          <LinkButton to="/settings/notices">お知らせを選ぶ</LinkButton>
          <LinkButton to="/settings/limits">自分の上限と休み</LinkButton>
          <LinkButton to="/settings/tokens">APIのトークン</LinkButton>
          <LinkButton to="/subscriptions">プランを確認する</LinkButton>
          <LinkButton to="/settings/export" reloadDocument>
            個人データをダウンロードする
          </LinkButton>
          <LinkButton to="/settings/logout">すべての端末でログアウト</LinkButton>
          <LinkButton tone="danger" to="/settings/delete">
            退会する
          </LinkButton>
        </div>
      </Section>
    </>
  );
}
