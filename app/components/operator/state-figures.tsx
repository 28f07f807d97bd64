import { formatCount } from "#app/components/parts/numbers.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { JOBS } from "#app/domain/job-kinds.ts";
import { formatSpan } from "#app/domain/operations/concern-words.ts";
import type { ComingDay, SiteStatus } from "#app/domain/operations/site-status.ts";
import { monthAndDay } from "#app/domain/racing/japan-time.ts";
import { Lamp, Row, RowsCard } from "./operator-parts.tsx";
import { formatBytes, formatInstant } from "./operator-words.ts";

/** The size limit of D1. */
const DATABASE_BYTES = 10e9;
const WARN_PERCENT = 70;

const FEEDS = [
  { key: "delivery", name: "レコードの受信" },
  { key: "odds", name: "オッズ" },
  { key: "weights", name: "馬体重" },
  { key: "results", name: "結果・払戻" },
] as const;

const BROUGHT: Partial<Record<(typeof FEEDS)[number]["key"], (day: ComingDay) => string>> = {
  weights: ({ weighed, races }) => `${weighed}/${races}レース`,
  results: ({ run, races }) => `${run}/${races}レース`,
};

/** Normal ages depend on the day. Features are judged: they follow an import within minutes. */
export function FeedAges({
  ages,
  at,
  comingDay,
  keptAside,
  unbuiltSeconds,
  concerns,
}: Pick<SiteStatus, "ages" | "at" | "comingDay" | "keptAside" | "unbuiltSeconds" | "concerns">) {
  const areFeaturesLate = concerns.some(({ code }) => code === "features");
  return (
    <RowsCard id="feeds" title="データの新しさ">
      {comingDay === null ? (
        <Row name="出走表">
          <span>これからのレースはまだありません</span>
        </Row>
      ) : (
        <Card {...comingDay} at={at} />
      )}
      {FEEDS.map(({ key, name }) => {
        const age = ages[key];
        const brought = comingDay && BROUGHT[key]?.(comingDay);
        return (
          <Row key={key} name={name} hint={brought && `${monthAndDay(comingDay.date)}：${brought}`}>
            <span>{age === null ? "まだありません" : `${formatInstant(at - age)}（${formatSpan(age)}前）`}</span>
          </Row>
        );
      })}
      <Row name="特徴量" hint={unbuiltSeconds !== null && `${formatSpan(unbuiltSeconds)}前の取り込みを反映中`}>
        <Lamp tone={areFeaturesLate ? "mid" : "ok"}>{areFeaturesLate ? "遅れています" : "正常"}</Lamp>
      </Row>
      <Row name="取り置きのレコード">
        <span>{formatCount(keptAside)}件</span>
      </Row>
    </RowsCard>
  );
}

function Card({ date, races, runners, drawn, withSire, cardsAt, at }: ComingDay & Pick<SiteStatus, "at">) {
  return (
    <>
      <Row name="出走表" hint={`${monthAndDay(date)}：${races}レース・${formatCount(runners)}頭`}>
        <span>
          {cardsAt === null ? "取り込んだ時刻は不明" : `${formatInstant(cardsAt)}（${formatSpan(at - cardsAt)}前）`}
        </span>
      </Row>
      <Row name="枠順">
        <span>
          {drawn}/{races}レース
        </span>
      </Row>
      <Row name="血統" hint="父の分かる馬">
        <span>
          {formatCount(withSire)}/{formatCount(runners)}頭
        </span>
      </Row>
    </>
  );
}

export function LostJobs({ lost }: Pick<SiteStatus, "lost">) {
  return (
    <RowsCard id="dead" title="配信不能のジョブ" none="配信不能 0件">
      {lost.map(({ id, kind, subject, waitSeconds }) => (
        <Row key={id} name={JOBS[kind].name} hint={subject}>
          <span>{formatSpan(waitSeconds)}待ち</span>
        </Row>
      ))}
    </RowsCard>
  );
}

export function Sizes({ sizes }: Pick<SiteStatus, "sizes">) {
  const percent = (sizes.databaseBytes / DATABASE_BYTES) * 100;
  const label = `データベース（D1） ${formatBytes(sizes.databaseBytes)} / 10 GB`;
  return (
    <section className="card pad stack" id="sizes">
      <h3>容量</h3>
      <div className="usage">
        <div>
          <b>データベース（D1）</b>
          <span>{formatBytes(sizes.databaseBytes)} / 10 GB</span>
        </div>
        <div className="track" role="img" aria-label={label}>
          <i style={{ "--v": Math.min(100, percent) }} />
          <b style={{ "--w": WARN_PERCENT }} />
        </div>
      </div>
      <dl className="kv">
        <Fact name="保管場所（R2）">
          {sizes.storeBytes === null ? "夜の控えのときに数えます" : formatBytes(sizes.storeBytes)}
        </Fact>
        {(
          [
            ["利用者", sizes.users, "人"],
            ["モデル", sizes.models, "本"],
            ["分析", sizes.analyses, "件"],
            ["レース", sizes.races, "レース"],
          ] as const
        ).map(([name, count, unit]) => (
          <Fact key={name} name={name}>
            {formatCount(count)}
            {unit}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

export function MailAndPayments({
  jobs,
  payments,
  lastPaymentEventAt,
  restrictedUsers,
  at,
}: Pick<SiteStatus, "jobs" | "payments" | "lastPaymentEventAt" | "restrictedUsers" | "at">) {
  const mail = jobs.find(({ kind }) => kind === "send-mail");
  const { unprocessed, oldestSeconds } = payments;
  const isMailFine = mail === undefined || (mail.failed === 0 && (mail.oldestSeconds ?? 0) <= 15 * 60);
  return (
    <RowsCard id="mail" title="メールと決済">
      <Row
        name="メール"
        hint={`24時間 ${formatCount(mail?.done ?? 0)}通　失敗 ${mail?.failed ?? 0}　待ち ${mail?.queued ?? 0}`}
      >
        <Lamp tone={isMailFine ? "ok" : "mid"}>{isMailFine ? "正常" : "注意"}</Lamp>
      </Row>
      <Row
        name="決済の通知"
        hint={
          <>
            最後 {lastPaymentEventAt === null ? "なし" : formatInstant(lastPaymentEventAt)}　未処理 {unprocessed}
            {oldestSeconds !== null && `（${formatSpan(oldestSeconds)}前から）`}
          </>
        }
      >
        <Lamp tone={unprocessed === 0 ? "ok" : "mid"}>{unprocessed === 0 ? "正常" : "処理中"}</Lamp>
      </Row>
      <Row name="制限モードの利用者" hint={`${formatInstant(at)} 現在`}>
        <span>{formatCount(restrictedUsers)}人</span>
      </Row>
    </RowsCard>
  );
}

export function AlarmRows({
  alarms,
}: {
  alarms: readonly { id: number; text: string; raisedAt: number; endedAt: number | null }[];
}) {
  return (
    <RowsCard id="alarms" title="警報" none="警報はまだありません。">
      {alarms.map(({ id, text, raisedAt, endedAt }) => (
        <Row
          key={id}
          name={`${formatInstant(raisedAt)}　${text}`}
          hint={endedAt !== null && `${formatInstant(endedAt)} に解消`}
        >
          <Lamp tone={endedAt === null ? "mid" : "ok"}>{endedAt === null ? "続いています" : "解消"}</Lamp>
        </Row>
      ))}
    </RowsCard>
  );
}

const CADENCES = { weekly: "週間", monthly: "月間" };

export function RankingState({ builds, uncounted }: Pick<SiteStatus, "builds" | "uncounted">) {
  const newest = (["weekly", "monthly"] as const).map((cadence) => ({
    cadence,
    build: builds.filter((build) => build.cadence === cadence).sort((a, b) => (a.key < b.key ? 1 : -1))[0],
    due: uncounted.filter((period) => period.startsWith(cadence)),
  }));
  return (
    <RowsCard id="rankings" title="順位の集計">
      {newest.map(({ cadence, build, due }) => (
        <Row
          key={cadence}
          name={`${CADENCES[cadence]}ランキング`}
          hint={
            <>
              {build === undefined
                ? "集計はまだありません"
                : `前回 ${build.key}（${formatInstant(build.builtAt)}に集計）`}
              {due.length > 0 && `　未了 ${due.map((period) => period.replace(/^\w+ /, "")).join("・")}`}
            </>
          }
        >
          <Lamp tone={due.length === 0 ? "ok" : "mid"}>{due.length === 0 ? "正常" : "未了"}</Lamp>
        </Row>
      ))}
    </RowsCard>
  );
}
