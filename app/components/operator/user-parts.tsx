import { formatCount, formatLimit } from "#app/components/parts/numbers.ts";
import { Fact, Tag } from "#app/components/parts/parts.tsx";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { Row, RowsCard } from "./operator-parts.tsx";
import { formatInstant } from "./operator-words.ts";

const MODEL_STATES: Partial<Record<number, string>> = {
  [ModelStatus.creating]: "作成中",
  [ModelStatus.complete]: "使えます",
};

/** Neither password nor token; the address is masked. */
export interface ShownUser {
  id: number;
  name: string;
  email: string;
  planName: string;
  isRestricted: boolean;
  createdAt: number;
  nameHiddenAt: number | null;
  newestSessionAt: number | null;
  sessions: number;
  analysesToday: number;
  analysesThisMonth: number;
  creationsThisMonth: number;
  freeAnalyses: number;
  heldModels: number;
  limits: {
    models: number;
    analysesPerDay: number;
    analysesPerMonth: number;
    modelCreationsPerMonth: number;
    analysesPerLifetime: number | null;
  };
  plans: readonly { planName: string; reason: string; effectiveAt: number }[];
  subscription: { status: string; currentPeriodEnd: number } | null;
  models: readonly { id: number; name: string; status: number; featureCount: number; createdAt: number }[];
}

export function UserHead({ user }: { user: ShownUser }) {
  return (
    <div className="head">
      <h2>{user.name}</h2>
      <div className="row wrap">
        {user.isRestricted && (
          <Tag tone="warn" icon="lock">
            制限モード
          </Tag>
        )}
        {user.nameHiddenAt !== null && <Tag tone="warn">公開名を非表示</Tag>}
        <Tag>{user.planName}</Tag>
      </div>
    </div>
  );
}

/** `address` is the whole one, after a reason was given. */
export function UserFacts({ user, address }: { user: ShownUser; address: string | null }) {
  return (
    <section className="card pad stack">
      <h3>登録</h3>
      <dl className="kv">
        <Fact name="利用者番号">u_{user.id}</Fact>
        <Fact name="メール">{address ?? user.email}</Fact>
        <Fact name="登録">{formatInstant(user.createdAt)}</Fact>
        <Fact name="ログイン中">
          {user.sessions}台
          {user.newestSessionAt !== null && `（最後のログイン ${formatInstant(user.newestSessionAt)}）`}
        </Fact>
        <Fact name="公開名">
          {user.nameHiddenAt === null ? "出しています" : `${formatInstant(user.nameHiddenAt)} から隠しています`}
        </Fact>
        <Fact name="パスワード">運営からは見えず、設定もできません。本人が再設定します</Fact>
      </dl>
    </section>
  );
}

export function UserPlan({ user }: { user: ShownUser }) {
  const { limits, subscription } = user;
  const [newest] = user.plans;
  return (
    <section className="card pad stack">
      <h3>プランと上限</h3>
      <dl className="kv">
        <Fact name="プラン">
          {user.planName}
          {newest !== undefined && `　${formatInstant(newest.effectiveAt)}から`}
        </Fact>
        {user.isRestricted && <Fact name="制限モード">見ることはできます。作成と分析の上限はフリーと同じです</Fact>}
        {subscription !== null && <Fact name="期間の終わり">{formatInstant(subscription.currentPeriodEnd)}</Fact>}
      </dl>
      <Usage name="モデル" used={user.heldModels} limit={limits.models} unit="本" />
      <Usage name="今日の分析" used={user.analysesToday} limit={limits.analysesPerDay} unit="回" />
      <Usage name="今月の分析" used={user.analysesThisMonth} limit={limits.analysesPerMonth} unit="回" />
      <Usage name="今月の作成" used={user.creationsThisMonth} limit={limits.modelCreationsPerMonth} unit="回" />
      {limits.analysesPerLifetime !== null && (
        <Usage name="フリーの分析（通算）" used={user.freeAnalyses} limit={limits.analysesPerLifetime} unit="回" />
      )}
    </section>
  );
}

export function UserModels({ models }: Pick<ShownUser, "models">) {
  return (
    <RowsCard title="この人のモデル" none="モデルはありません。">
      {models.map(({ id, name, status, featureCount, createdAt }) => (
        <Row key={id} name={name} hint={`作成 ${id}　${formatCount(featureCount)}項目　${formatInstant(createdAt)}`}>
          <span>{MODEL_STATES[status] ?? "失敗"}</span>
        </Row>
      ))}
    </RowsCard>
  );
}

function Usage({ name, used, limit, unit }: { name: string; used: number; limit: number; unit: string }) {
  const text = `${formatCount(used)} / ${formatLimit(limit)}${unit}`;
  return (
    <div className="usage">
      <div>
        <b>{name}</b>
        <span>{text}</span>
      </div>
      <div className="track" role="img" aria-label={`${name} ${text}`}>
        <i style={{ "--v": Math.min(100, (used / limit) * 100) }} />
      </div>
    </div>
  );
}
