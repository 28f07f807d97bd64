import type { FieldMetadata } from "@conform-to/react";
import { SelectField } from "#app/components/fields/field.tsx";

export interface EligibleModel {
  modelId: number;
  name: string;
}

export function ModelSelect({ meta, models }: { meta: FieldMetadata; models: readonly EligibleModel[] }) {
  return (
    <SelectField meta={meta} label="出すモデル" hint="中央のモデルを1つ。週に1回、次の週から替えられます。">
      {models.map(({ modelId, name }) => (
        <option key={modelId} value={modelId}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
