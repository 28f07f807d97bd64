import { getFormProps, useForm } from "@conform-to/react";
import { Chip, Field, FieldError, SelectField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { GOING_WORDS } from "#app/components/parts/race-words.ts";
import { GOINGS, isStarter } from "#app/domain/racing/race.ts";
import type { WhatIf } from "#app/domain/views/what-if.ts";
import type { AskedConditions, DayJockey } from "#app/domain/what-if/conditions.ts";
import { refusedFields, type WhatIfForm as WhatIfFields } from "#app/forms/analyses/what-if.server.ts";
import { horseFields, whatIfPath } from "./what-if-words.ts";

/** A GET form, so that conditions have a URL; nothing if no condition can lead to figures. Rendered on the server. */
export function WhatIfForm({ whatIf, asked }: { whatIf: WhatIf; asked: AskedConditions }) {
  const { race, entries, jockeys, conditions, refusals, model, result } = whatIf;
  const { typed, lastResult, others } = refusedFields(asked, refusals);
  const [form, fields] = useForm<WhatIfFields>({ id: "what-if", lastResult, defaultValue: typed });
  if (typeof result === "string" && result !== "features-missing") return null;
  const starters = entries.filter(({ status }) => isStarter(status));
  const ridesHere = new Map(entries.map(({ jockeyId, horseNum }) => [jockeyId, horseNum]));
  const placeOf = ({ jockeyId, venue }: DayJockey) => {
    const horseNum = ridesHere.get(jockeyId);
    return horseNum !== undefined ? `（${horseNum}番）` : venue === race.venue ? "" : `（${venue}）`;
  };
  const { going, out } = fields;
  const groupOf = ({ errors, errorId }: typeof going | typeof out) => ({
    "aria-describedby": errors === undefined ? undefined : errorId,
  });
  return (
    <form {...getFormProps(form)} className="card pad stack loose wform" method="get" action={whatIfPath(race.raceId)}>
      {model !== null && <input type="hidden" name={fields.model.name} value={model.modelId} />}
      {horseFields(conditions).map(({ horseNum, name, value }) => (
        <input key={`${horseNum} ${name}`} type="hidden" name={name} value={value} />
      ))}
      {others.length > 0 && <Note tone="danger">{others.join("")}</Note>}
      <fieldset {...groupOf(going)}>
        <legend className="label">馬場</legend>
        <div className="legs four">
          {GOINGS.map((value) => (
            <Chip
              key={value}
              type="radio"
              name={going.name}
              value={value}
              defaultChecked={value === (conditions.going ?? race.going)}
            >
              {GOING_WORDS[value]}
            </Chip>
          ))}
        </div>
        <FieldError id={going.errorId} errors={going.errors} />
        <p className="t12 faint">
          {race.going === null ? "馬場はまだ発表されていません" : `発表は${GOING_WORDS[race.going]}`}
        </p>
      </fieldset>
      <fieldset {...groupOf(out)}>
        <legend className="label">出走しないことにする馬</legend>
        <div className="legs">
          {starters.map(({ horseNum }) => (
            // As ticked, even if refused.
            <Chip key={horseNum} name={out.name} value={horseNum} defaultChecked={asked.out.includes(String(horseNum))}>
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
          {starters.map(({ horseNum, horseName }) => (
            <option key={horseNum} value={horseNum}>
              {horseNum} {horseName}
            </option>
          ))}
        </SelectField>
        <SelectField meta={fields.jockey} label="騎手" hint="この日に騎乗のある騎手です">
          <option value="">変えない</option>
          {jockeys.map((jockey) => (
            <option key={jockey.jockeyId} value={jockey.jockeyId}>
              {jockey.name}
              {placeOf(jockey)}
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
          {entries.map(({ horseNum }) => (
            <option key={horseNum} value={horseNum}>
              {horseNum}
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
