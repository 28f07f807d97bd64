import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { formatCount } from "#app/components/parts/numbers.ts";
import { JOBS, RUN_AGAIN_KINDS } from "#app/domain/job-kinds.ts";
import { concernWords, formatSpan } from "#app/domain/operations/concern-words.ts";
import type { Concern, FailedJob, ImportSummary, JobCounts, SiteStatus } from "#app/domain/operations/site-status.ts";
import type { RerunForm } from "#app/forms/operator/console.server.ts";
import { Lamp, LampSign, type LampTone, ReasonField, Row } from "./operator-parts.tsx";
import { CONCERN_PLACES, formatInstant, importState, stateSentence } from "./operator-words.ts";

const LEVELS: Record<Concern["level"], { tone: LampTone; word: string }> = {
  attention: { tone: "mid", word: "注意" },
  broken: { tone: "bad", word: "異常" },
};

export function StateCard({ status }: { status: Pick<SiteStatus, "concerns" | "at" | "dataVersion"> }) {
  const [worst] = status.concerns;
  const tone = worst === undefined ? "ok" : LEVELS[worst.level].tone;
  return (
    <section className={`card state ${tone}`}>
      <h2>
        <LampSign tone={tone} />
        {stateSentence(status.concerns)}
      </h2>
      <p className="t13 muted">
        {formatInstant(status.at)} に確認　<a href="/admin">いま読みなおす</a>
      </p>
      <div className="row wrap">
        <span className="tag">データ版 {status.dataVersion ?? "なし"}</span>
      </div>
    </section>
  );
}

export function ConcernList({ concerns }: { concerns: readonly Concern[] }) {
  if (concerns.length === 0) return null;
  return (
    <section className="sec">
      <div className="head">
        <h2>いま手を入れること</h2>
      </div>
      <div className="card clip">
        <ul className="rowsx">
          {concerns.map((concern) => {
            const { text, hint } = concernWords(concern);
            const { tone, word } = LEVELS[concern.level];
            return (
              <li key={concern.key}>
                <span>
                  <Lamp tone={tone}>{word}</Lamp>
                  <b>{text}</b>
                  <small>{hint}</small>
                </span>
                <LinkButton to={CONCERN_PLACES[concern.code]} aria-label={`${text}を見る`}>
                  見る
                </LinkButton>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

export function StateCells({ status }: { status: SiteStatus }) {
  const training = status.jobs.find(({ kind }) => kind === "train-model");
  const scoring = status.jobs.filter(({ kind }) => kind === "score-race" || kind === "score-day");
  const waits = scoring.flatMap(({ oldestSeconds }) => oldestSeconds ?? []);
  const failed = status.jobs.reduce((sum, { failed }) => sum + failed, 0);
  const oldest = (seconds: number | null) =>
    seconds === null ? "待ちはありません" : `いちばん古い ${formatSpan(seconds)}`;
  return (
    <dl className="card cells">
      <Cell
        name="作成の待ち"
        count={training?.queued ?? 0}
        hint={`${oldest(training?.oldestSeconds ?? null)}。目安15分まで`}
      />
      <Cell
        name="分析の待ち"
        count={scoring.reduce((sum, { queued }) => sum + queued, 0)}
        hint={`${oldest(waits.length === 0 ? null : Math.max(...waits))}。目安5分まで`}
      />
      <Cell name="失敗（24時間）" count={failed} hint="ジョブの失敗の数" />
      <Cell name="配信不能" count={status.lost.length} hint="知らせても始まらないジョブ" />
    </dl>
  );
}

function Cell({ name, count, hint }: { name: string; count: number; hint: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="n">
        {formatCount(count)}
        <small>件</small>
      </dd>
      <dd>{hint}</dd>
    </div>
  );
}

export function ImportRows({ imports }: { imports: readonly ImportSummary[] }) {
  if (imports.length === 0) return <p className="pad muted t13">取り込みはまだありません。</p>;
  return (
    <ul className="rowsx">
      {imports.map((one) => {
        const { word, tone } = importState(one);
        return (
          <Row
            key={one.id}
            name={
              <a href={`/admin/imports/${one.id}`}>
                取り込み {one.id}
                {one.source === "sample" && "（見本）"}
              </a>
            }
            hint={`${formatInstant(one.createdAt)}　新規 ${formatCount(one.added)}　更新 ${formatCount(one.changed)}　同じ ${formatCount(one.unchanged)}　拒否 ${formatCount(one.errorCount)}`}
          >
            <Lamp tone={tone}>{word}</Lamp>
          </Row>
        );
      })}
    </ul>
  );
}

/** Without kinds that have neither waiting nor recent jobs. */
export function JobTable({ jobs, concerns }: { jobs: readonly JobCounts[]; concerns: readonly Concern[] }) {
  return (
    <section className="card clip" id="jobs">
      <div className="pad head tight">
        <h3>ジョブ</h3>
        <span className="t12 faint">待ち・実行中はいま、完了・失敗は24時間の数</span>
      </div>
      <table className="tbl">
        <caption className="sr">種類ごとのジョブの数</caption>
        <thead>
          <tr>
            {["種類", "待ち", "実行", "完了", "失敗", "最古の待ち"].map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
            <th scope="col" className="only-wide">
              状態
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ kind, queued, running, done, failed, oldestSeconds }) => {
            const level = concerns.find((concern) => concern.kind === kind)?.level;
            return (
              <tr key={kind}>
                <th scope="row">{JOBS[kind].name}</th>
                <td>{formatCount(queued)}</td>
                <td>{formatCount(running)}</td>
                <td>{formatCount(done)}</td>
                <td>{failed > 0 ? <b>{formatCount(failed)}</b> : 0}</td>
                <td>{oldestSeconds === null ? "–" : formatSpan(oldestSeconds)}</td>
                <td className="only-wide">
                  {level === undefined ? (
                    <Lamp tone="ok">正常</Lamp>
                  ) : (
                    <Lamp tone={LEVELS[level].tone}>{LEVELS[level].word}</Lamp>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** A button where running again is useful; one reason for all. */
export function FailedJobs({
  failed,
  form,
  reason,
}: {
  failed: readonly FailedJob[];
  form: FormMetadata<RerunForm>;
  reason: FieldMetadata;
}) {
  if (failed.length === 0) {
    return (
      <section className="card pad stack" id="failed">
        <h3>失敗したジョブ</h3>
        <p className="t13 muted">失敗 0件（24時間）</p>
      </section>
    );
  }
  return (
    <form {...getFormProps(form)} className="card clip" method="post" action="/admin">
      <div className="pad stack" id="failed">
        <h3>失敗したジョブ</h3>
        <p className="t13 muted">
          24時間のうち新しい50件です。再実行は同じ入力で行います。利用者の作成と分析は回数を戻してあり、本人がやり直せます。
        </p>
        {failed.some(({ kind }) => RUN_AGAIN_KINDS.includes(kind)) && <ReasonField meta={reason} />}
      </div>
      <table className="tbl left wraps stackt">
        <caption className="sr">失敗したジョブ</caption>
        <thead>
          <tr>
            <th scope="col">ジョブ</th>
            <th scope="col">時刻</th>
            <th scope="col">原因</th>
            <th scope="col">試行</th>
            <th scope="col" className="r">
              操作
            </th>
          </tr>
        </thead>
        <tbody>
          {failed.map(({ id, kind, subject, attempts, error, finishedAt }) => (
            <tr key={id}>
              <th scope="row">
                {JOBS[kind].name}
                <small>{subject}</small>
              </th>
              <td className="nb endr">{formatInstant(finishedAt)}</td>
              <td className="full">{error}</td>
              <td>{attempts}回</td>
              <td className="r endr">
                {RUN_AGAIN_KINDS.includes(kind) ? (
                  <Button name="job" value={id} aria-label={`${JOBS[kind].name} ${subject}を再実行`}>
                    再実行
                  </Button>
                ) : (
                  <span className="t12 faint">対応不要</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </form>
  );
}
