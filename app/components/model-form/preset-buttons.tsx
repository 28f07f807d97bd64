import { Icon } from "#app/components/parts/icon.tsx";
import { countFeatures } from "#app/domain/features/choice.ts";
import { PRESETS, type PresetKey, presetChoice } from "#app/domain/features/presets.ts";
import { VenueType } from "#app/domain/racing/race.ts";

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
