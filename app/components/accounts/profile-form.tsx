import { Form } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import { PROFILE_ICON_WORDS, ProfileIcon } from "#app/components/frame/profile-icon.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Checkbox, Chip, Field, FieldError, SelectField } from "#app/components/parts/field.tsx";
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
} from "#app/domain/profile.ts";
import type { FormRefusal } from "#app/forms/refusal.ts";

export interface StoredProfile extends ProfileFields {
  name: string;
  email: string;
}

const FAVOURITES = [
  { name: "favHorse", label: "好きな馬" },
  { name: "favJockey", label: "好きな騎手" },
  { name: "raceOfMemories", label: "思い出のレース" },
] as const;

/** What the fields show: as it was sent when it was refused, else as it is stored; never a password. */
function shownValues(stored: StoredProfile, refusal?: FormRefusal): (name: keyof StoredProfile) => string {
  return (name) => {
    const typed = refusal?.values[name];
    if (typed !== undefined) return typed;
    const value = stored[name];
    // 0 is "not told" of the choices, and a number of years only once something is.
    return value === 0 && name !== "racingExperience" ? "" : String(value);
  };
}

/**
 * The profile. To be mounted anew (`key`) with every answer of the server: its fields keep what is typed
 * by themselves, and the password field has to come back empty.
 */
export function ProfileForm({
  stored,
  refusal,
  cleared = [],
}: {
  stored: StoredProfile;
  refusal?: FormRefusal;
  /** Ticked to be emptied, in a form that was refused. */
  cleared?: readonly ClearableField[];
}) {
  const [isDirty, setDirty] = useState(refusal !== undefined);
  const isSending = useRef(false);
  useLeaveWarning(isDirty, isSending);
  const shown = shownValues(stored, refusal);
  const errors = refusal?.errors ?? {};
  /** A field with, once it is filled, the tick that empties it: left blank it keeps what is stored. */
  const clearable = (name: ClearableField, label: string, field: ReactNode) => (
    <div key={name} className="stack">
      {field}
      {stored[name] !== "" && stored[name] !== 0 && (
        <Checkbox name="clear" value={name} defaultChecked={cleared.includes(name)}>
          {label}を空にする
        </Checkbox>
      )}
    </div>
  );
  return (
    <Form
      className="card pad stack loose profile"
      method="post"
      action="/settings?index"
      noValidate
      onChange={() => setDirty(true)}
      onSubmit={() => {
        isSending.current = true;
      }}
    >
      <Field
        label="ユーザー名"
        name="name"
        autoComplete="nickname"
        required
        maxLength={PROFILE_TEXT_MAX.name}
        defaultValue={shown("name")}
        error={errors.name}
        hint="ランキングなどで公開されます。半角英数字をおすすめします。"
      />
      <fieldset className="field">
        <legend className="label">アイコン</legend>
        <div className="icon-set">
          {PROFILE_ICONS.map((icon) => (
            <Chip key={icon} type="radio" name="icon" value={icon} defaultChecked={shown("icon") === icon}>
              <ProfileIcon icon={icon} />
              {PROFILE_ICON_WORDS[icon]}
            </Chip>
          ))}
        </div>
        <FieldError>{errors.icon}</FieldError>
      </fieldset>
      <Field
        label="メールアドレス"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={PROFILE_TEXT_MAX.email}
        defaultValue={shown("email")}
        error={errors.email}
        hint="変更すると、新しいアドレスに確認のメールを送ります。メールのリンクで確認すると変わります。"
      />
      <Field
        label="現在のパスワード"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword}
        hint="メールアドレスを変更するときだけ入力してください。"
      />
      {clearable(
        "birthDate",
        "生年月日",
        <Field
          label="生年月日"
          name="birthDate"
          type="date"
          min={EARLIEST_BIRTH_DATE}
          autoComplete="bday"
          defaultValue={shown("birthDate")}
          error={errors.birthDate}
        />,
      )}
      {clearable(
        "sex",
        "性別",
        <fieldset className="field">
          <legend className="label">性別</legend>
          <div className="sex-set">
            {SEXES.map(
              (word, number) =>
                number > 0 && (
                  <Chip
                    key={word}
                    type="radio"
                    name="sex"
                    value={number}
                    defaultChecked={shown("sex") === String(number)}
                  >
                    {word}
                  </Chip>
                ),
            )}
          </div>
          <FieldError>{errors.sex}</FieldError>
        </fieldset>,
      )}
      {clearable(
        "prefectures",
        "都道府県",
        <Choice label="都道府県" name="prefectures" words={PREFECTURES} shown={shown} errors={errors} />,
      )}
      {clearable(
        "phoneNumber",
        "電話番号",
        <Field
          label="電話番号"
          name="phoneNumber"
          type="tel"
          autoComplete="tel"
          maxLength={PROFILE_TEXT_MAX.phoneNumber}
          defaultValue={shown("phoneNumber")}
          error={errors.phoneNumber}
        />,
      )}
      {clearable(
        "racingExperience",
        "競馬歴",
        <Field
          label="競馬歴（年）"
          name="racingExperience"
          type="number"
          inputMode="numeric"
          min={0}
          max={RACING_EXPERIENCE_MAX}
          defaultValue={shown("racingExperience")}
          error={errors.racingExperience}
        />,
      )}
      {clearable(
        "favTicketType",
        "好きな券種",
        <Choice label="好きな券種" name="favTicketType" words={TICKET_TYPES} shown={shown} errors={errors} />,
      )}
      {FAVOURITES.map(({ name, label }) =>
        clearable(
          name,
          label,
          <Field
            label={label}
            name={name}
            maxLength={PROFILE_TEXT_MAX[name]}
            defaultValue={shown(name)}
            error={errors[name]}
          />,
        ),
      )}
      {clearable(
        "profile",
        "自己紹介",
        <div className="field">
          <label htmlFor="profile">自己紹介</label>
          <textarea
            className="input"
            id="profile"
            name="profile"
            maxLength={PROFILE_TEXT_MAX.profile}
            defaultValue={shown("profile")}
            aria-invalid={errors.profile === undefined ? undefined : true}
            aria-describedby={errors.profile === undefined ? undefined : "profile-error"}
          />
          <FieldError id="profile-error">{errors.profile}</FieldError>
        </div>,
      )}
      <p className="t13 muted">
        空欄にした項目は、いまの内容のままになります。消すときは「空にする」を選んで保存してください。
      </p>
      <Button tone="primary" size="big" full>
        保存する
      </Button>
    </Form>
  );
}

/** A choice among numbered words, of which the first is "not told". */
function Choice({
  label,
  name,
  words,
  shown,
  errors,
}: {
  label: string;
  name: "prefectures" | "favTicketType";
  words: readonly string[];
  shown: (name: keyof StoredProfile) => string;
  errors: FormRefusal["errors"];
}) {
  return (
    <SelectField label={label} name={name} defaultValue={shown(name)} error={errors[name]}>
      {words.map((word, number) => (
        <option key={word} value={number === 0 ? "" : number}>
          {number === 0 ? "未設定" : word}
        </option>
      ))}
    </SelectField>
  );
}
