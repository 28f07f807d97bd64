import { Button } from "#app/components/parts/button.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { MOST_COMPARED } from "#app/domain/comparing/compare-models.ts";
import type { ModelsCompared } from "#app/domain/views/models.ts";
import { LETTERS } from "./compare-words.ts";

/** A GET form, so that the address contains the choice. */
export function ComparePicker({ compared: { choices, asked, models, base } }: { compared: ModelsCompared }) {
  return (
    <form className="card pad stack" method="get" action="/models/compare">
      <fieldset className="stack">
        <legend className="label">くらべるモデル（2〜{MOST_COMPARED}モデル）</legend>
        <div className="pickset">
          {choices.map(({ modelId, name, venueType, featureCount }) => (
            <label className="check" key={modelId}>
              <input type="checkbox" name="m" value={modelId} defaultChecked={asked.includes(modelId)} />
              <span>
                <b>{name}</b>
                <small className="faint">
                  {VENUE_TYPE_WORDS[venueType]}・{featureCount}項目
                </small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="acts">
        {models.length > 1 && (
          <>
            <label className="t13 muted" htmlFor="base">
              基準にするモデル
            </label>
            <span className="select">
              <select className="input" id="base" name="base" defaultValue={models[base]?.modelId}>
                {models.map(({ modelId, name }, at) => (
                  <option key={modelId} value={modelId}>
                    {LETTERS[at]}　{name}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          </>
        )}
        <Button tone="primary">くらべる</Button>
      </div>
    </form>
  );
}
