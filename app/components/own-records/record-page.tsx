import { answersPath } from "#app/components/explaining/monthly-answers.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { EmptyState, Note } from "#app/components/parts/parts.tsx";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import { type RecordQuery, recordSearch } from "#app/forms/own-records/record-filter.ts";
import { PlanCost } from "./plan-cost.tsx";
import { RecordCurves } from "./record-curves.tsx";
import { ModelRecordHead, UserRecordHead } from "./record-head.tsx";
import { type ListedRow, RecordList, RecordRules } from "./record-list.tsx";
import { RecordKpis, RecordLead } from "./record-sums.tsx";
import { RecordSlices, RecordTickets } from "./record-tickets.tsx";
import { DEMO_RECORD } from "./record-words.ts";

interface RecordPageProps {
  record: {
    figures: RecordFigures;
    listed: readonly ListedRow[];
    pages: number;
    models: readonly (Parameters<typeof ModelRecordHead>[0]["model"] & { entries: number })[];
  };
  /** Null for all models. */
  modelId: number | null;
  query: RecordQuery;
  plan: number;
  /** Past weeks of a demo account were scored afterwards. */
  isDemo: boolean;
  /** In Japan, YYYY-MM-DD. */
  today: string;
}

export function RecordPage({ record, modelId, query, plan, isDemo, today }: RecordPageProps) {
  const { figures, listed, pages, models } = record;
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
              <RecordSlices
                figures={figures}
                betType={query.bet}
                linkOf={(bet) => `${recordSearch(query, { bet })}#where`}
              />
            </>
          )}
          <RecordList
            rows={listed}
            pages={pages}
            query={query}
            months={figures.months.map(({ month }) => month).toReversed()}
            venues={figures.slices.venue.map(({ key }) => key)}
            withModels={modelId === null}
            today={today}
            fileOf={(format) => `/settings/export?record=${modelId ?? "all"}&format=${format}`}
          />
          {modelId !== null && <LinkButton to={answersPath(modelId)}>月ごとの答え合わせ</LinkButton>}
          <RecordRules />
        </>
      )}
    </>
  );
}
