import type { FieldMetadata } from "@conform-to/react";
import { Checkbox } from "#app/components/fields/field.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { MODEL_VENUE_TYPES, type ModelVenueType } from "#app/domain/racing/race.ts";

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
