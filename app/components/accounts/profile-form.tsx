import {
  type FieldMetadata,
  type FormMetadata,
  getCollectionProps,
  getFormProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Checkbox, Chip, Field, FieldError, SelectField, TextField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { PROFILE_ICON_WORDS, ProfileIcon } from "#app/components/frame/profile-icon.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { useLeaveWarning } from "#app/components/waiting/leave-warning.ts";
import {
  type ClearableField,
  EARLIEST_BIRTH_DATE,
  PREFECTURES,
  PROFILE_ICONS,
  PROFILE_TEXT_MAX,
  type ProfileFields,
  RACING_EXPERIENCE_MAX,
  SEXES,
  TICKET_TYPES,
} from "#app/domain/accounts/profile.ts";
import type { ProfileForm as ProfileFormFields } from "#app/forms/accounts/profile.server.ts";
import { MESSAGES, NAME_HINT } from "#app/forms/messages.ts";
import { CodeField } from "./security-fields.tsx";

export interface StoredProfile extends ProfileFields {
  name: string;
  email: string;
}

const FAVOURITES = [
  { name: "favHorse", label: "好きな馬" },
  { name: "favJockey", label: "好きな騎手" },
  { name: "raceOfMemories", label: "思い出のレース" },
] as const;

/** The stored values as shown in the fields. In a choice 0 means "not given", but it is also a number of years. */
function shownValues(stored: StoredProfile) {
  const choice = (number: number) => (number === 0 ? "" : String(number));
  return {
    ...stored,
    sex: choice(stored.sex),
    prefectures: choice(stored.prefectures),
    racingExperience: String(stored.racingExperience),
    favTicketType: choice(stored.favTicketType),
  };
}

type ProfileFieldset = ReturnType<FormMetadata<ProfileFormFields>["getFieldset"]>;

interface FieldsProps {
  stored: StoredProfile;
  fields: ProfileFieldset;
}

/** Key it by the load, so that blank fields show the stored values after saving. */
export function ProfileForm({
  stored,
  asksForCode,
  lastResult,
  constraint,
}: {
  stored: StoredProfile;
  asksForCode: boolean;
  constraint: ReturnType<typeof getZodConstraint>;
  lastResult?: SubmissionResult;
}) {
  const [form, fields] = useForm<ProfileFormFields>({
    id: "profile",
    lastResult,
    constraint,
    defaultValue: shownValues(stored),
  });
  const isSending = useLeaveWarning(form.dirty, lastResult);
  useEmptied(fields.currentPassword.id, lastResult);
  const { onSubmit, ...formProps } = getFormProps(form);
  return (
    <>
      {/* A choice that no longer exists is not the reader's fault. */}
      <FormErrors form={form} isAlert={form.errors?.includes(MESSAGES.unknownChoice) !== true} />
      <Form
        {...formProps}
        className="card pad stack loose profile"
        method="post"
        action="/settings?index"
        onSubmit={(event) => {
          isSending.current = true;
          onSubmit(event);
        }}
      >
        <AccountFields fields={fields} asksForCode={asksForCode} />
        <PersonFields stored={stored} fields={fields} />
        <RacingFields stored={stored} fields={fields} />
        <p className="t13 muted">
          空欄にした項目は、いまの内容のままになります。消すときは「空にする」を選んで保存してください。
        </p>
        <Button tone="primary" size="big" full>
          保存する
        </Button>
      </Form>
    </>
  );
}

/** Empties a password once its form is answered. Other fields keep the typed value. */
function useEmptied(fieldId: string, lastResult: SubmissionResult | undefined): void {
  const answered = useRef(lastResult);
  useEffect(() => {
    if (answered.current === lastResult) return;
    answered.current = lastResult;
    const password = document.getElementById(fieldId);
    if (password instanceof HTMLInputElement) password.value = "";
  }, [lastResult, fieldId]);
}

function AccountFields({ fields, asksForCode }: Pick<FieldsProps, "fields"> & { asksForCode: boolean }) {
  return (
    <>
      <Field
        meta={fields.name}
        label="ユーザー名"
        autoComplete="nickname"
        maxLength={PROFILE_TEXT_MAX.name}
        hint={NAME_HINT}
      />
      <fieldset className="field">
        <legend className="label">アイコン</legend>
        <div className="icon-set">
          {PROFILE_ICONS.map((icon) => (
            <Radio key={icon} meta={fields.icon} value={icon}>
              <ProfileIcon icon={icon} />
              {PROFILE_ICON_WORDS[icon]}
            </Radio>
          ))}
        </div>
        <FieldError id={fields.icon.errorId} errors={fields.icon.errors} />
      </fieldset>
      <Field
        meta={fields.email}
        label="メールアドレス"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={PROFILE_TEXT_MAX.email}
        hint="変更すると、新しいアドレスに確認のメールを送ります。メールのリンクで確認すると変わります。"
      />
      <Field
        meta={fields.currentPassword}
        label="現在のパスワード"
        type="password"
        autoComplete="current-password"
        hint="メールアドレスを変更するときだけ入力してください。"
      />
      {asksForCode && <CodeField meta={fields.code} />}
    </>
  );
}

function PersonFields({ stored, fields }: FieldsProps) {
  const shared = { stored, clear: fields.clear };
  return (
    <>
      <Clearable {...shared} name="birthDate" label="生年月日">
        <Field meta={fields.birthDate} label="生年月日" type="date" min={EARLIEST_BIRTH_DATE} autoComplete="bday" />
      </Clearable>
      <Clearable {...shared} name="sex" label="性別">
        <fieldset className="field">
          <legend className="label">性別</legend>
          <div className="sex-set">
            {SEXES.map(
              (word, number) =>
                number > 0 && (
                  <Radio key={word} meta={fields.sex} value={String(number)}>
                    {word}
                  </Radio>
                ),
            )}
          </div>
          <FieldError id={fields.sex.errorId} errors={fields.sex.errors} />
        </fieldset>
      </Clearable>
      <Clearable {...shared} name="prefectures" label="都道府県">
        <Choice meta={fields.prefectures} label="都道府県" words={PREFECTURES} />
      </Clearable>
      <Clearable {...shared} name="phoneNumber" label="電話番号">
        <Field
          meta={fields.phoneNumber}
          label="電話番号"
          type="tel"
          autoComplete="tel"
          maxLength={PROFILE_TEXT_MAX.phoneNumber}
        />
      </Clearable>
    </>
  );
}

function RacingFields({ stored, fields }: FieldsProps) {
  const shared = { stored, clear: fields.clear };
  return (
    <>
      <Clearable {...shared} name="racingExperience" label="競馬歴">
        <Field
          meta={fields.racingExperience}
          label="競馬歴（年）"
          type="number"
          inputMode="numeric"
          min={0}
          max={RACING_EXPERIENCE_MAX}
        />
      </Clearable>
      <Clearable {...shared} name="favTicketType" label="好きな券種">
        <Choice meta={fields.favTicketType} label="好きな券種" words={TICKET_TYPES} />
      </Clearable>
      {FAVOURITES.map(({ name, label }) => (
        <Clearable {...shared} key={name} name={name} label={label}>
          <Field meta={fields[name]} label={label} maxLength={PROFILE_TEXT_MAX[name]} />
        </Clearable>
      ))}
      <Clearable {...shared} name="profile" label="自己紹介">
        <TextField meta={fields.profile} label="自己紹介" maxLength={PROFILE_TEXT_MAX.profile} />
      </Clearable>
    </>
  );
}

/** A field and, if a value is stored, the checkbox that clears it. A blank field keeps the stored value. */
function Clearable({
  name,
  label,
  stored,
  clear,
  children,
}: {
  name: ClearableField;
  label: string;
  stored: StoredProfile;
  clear: FieldMetadata;
  children: ReactNode;
}) {
  return (
    <div className="stack">
      {children}
      {stored[name] !== "" && stored[name] !== 0 && (
        <Checkbox meta={clear} value={name}>
          {label}を空にする
        </Checkbox>
      )}
    </div>
  );
}

function Radio({ meta, value, children }: { meta: FieldMetadata; value: string; children: ReactNode }) {
  return getCollectionProps(meta, { type: "radio", options: [value] }).map(({ key, ...input }) => (
    <Chip key={key} {...input}>
      {children}
    </Chip>
  ));
}

/** A choice of numbered words; the first means "not given". */
function Choice({ meta, label, words }: { meta: FieldMetadata; label: string; words: readonly string[] }) {
  return (
    <SelectField meta={meta} label={label}>
      {words.map((word, number) => (
        <option key={word} value={number === 0 ? "" : number}>
          {number === 0 ? "未設定" : word}
        </option>
      ))}
    </SelectField>
  );
}
