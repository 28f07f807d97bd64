import { type FieldMetadata, getFieldsetProps } from "@conform-to/react";
import { FieldError, focusOfError } from "#app/components/fields/field.tsx";
import { STATIC_HINTS } from "#app/components/models/model-words.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { CENTRAL_ONLY_STATIC_FEATURES, STATIC_FEATURES, type StaticFeature } from "#app/domain/features/choice.ts";
import { staticId } from "./model-count-css.ts";

export function StaticFeatureField({ meta, chosen }: { meta: FieldMetadata; chosen: readonly StaticFeature[] }) {
  return (
    <>
      <fieldset {...getFieldsetProps(meta)}>
        <legend className="sr">そのまま使う項目</legend>
        <div className="card feat">
          {STATIC_FEATURES.map((name, index) => (
            <label key={name} className={CENTRAL_ONLY_STATIC_FEATURES.includes(name) ? "check central-only" : "check"}>
              <input
                id={staticId(index)}
                type="checkbox"
                name={meta.name}
                value={name}
                defaultChecked={chosen.includes(name)}
                {...(index === 0 ? focusOfError(meta) : {})}
              />
              <span>
                {name}
                <small>{STATIC_HINTS[name]}</small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <FieldError id={meta.errorId} errors={meta.errors} />
      <label className="check t13 muted">
        <input form="" type="checkbox" checked disabled readOnly />
        <span>基本情報（馬名・性齢など）はいつも使います。数に入りません</span>
      </label>
      {/* The stylesheet shows one of the two. */}
      <div className="weight-no">
        <Note icon="clock">馬体重・馬体重変化を選ばなければ、レース情報が出た時点で指数を出せます。</Note>
      </div>
      <div className="weight-yes">
        <Note icon="clock">
          馬体重か馬体重変化を選ぶと、指数を出せるのは馬体重の発表後（発走の約60分前から）になります。
        </Note>
      </div>
    </>
  );
}
