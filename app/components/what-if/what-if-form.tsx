import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Chip, Field, FieldError, SelectField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import type { WhatIfForm as WhatIfFields } from "#app/forms/analyses/what-if.server.ts";

export interface WhatIfFormData {
  action: string;
  model: string;
  goings: { value: string; word: string }[];
  /** Null if none is announced or chosen. */
  going: string | null;
  announced: string;
  /** Those that would start. */
  horses: { horseNum: number; name: string; isOut: boolean }[];
  jockeys: { id: string; label: string }[];
  /** All on the card. */
  gates: number[];
  /** Conditions of other changed horses. */
  kept: { horseNum: number; name: string; value: string }[];
  /** Refused values, to be corrected. */
  typed: { horse: string; jockey: string; kg: string; gate: string };
  lastResult: SubmissionResult | null;
  /** Refusals that belong to no field. */
  others: string[];
}

/** A GET form, so that conditions have a URL. Without conform, a tenth of the script such a page may load. */
export function WhatIfForm({ data }: { data: WhatIfFormData }) {
  const [form, fields] = useForm<WhatIfFields>({
    id: "what-if",
    lastResult: data.lastResult,
    defaultValue: data.typed,
  });
  const { going, out } = fields;
  const groupOf = ({ errors, errorId }: typeof going | typeof out) => ({
    "aria-describedby": errors === undefined ? undefined : errorId,
  });
  return (
    <form {...getFormProps(form)} className="card pad stack loose wform" method="get" action={data.action}>
      {data.model !== "" && <input type="hidden" name={fields.model.name} value={data.model} />}
      {data.kept.map(({ horseNum, name, value }) => (
        <input key={`${horseNum} ${name}`} type="hidden" name={name} value={value} />
      ))}
      {data.others.length > 0 && <Note tone="danger">{data.others.join("")}</Note>}
      <fieldset {...groupOf(going)}>
        <legend className="label">馬場</legend>
        <div className="legs four">
          {data.goings.map(({ value, word }) => (
            <Chip key={value} type="radio" name={going.name} value={value} defaultChecked={value === data.going}>
              {word}
            </Chip>
          ))}
        </div>
        <FieldError id={going.errorId} errors={going.errors} />
        <p className="t12 faint">{data.announced}</p>
      </fieldset>
      <fieldset {...groupOf(out)}>
        <legend className="label">出走しないことにする馬</legend>
        <div className="legs">
          {data.horses.map(({ horseNum, isOut }) => (
            <Chip key={horseNum} name={out.name} value={horseNum} defaultChecked={isOut}>
              <span>
                {horseNum}
                <span className="sr">番</span>
              </span>
            </Chip>
          ))}
        </div>
        <FieldError id={out.errorId} errors={out.errors} />
      </fieldset>
      <fieldset className="stack">
        <legend className="label">1頭の条件</legend>
        <p className="t12 faint">1頭ずつ足していけます。空のままの項目は変わりません。</p>
        <SelectField meta={fields.horse} label="馬">
          <option value="">馬を選ぶ</option>
          {data.horses.map(({ horseNum, name }) => (
            <option key={horseNum} value={horseNum}>
              {horseNum} {name}
            </option>
          ))}
        </SelectField>
        <SelectField meta={fields.jockey} label="騎手" hint="この日に騎乗のある騎手です">
          <option value="">変えない</option>
          {data.jockeys.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <Field
          meta={fields.kg}
          label="斤量（kg）"
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          placeholder="変えない"
        />
        <SelectField meta={fields.gate} label="馬番" hint="選んだ番号の馬と枠順を入れ替えます">
          <option value="">変えない</option>
          {data.gates.map((gate) => (
            <option key={gate} value={gate}>
              {gate}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <Button tone="primary" full>
        計算する
      </Button>
    </form>
  );
}
