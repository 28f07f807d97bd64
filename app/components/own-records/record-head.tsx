import { yearPath } from "#app/components/explaining/year-page.tsx";
import { ModelPages } from "#app/components/model-pages/model-pages.tsx";
import { formatDayCompact } from "#app/components/parts/numbers.ts";
import { Tag } from "#app/components/parts/parts.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";

interface HeadModel
  extends Pick<ModelSummary, "modelId" | "name" | "venueType" | "featureCount" | "isWeight" | "createdAt"> {
  deletedAt: number | null;
}

export function ModelRecordHead({ model }: { model: HeadModel }) {
  const { modelId, name, venueType, featureCount, isWeight, createdAt, deletedAt } = model;
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
      {deletedAt === null && <ModelPages modelId={modelId} />}
    </div>
  );
}

/** @param today in Japan, YYYY-MM-DD */
export function UserRecordHead({
  models,
  today,
}: {
  models: readonly (HeadModel & { entries: number })[];
  today: string;
}) {
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
