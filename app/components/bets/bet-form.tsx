import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { Chip, Field, FieldError, HiddenField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import type { BetForm as BetFormFields } from "#app/forms/analyses/race-bets.server.ts";

export const BET_SECTION = "choose";

/** Small, because it is sent to the browser. */
export interface BetFormData {
  action: string;
  ticket: string;
  /** Empty: the newest analysis of any model. */
  model: string;
  /** Horses of a ticket. With one there are no legs. */
  size: 1 | 2 | 3;
  isOrdered: boolean;
  unit: "番" | "枠";
  /** Starters, or their brackets, best first; `place` by index, counted from 1. */
  numbers: { number: number; place: number | null }[];
  axis: number[];
  legs: number[];
  thirds: number[];
  isMulti: boolean;
  budget: string;
  countWords: string;
  lastResult: SubmissionResult | null;
}

/** A GET form, so that tickets have a URL. Key it by its address. */
export function BetForm({ id, data, onChange }: { id: string; data: BetFormData; onChange: () => void }) {
  const [form, fields] = useForm<BetFormFields>({
    id,
    lastResult: data.lastResult,
    defaultValue: { ticket: data.ticket, model: data.model, budget: data.budget },
  });
  const { axis, leg, third, multi } = fields;
  const axisWord = data.isOrdered ? "軸・1列目（1着）" : "軸・1列目";
  return (
    <Form
      {...getFormProps(form)}
      className="card pad stack loose"
      method="get"
      action={data.action}
      preventScrollReset
      onChange={onChange}
    >
      <HiddenField meta={fields.ticket} value={data.ticket} />
      {data.model !== "" && <HiddenField meta={fields.model} value={data.model} />}
      <fieldset aria-describedby={axis.errors === undefined ? undefined : axis.errorId}>
        <legend className="label">{data.size === 1 ? "馬" : axisWord}</legend>
        <HorseChips name={axis.name} {...data} ticked={data.axis} />
        <FieldError id={axis.errorId} errors={axis.errors} />
        {data.size === 1 ? (
          <p className="t12 faint">{data.countWords}</p>
        ) : (
          <p className="t12 faint">軸と相手を選ぶと「ながし」、相手だけを選ぶと「ボックス」です</p>
        )}
      </fieldset>
      {data.size > 1 && (
        <fieldset aria-describedby={leg.errors === undefined ? undefined : leg.errorId}>
          <legend className="label">相手・2列目</legend>
          <HorseChips name={leg.name} {...data} ticked={data.legs} />
          <FieldError id={leg.errorId} errors={leg.errors} />
          <p className="t12 faint">{data.countWords}</p>
        </fieldset>
      )}
      {data.size === 3 && (
        <fieldset>
          <legend className="label">3列目</legend>
          <HorseChips name={third.name} {...data} ticked={data.thirds} />
          <p className="t12 faint">選ぶと、1列目から3列目までのフォーメーションになります</p>
        </fieldset>
      )}
      {data.isOrdered && (
        <Chip name={multi.name} value="on" defaultChecked={data.isMulti}>
          マルチ（軸の着順を問わない）
        </Chip>
      )}
      <Field
        meta={fields.budget}
        label="予算（円）"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        hint="自分で決めた額を入れます。100円単位です。おすすめの金額は出しません"
      />
      <Button tone="primary" full>
        この条件で計算する
      </Button>
    </Form>
  );
}

function HorseChips({
  name,
  numbers,
  unit,
  ticked,
}: Pick<BetFormData, "numbers" | "unit"> & { name: string; ticked: readonly number[] }) {
  return (
    <div className="legs">
      {numbers.map(({ number, place }) => {
        const mark = place === null ? null : markOfPlace(place);
        return (
          <Chip key={number} name={name} value={number} defaultChecked={ticked.includes(number)}>
            <span>
              {mark !== null && <Mark kind={mark} />}
              {number}
              <span className="sr">{unit}</span>
            </span>
          </Chip>
        );
      })}
    </div>
  );
}
