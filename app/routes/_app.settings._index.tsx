import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProfileForm, type StoredProfile } from "#app/components/accounts/profile-form.tsx";
import settingsCss from "#app/components/accounts/settings.css?url";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Note, PageHead, Section } from "#app/components/parts/parts.tsx";
import { BUSY_WORDS, tooManyTries } from "#app/components/waiting/wait-words.ts";
import type { ClearableField } from "#app/domain/profile.ts";
import {
  clearedValues,
  PROFILE_FIELDS,
  profileEntries,
  profileFormSchema,
  readCleared,
} from "#app/forms/accounts/profile.server.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { type FormRefusal, fieldErrors, typedValues } from "#app/forms/refusal.ts";

export const handle: PageHandle = { title: "プロフィール", back: "/home" };
export const meta: MetaFunction = (args) => pageMeta(args, { title: "プロフィール" });
export const links: LinksFunction = () => [{ rel: "stylesheet", href: settingsCss }];

const DONE: Partial<Record<string, string>> = {
  saved: "プロフィールを保存しました",
  mailed:
    "プロフィールを保存しました。新しいメールアドレスに確認のメールを送りました。メールのリンクから変更を完了してください。",
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const stored: StoredProfile = {
    name: user.name,
    email: user.email,
    birthDate: user.birthDate,
    sex: user.sex,
    favHorse: user.favHorse,
    favJockey: user.favJockey,
    favTicketType: user.favTicketType,
    raceOfMemories: user.raceOfMemories,
    racingExperience: user.racingExperience,
    icon: user.icon,
    phoneNumber: user.phoneNumber,
    prefectures: user.prefectures,
    profile: user.profile,
  };
  const done = new URL(request.url).searchParams.get("done");
  return {
    stored,
    done: (done !== null && Object.hasOwn(DONE, done) ? DONE[done] : undefined) ?? null,
    answerKey: crypto.randomUUID(),
  };
}

interface ProfileRefusal extends FormRefusal {
  /** Ticked to be emptied, to be shown again like what was typed. */
  cleared: ClearableField[];
  /** 404 (something chosen is not there) is shown in a neutral tone, every other as an error. */
  status: number;
  /** Another one with each answer: the loader does not run again after a refusal. */
  answerKey: string;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const form = await request.formData();
  const cleared = readCleared(form);
  const refuse = (refusal: Omit<FormRefusal, "values">, status: number, headers: HeadersInit = {}) =>
    data<ProfileRefusal>(
      {
        ...refusal,
        status,
        answerKey: crypto.randomUUID(),
        cleared,
        values: typedValues(form, PROFILE_FIELDS),
      },
      { status, headers },
    );

  const parsed = profileFormSchema.safeParse(profileEntries(form, cleared));
  if (!parsed.success) {
    const errors = fieldErrors(parsed.error);
    return Object.values(errors).every((text) => text === MESSAGES.unknownChoice)
      ? refuse({ errors, message: MESSAGES.unknownChoice }, 404)
      : refuse({ errors }, 400);
  }
  const { currentPassword, ...changes } = parsed.data;
  const result = await context.services.accounts.updateProfile({
    user,
    changes: { ...changes, ...clearedValues(cleared) },
    currentPassword,
    clientAddress: context.clientAddress,
  });
  if (result.kind === "updated")
    return redirect(`/settings?done=${result.isEmailChangeMailed ? "mailed" : "saved"}`, 303);
  switch (result.reason) {
    case "wrong-password": {
      const text = currentPassword === "" ? MESSAGES.required : MESSAGES.wrongPassword;
      return refuse({ errors: { currentPassword: text } }, 400);
    }
    case "busy":
      return refuse({ errors: {}, message: BUSY_WORDS }, 503);
    case "too-many":
      return refuse({ errors: {}, message: tooManyTries(result.retryAfterSeconds) }, 429, {
        "Retry-After": String(result.retryAfterSeconds),
      });
    default:
      return result satisfies never;
  }
}

export default function SettingsPage() {
  const { stored, done, answerKey } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const hasFieldErrors = refusal !== undefined && Object.keys(refusal.errors).length > 0;
  const message =
    refusal?.message ?? (hasFieldErrors ? "保存できませんでした。入力した内容をご確認ください。" : undefined);
  return (
    <>
      <PageHead title={stored.name} />
      {message !== undefined && <Note tone={refusal?.status === 404 ? undefined : "danger"}>{message}</Note>}
      {refusal === undefined && done !== null && (
        <div role="status">
          <Note tone="turf">{done}</Note>
        </div>
      )}
      <ProfileForm key={refusal?.answerKey ?? answerKey} stored={stored} refusal={refusal} cleared={refusal?.cleared} />
      <Section title="アカウント">
        <div className="card pad stack acts">
          <LinkButton to="/resetPassword" reloadDocument>
            パスワードを再設定する
          </LinkButton>
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
