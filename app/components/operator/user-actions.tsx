import { type FormMetadata, getFormProps } from "@conform-to/react";
import { HiddenField } from "#app/components/fields/field.tsx";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import type { UserAction, UserActionForm } from "#app/forms/operator/console.server.ts";
import { ReasonField, Row } from "./operator-parts.tsx";

const WORDS: Record<UserAction, { title: string; hint: string; button: string }> = {
  "see-address": { title: "メールアドレスの全部を見る", hint: "見たことは記録に残ります", button: "見る" },
  "sign-out": {
    title: "すべての端末からログアウト",
    hint: "プログラムのログインも終わります",
    button: "ログアウトさせる",
  },
  "drop-second-factor": {
    title: "2段階認証を外す",
    hint: "本人がアプリも回復コードもなくしたときだけ、READMEの手順で本人と確かめてから。パスワードだけでログインでき、本人にメールが届きます",
    button: "外す",
  },
  "hide-name": {
    title: "公開名を隠す",
    hint: "ランキングの名前とモデル名を伏せ、公開中の分析ページを閉じます",
    button: "隠す",
  },
  "show-name": {
    title: "公開名を戻す",
    hint: "次の集計からランキングに出ます。分析ページは本人が公開しなおします",
    button: "戻す",
  },
};

interface Subject {
  id: number;
  name: string;
  nameHiddenAt: number | null;
  hasSecondFactor: boolean;
}

interface StepProps {
  user: Subject;
  form: FormMetadata<UserActionForm>;
  fields: ReturnType<FormMetadata<UserActionForm>["getFieldset"]>;
}

/** One reason for all actions. */
export function UserActions({ user, form, fields }: StepProps) {
  const offered: UserAction[] = [
    "see-address",
    "sign-out",
    ...(user.hasSecondFactor ? (["drop-second-factor"] as const) : []),
    user.nameHiddenAt === null ? "hide-name" : "show-name",
  ];
  return (
    <form {...getFormProps(form)} className="card clip" method="post" action={`/admin/users?user=${user.id}`}>
      <HiddenField meta={fields.user} value={user.id} />
      <div className="pad stack">
        <h3>できること</h3>
        <p className="t13 muted">変えるものは、押すと確認に進みます。</p>
        <ReasonField meta={fields.reason} />
      </div>
      <ul className="rowsx">
        {offered.map((action) => (
          <Row key={action} name={WORDS[action].title} hint={WORDS[action].hint}>
            <Button name="do" value={action} tone={action === "hide-name" ? "danger" : "plain"}>
              {WORDS[action].button}
            </Button>
          </Row>
        ))}
      </ul>
    </form>
  );
}

export function ConfirmAction({ user, form, fields }: StepProps) {
  const asked = (Object.keys(WORDS) as UserAction[]).find((action) => action === fields.do.value);
  if (asked === undefined) return null;
  const { title, hint, button } = WORDS[asked];
  return (
    <form {...getFormProps(form)} className="card pad stack" method="post" action={`/admin/users?user=${user.id}`}>
      <h2>
        {user.name}（u_{user.id}）：{title}
      </h2>
      <p>
        {hint}。理由：{fields.reason.value}
      </p>
      <HiddenField meta={fields.user} value={user.id} />
      <HiddenField meta={fields.do} value={asked} />
      <HiddenField meta={fields.reason} value={fields.reason.value} />
      <input type="hidden" name="confirmed" value="1" />
      <div className="btns">
        <Button tone="primary">{button}</Button>
        <LinkButton to={`/admin/users?user=${user.id}`}>やめる</LinkButton>
      </div>
    </form>
  );
}
