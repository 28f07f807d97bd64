import { type FieldMetadata, getFieldsetProps } from "@conform-to/react";
import { Checkbox, FieldError, focusOfError } from "#app/components/fields/field.tsx";
import { STATIC_HINTS } from "#app/components/models/model-words.ts";
import { Icon } from "#app/components/parts/icon.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import {
  CENTRAL_ONLY_STATIC_FEATURES,
  countFeatures,
  STATIC_FEATURES,
  type StaticFeature,
} from "#app/domain/features/choice.ts";
import { PRESETS, type PresetKey, presetChoice } from "#app/domain/features/presets.ts";
import { MODEL_VENUE_TYPES, type ModelVenueType, VenueType } from "#app/domain/racing/race.ts";
import { staticId } from "./model-count-css.ts";

/** Outside central racing also whether averages include starts at other venue types. */
export function VenueTypeField({
  chosen,
  venueType,
  isAllVenue,
}: {
  chosen: ModelVenueType;
  venueType: FieldMetadata;
  isAllVenue: FieldMetadata;
}) {
  return (
    <>
      <fieldset className="field">
        <legend className="label">対象のレース</legend>
        <div className="seg">
          {MODEL_VENUE_TYPES.map((type) => (
            <label key={type}>
              <input
                type="radio"
                name={venueType.name}
                value={type}
                id={`venue-${type}`}
                defaultChecked={chosen === type}
              />
              {VENUE_TYPE_WORDS[type]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="regional-only">
        <Checkbox meta={isAllVenue} value="1">
          ほかの競馬場で走った成績も平均に使う
          <br />
          <small className="faint">外すと、選んだ地区（南関・門別）のレースだけを参照します</small>
        </Checkbox>
      </div>
    </>
  );
}

/** The server answers with the boxes ticked. `chosen` is the preset that the form equals. */
export function PresetButtons({ chosen }: { chosen: PresetKey | null }) {
  return (
    <div className="preset">
      {PRESETS.map(({ key, name, note }) => (
        <button key={key} type="submit" name="preset" value={key} formNoValidate aria-pressed={key === chosen}>
          <span>
            {name}
            {key === chosen && <Icon name="check" />}
          </span>
          <small className="t12">
            {note} <span className="central-only">{presetCount(key, VenueType.central)}項目</span>
            <span className="regional-only">{presetCount(key, VenueType.nankan)}項目</span>
          </small>
        </button>
      ))}
    </div>
  );
}

function presetCount(key: PresetKey, venueType: number): number {
  return countFeatures(presetChoice(key, venueType));
}

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
