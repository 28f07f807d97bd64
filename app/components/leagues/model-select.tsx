import type { FieldMetadata } from "@conform-to/react";
import { FieldError } from "#app/components/fields/field.tsx";
import type { LeagueView } from "#app/domain/views/league.ts";

/** Not a list to unfold, which cuts long names on narrow screens. */
export function ModelSelect({ meta, models }: { meta: FieldMetadata; models: LeagueView["eligible"] }) {
  const chosen = String(meta.initialValue ?? models[0]?.modelId);
  return (
    <fieldset aria-describedby={meta.errors === undefined ? undefined : meta.errorId}>
      <legend className="label">出すモデル</legend>
      {models.map(({ modelId, name }) => (
        <label className="check" key={modelId}>
          <input type="radio" name={meta.name} value={modelId} defaultChecked={String(modelId) === chosen} />
          <span className="grow">{name}</span>
        </label>
      ))}
      <FieldError id={meta.errorId} errors={meta.errors} />
      <p className="t12 faint">中央のモデルを1つ。週に1回、次の週から替えられます。</p>
    </fieldset>
  );
}
