import { answersPath } from "#app/components/explaining/monthly-answers.tsx";
import { yearPath } from "#app/components/explaining/year-page.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { formatDayCompact } from "#app/components/parts/numbers.ts";
import { EmptyState, Note, Tag } from "#app/components/parts/parts.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import { RecordCurves } from "./record-curves.tsx";
import { type ListProps, RecordList, RecordRules } from "./record-list.tsx";
import { PlanCost, RecordKpis, RecordLead } from "./record-sums.tsx";
import { RecordSlices, RecordTickets } from "./record-tickets.tsx";
import { DEMO_RECORD } from "./record-words.ts";

interface HeadModel
  extends Pick<ModelSummary, "modelId" | "name" | "venueType" | "featureCount" | "isWeight" | "createdAt"> {
  deletedAt: number | null;
  entries: number;
}

interface RecordPageProps extends ListProps {
  record: ListProps["record"] & { models: readonly HeadModel[] };
  plan: number;
  /** Past weeks of a demo account were scored afterwards. */
  isDemo: boolean;
}

export function RecordPage({ record, modelId, query, plan, isDemo, today }: RecordPageProps) {
  const { figures, models } = record;
  const entries = Object.values(figures.counts).reduce((sum, count) => sum + count, 0);
  const [model] = models;
  return (
    <>
      {modelId === null ? (
        <UserRecordHead models={models} today={today} />
      ) : (
        model !== undefined && <ModelRecordHead model={model} />
      )}
      {entries === 0 ? (
        <EmptyState action={{ to: "/races", label: "レースを分析" }}>発走前に記録した分析はまだありません</EmptyState>
      ) : (
        <>
          {isDemo && <Note>{DEMO_RECORD}</Note>}
          <RecordLead figures={figures} />
          {figures.counts.counted > 0 && (
            <>
              <RecordKpis figures={figures} />
              <PlanCost figures={figures} plan={plan} />
              <RecordTickets figures={figures} />
              <RecordCurves figures={figures} />
              <RecordSlices figures={figures} query={query} />
            </>
          )}
          <RecordList record={record} modelId={modelId} query={query} today={today} />
          {modelId !== null && <LinkButton to={answersPath(modelId)}>月ごとの答え合わせ</LinkButton>}
          <RecordRules />
        </>
      )}
    </>
  );
}

function ModelRecordHead({ model }: { model: HeadModel }) {
  const { modelId, name, venueType, featureCount, isWeight, createdAt, deletedAt } = model;
  const report = `/models/edit/${modelId}`;
  return (
    <div className="mhead">
      <div>
        <h2>{name}</h2>
        <p className="facts">
          <span>{VENUE_TYPE_WORDS[venueType]}</span>
          <span>{featureCount}項目</span>
          <span>{formatDayCompact(japanDay(createdAt))} 作成</span>
          <span>{isWeight ? "馬体重あり" : "馬体重なし"}</span>
        </p>
        {deletedAt !== null && <Tag>削除したモデル</Tag>}
      </div>
      {deletedAt === null && (
        <nav className="seg" aria-label="このモデルの画面">
          <a href={report}>検証レポート</a>
          <a href={`/models/${modelId}/record`} aria-current="page">
            成績表
          </a>
          <a href={`${report}#features`}>選んだ項目</a>
        </nav>
      )}
    </div>
  );
}

function UserRecordHead({ models, today }: { models: readonly HeadModel[]; today: string }) {
  const year = Number(today.slice(0, 4));
  return (
    <>
      <div className="mhead">
        <div>
          <h2>あなたの成績表</h2>
          <p className="facts">
            <span>すべてのモデルの分析を合わせた成績です。削除したモデルの分もここに残ります。</span>
          </p>
          <p className="t14">
            <a href="/tickets">自分で買った馬券の収支</a>　<a href="/duel">1番人気との対決</a>
            {"　"}
            <a href={yearPath(year)}>{year}年のまとめ</a>　<a href="/leagues">仲間とのリーグ</a>
          </p>
        </div>
      </div>
      {models.length > 0 && (
        <details className="card clip fold">
          <summary>
            モデルごとの成績表<small>{models.length}モデル</small>
          </summary>
          <ul className="list">
            {models.map(({ modelId, name, entries, deletedAt }) => (
              <li key={modelId}>
                <a href={`/models/${modelId}/record`}>
                  <span className="grow">{name}</span>
                  {deletedAt !== null && <Tag>削除したモデル</Tag>}
                  <small className="faint">{entries}件</small>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
