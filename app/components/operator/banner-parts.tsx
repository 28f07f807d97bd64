import { getCollectionProps, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { Field, FieldError, TextField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { SITE_BANNER_KINDS, SITE_BANNER_MAX, type SiteBanner } from "#app/domain/operations/site-banner.ts";
import type { EndBannerForm as EndFields, SetBannerForm as SetFields } from "#app/forms/operator/console.server.ts";
import { ReasonField } from "./operator-parts.tsx";
import { formatInstant } from "./operator-words.ts";

export function BannerCard({ banner }: { banner: SiteBanner | null }) {
  return (
    <section className="card pad stack" id="banner">
      <div className="head">
        <h3>利用者へのお知らせ</h3>
        <a href="/admin/notice">{banner === null ? "出す" : "変える"}</a>
      </div>
      <BannerState banner={banner} />
    </section>
  );
}

export function BannerState({ banner }: { banner: SiteBanner | null }) {
  if (banner === null) return <p className="t13 muted">いまは出していません。</p>;
  return (
    <p>
      <b>{SITE_BANNER_KINDS[banner.kind]}</b>　{banner.text}
      <br />
      <small className="muted">{formatInstant(banner.until)} に自動で終わります</small>
    </p>
  );
}

interface Answered {
  constraint: ReturnType<typeof getZodConstraint>;
  lastResult: SubmissionResult<string[]> | undefined;
}

/** `until` is a datetime-local value in Japan. */
export function BannerForm({
  banner,
  until,
  constraint,
  lastResult,
}: Answered & { banner: SiteBanner | null; until: string }) {
  const [form, fields] = useForm<SetFields>({
    id: "set-banner",
    lastResult,
    constraint,
    defaultValue: { kind: banner?.kind ?? "trouble", text: banner?.text, until },
  });
  const { kind } = fields;
  return (
    <form {...getFormProps(form)} className="card pad stack" method="post" action="/admin/notice">
      <h2>{banner === null ? "お知らせを出す" : "お知らせを替える"}</h2>
      <FormErrors form={form} />
      <fieldset className="field">
        <legend>種類</legend>
        <div className="row wrap kinds">
          {getCollectionProps(kind, { type: "radio", options: Object.keys(SITE_BANNER_KINDS) }).map(
            ({ key, ...input }) => (
              <label className="check" key={key}>
                <input {...input} />
                <span>{SITE_BANNER_KINDS[input.value as keyof typeof SITE_BANNER_KINDS]}</span>
              </label>
            ),
          )}
        </div>
        <FieldError id={kind.errorId} errors={kind.errors} />
      </fieldset>
      <TextField
        meta={fields.text}
        label={`文（${SITE_BANNER_MAX}字まで）`}
        hint="何ができないか、いつごろ直るか、待てばよいのかを書きます"
        rows={3}
        maxLength={SITE_BANNER_MAX}
      />
      <Field meta={fields.until} label="終わり（日本時間。14日後まで）" type="datetime-local" />
      <ReasonField meta={fields.reason} />
      <div className="btns">
        <Button tone="primary" name="do" value="set">
          すべてのページに出す
        </Button>
      </div>
    </form>
  );
}

export function EndBannerForm({ constraint, lastResult }: Answered) {
  const [form, fields] = useForm<EndFields>({ id: "end-banner", lastResult, constraint });
  return (
    <form {...getFormProps(form)} className="card pad stack" method="post" action="/admin/notice">
      <h2>いま終える</h2>
      <ReasonField meta={fields.reason} />
      <div className="btns">
        <Button tone="danger" name="do" value="end">
          お知らせを終える
        </Button>
      </div>
    </form>
  );
}
