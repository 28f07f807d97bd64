import { type FieldMetadata, getFieldsetProps } from "@conform-to/react";
import { Chip, FieldError } from "#app/components/fields/field.tsx";
import { CUSTOMIZE_WORDS, KIND_WORDS } from "#app/components/models/model-words.ts";
import { Icon } from "#app/components/parts/icon.tsx";
import { type AverageKind, RACE_CUSTOMIZES, RACE_NUMS } from "#app/domain/features/choice.ts";
import type { KindDraft } from "#app/forms/models/model-draft.ts";
import { customizeId, kindId, numId } from "./model-count-css.ts";

/**
 * One kind of average: switched on, it opens to ① on which starts, ② over how many, and the field of seats that shows
 * the product. What was switched off lies open beneath, so that ticking it shows its questions at once.
 */
export function ModelKindField({
  kind,
  draft,
  average,
  customize,
  num: runs,
}: {
  kind: AverageKind;
  draft: KindDraft;
  /** Of the form: which kinds are on, this one's conditions and its run counts. */
  average: FieldMetadata;
  customize: FieldMetadata;
  num: FieldMetadata;
}) {
  const words = KIND_WORDS[kind];
  const isOpen = !draft.on || customize.errors !== undefined || runs.errors !== undefined;
  return (
    <article className="kind" id={`kind-${kind}`}>
      <div className="kind-head">
        <label className="check">
          <input
            className="on"
            type="checkbox"
            name={average.name}
            value={kind}
            id={kindId(kind)}
            defaultChecked={draft.on}
          />
          <span>
            <b>{words.name}</b>
            <span className="words">
              <span className="q0">{words.hint}</span>
              <ChosenWords />
              <span className="need">①と②を1つずつ選んでください</span>
            </span>
          </span>
        </label>
        <span className="total">項目</span>
        <label className="fold-btn">
          {/* Of no form: nothing of it is sent. */}
          <input
            form=""
            className="fold"
            type="checkbox"
            aria-label={`${words.name}の設定を開く`}
            defaultChecked={isOpen}
          />
          <Icon name="down" />
        </label>
      </div>
      <div className="kind-panel">
        <fieldset {...getFieldsetProps(customize)}>
          <legend className="q-label">
            ① どのレースで平均しますか<small>複数可</small>
          </legend>
          <div className="chips4">
            {RACE_CUSTOMIZES.map((name, index) => (
              <Chip
                key={name}
                className={`c${index + 1}`}
                name={customize.name}
                value={name}
                id={customizeId(kind, index)}
                defaultChecked={draft.customizes.includes(name)}
              >
                {CUSTOMIZE_WORDS[name].name}
              </Chip>
            ))}
          </div>
          <FieldError id={customize.errorId} errors={customize.errors} />
        </fieldset>
        <fieldset {...getFieldsetProps(runs)}>
          <legend className="q-label">
            ② 直近の何走で平均しますか<small>複数可</small>
          </legend>
          <div className="chips11">
            {RACE_NUMS.map((num, index) => (
              <Chip
                key={num}
                className={`n${index + 1}`}
                name={runs.name}
                value={num}
                id={numId(kind, index)}
                defaultChecked={draft.nums.includes(num)}
              >
                {num === -1 ? "すべて" : num}
              </Chip>
            ))}
          </div>
          <FieldError id={runs.errorId} errors={runs.errors} />
        </fieldset>
        <Seats />
        <div className="kind-tools">
          <FillButton kind={kind} order="recent" label="近走 1・3・5" />
          <FillButton kind={kind} order="all" label="全走だけ" />
          <FillButton kind={kind} order="spread" label="ほかの種類にも同じ設定" />
        </div>
      </div>
    </article>
  );
}

/** The words of the choice; the stylesheet shows those whose box is ticked. */
function ChosenWords() {
  return (
    <span className="chosen">
      {RACE_CUSTOMIZES.map((name, index) => (
        <span key={name} className={`w wc${index + 1}${centralOnly(name)}`}>
          {CUSTOMIZE_WORDS[name].short}
        </span>
      ))}
      <span> × </span>
      {RACE_NUMS.map((num, index) => (
        <span key={num} className={`w wn${index + 1}`}>
          {num === -1 ? "全" : num}
        </span>
      ))}
      <span>走</span>
    </span>
  );
}

/** ① × ② as a small field; a picture of what the words say. */
function Seats() {
  return (
    <div className="mx" aria-hidden="true">
      <span className="rl" />
      {RACE_NUMS.map((num) => (
        <span key={num}>{num === -1 ? "全" : num}</span>
      ))}
      {RACE_CUSTOMIZES.map((name, row) => [
        <span key={name} className={`rl${centralOnly(name)}`}>
          {CUSTOMIZE_WORDS[name].short}
        </span>,
        ...RACE_NUMS.map((num, column) => (
          <i key={`${name} ${num}`} className={`m${row + 1}-${column + 1}${centralOnly(name)}`} />
        )),
      ])}
      <p className="eq">
        ① <b className="ec" /> × ② <b className="en" /> ＝ <b className="ep" />
        項目を使います
      </p>
    </div>
  );
}

/** Answered by the server with the ticked form; without JavaScript the page comes back at this kind. */
function FillButton({ kind, order, label }: { kind: AverageKind; order: string; label: string }) {
  return (
    <button
      className="btn"
      type="submit"
      name="fill"
      value={`${kind}:${order}`}
      formAction={`/models/create#kind-${kind}`}
      formNoValidate
    >
      {label}
    </button>
  );
}

function centralOnly(name: string): string {
  return name === "race_type" ? " central-only" : "";
}
