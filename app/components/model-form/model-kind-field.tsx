import { type FieldMetadata, getFieldsetProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { Chip, FieldError, focusOfError } from "#app/components/fields/field.tsx";
import { CUSTOMIZE_WORDS, KIND_WORDS } from "#app/components/models/model-words.ts";
import { Icon } from "#app/components/parts/icon.tsx";
import { type AverageKind, RACE_CUSTOMIZES, RACE_NUMS } from "#app/domain/features/choice.ts";
import type { KindDraft } from "#app/forms/models/model-draft.ts";
import { customizeId, kindId, numId } from "./model-count-css.ts";

/**
 * A kind of average: ① over which starts and ② over how many, with a grid that shows the product. A kind that is off is
 * unfolded but hidden, so that ticking it shows its questions at once.
 */
export function ModelKindField({
  kind,
  draft,
  average,
  customize,
  num,
}: {
  kind: AverageKind;
  draft: KindDraft;
  average: FieldMetadata;
  customize: FieldMetadata;
  num: FieldMetadata;
}) {
  const isOpen = !draft.on || customize.errors !== undefined || num.errors !== undefined;
  return (
    <article className="kind" id={`kind-${kind}`}>
      <KindHead kind={kind} average={average} isOn={draft.on} isOpen={isOpen} />
      <div className="kind-panel">
        <Question meta={customize} label="① どのレースで平均しますか" className="chips4">
          {RACE_CUSTOMIZES.map((name, index) => (
            <Chip
              key={name}
              className={`c${index + 1}`}
              name={customize.name}
              value={name}
              id={customizeId(kind, index)}
              {...(index === 0 ? focusOfError(customize) : {})}
              defaultChecked={draft.race_customize.includes(name)}
            >
              {CUSTOMIZE_WORDS[name].name}
            </Chip>
          ))}
        </Question>
        <Question meta={num} label="② 直近の何走で平均しますか" className="chips11">
          {RACE_NUMS.map((count, index) => (
            <Chip
              key={count}
              className={`n${index + 1}`}
              name={num.name}
              value={count}
              id={numId(kind, index)}
              {...(index === 0 ? focusOfError(num) : {})}
              defaultChecked={draft.race_num.includes(count)}
            >
              {count === -1 ? "すべて" : count}
            </Chip>
          ))}
        </Question>
        <ProductGrid />
        <div className="kind-tools">
          <FillButton kind={kind} order="recent" label="近走 1・3・5" />
          <FillButton kind={kind} order="all" label="全走だけ" />
          <FillButton kind={kind} order="spread" label="ほかの種類にも同じ設定" />
        </div>
      </div>
    </article>
  );
}

function KindHead({
  kind,
  average,
  isOn,
  isOpen,
}: {
  kind: AverageKind;
  average: FieldMetadata;
  isOn: boolean;
  isOpen: boolean;
}) {
  const words = KIND_WORDS[kind];
  return (
    <div className="kind-head">
      <label className="check">
        <input
          className="on"
          type="checkbox"
          name={average.name}
          value={kind}
          id={kindId(kind)}
          defaultChecked={isOn}
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
        {/* Belongs to no form, so it is not sent. */}
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
  );
}

function Question({
  meta,
  label,
  className,
  children,
}: {
  meta: FieldMetadata;
  label: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <fieldset {...getFieldsetProps(meta)}>
      <legend className="q-label">
        {label}
        <small>複数可</small>
      </legend>
      <div className={className}>{children}</div>
      <FieldError id={meta.errorId} errors={meta.errors} />
    </fieldset>
  );
}

/** The stylesheet shows the words whose box is ticked. */
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

/** The stylesheet fills a cell if both boxes are ticked. */
function ProductGrid() {
  return (
    <div className="product-grid" aria-hidden="true">
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

/** The server ticks boxes of the form. Without script the page reloads at this kind. */
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
